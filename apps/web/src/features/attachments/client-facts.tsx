import type { Node } from '../../api/types.js';
import { Labels } from '../../ui/properties.js';
import { Status, type StatusFacts } from '../../ui/status.js';
import { useAttachments } from './use-attachments.js';

const STATES: Record<Node['connection']['state'], StatusFacts> = {
  online: { tone: 'good', what: 'online' },
  lost: { tone: 'bad', what: 'lost', why: 'the attach waits until its agent reports again' },
  never: { tone: 'idle', what: 'never connected', why: 'the attach waits until its agent connects' },
};

/** The chosen client: its state, its place, and what it has attached already. */
export function ClientFacts({ client: { id, connection, labels } }: { client: Node }) {
  const attached = useAttachments({ nodeId: id }).data?.total;
  return (
    <div className="row">
      <Status {...STATES[connection.state]} since={connection.since} />
      <Labels labels={labels} />
      <span className="dimmed">{attached === undefined ? '' : attached === 1 ? '1 volume attached' : `${attached} volumes attached`}</span>
    </div>
  );
}
