import type { Job } from '../../../api/types.js';
import { NounLink } from '../../../ui/text/linked.js';
import { History } from '../../history/history-view.js';

/** What happened to the object of the job, before it and since. */
export const ActivityTab = ({ job: { subject } }: { job: Job }) => (
  <>
    <div className="dimmed">
      Everything about {subject.kind} <NounLink noun={subject} />, before and after this job.
    </div>
    <History subjectId={subject.id} {...(subject.kind === 'attachment' ? {} : { notesOf: subject.kind })} others={NONE} />
  </>
);

const NONE = [] as const;
