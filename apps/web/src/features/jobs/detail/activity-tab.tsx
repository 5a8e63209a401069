import { noteSubjectKinds } from '@weft/shared/kinds/note';
import type { Job } from '../../../api/types.js';
import { NounLink } from '../../../ui/text/linked.js';
import { History } from '../../history/history-view.js';

/** What happened to the object of the job, before it and since. */
export function ActivityTab({ job: { subject } }: { job: Job }) {
  const notesOf = noteSubjectKinds.find((kind) => kind === subject.kind);
  return (
    <>
      <div className="dimmed">
        Everything about {subject.kind} <NounLink noun={subject} />, before and after this job.
      </div>
      <History subjectId={subject.id} {...(notesOf && { notesOf })} others={NONE} />
    </>
  );
}

const NONE = [] as const;
