import type { Drive } from '../../../api/types.js';
import { nodeNoun } from '../../../ui/text/nouns.js';
import { sentence } from '../../../ui/text/sentence.js';
import { Conditions } from '../../conditions.js';
import { conditionHappenings } from '../../history/history.js';
import { History } from '../../history/history-view.js';
import { Notes } from '../../notes/notes.js';

/** Conditions, jobs, audit entries and notes. */
export function ActivityTab({ drive: { id, serial, node, createdAt, conditions } }: { drive: Drive }) {
  const about = `drive ${serial}`;
  return (
    <>
      <Conditions of={[{ about, conditions }]} />
      <History
        subjectId={id}
        notesOf="drive"
        others={[{ at: createdAt, what: { text: sentence`${nodeNoun(node)} reported it` } }, ...conditionHappenings(about, conditions)]}
      />
      <Notes of={{ kind: 'drive', id }} />
    </>
  );
}
