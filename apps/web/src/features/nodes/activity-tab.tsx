import type { Node } from '../../api/types.js';
import { Conditions } from '../conditions.js';
import { conditionHappenings } from '../history/history.js';
import { History } from '../history/history-view.js';
import { Notes } from '../notes/notes.js';

/** Conditions, jobs, audit entries and notes. */
export function ActivityTab({ node: { id, name, createdAt, conditions } }: { node: Node }) {
  const about = `node ${name}`;
  return (
    <>
      <Conditions of={[{ about, conditions }]} />
      <History
        subjectId={id}
        notesOf="node"
        others={[{ at: createdAt, what: { text: 'the node enrolled' } }, ...conditionHappenings(about, conditions)]}
      />
      <Notes of={{ kind: 'node', id }} />
    </>
  );
}
