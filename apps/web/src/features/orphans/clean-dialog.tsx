import { api } from '../../api/client.js';
import { apiRequest } from '../../api/curl.js';
import { useIdempotencyKey } from '../../api/idempotency-key.js';
import type { ListedOrphan } from '../../api/types.js';
import { Message } from '../../ui/text/message.js';
import { PlanDialog } from '../jobs/plan-dialog.js';
import { orphanCommands } from './orphan-commands.js';

/** Removes one orphan from its host, by order of a person. */
export function CleanDialog({ orphan, onClose }: { orphan: ListedOrphan; onClose: () => void }) {
  const { id, name, node, what, detail, mayHoldOnlyCopy, copy, driveSerial } = orphan;
  const clean = api.useMutation('post', '/api/v1/orphans/{id}/clean', { meta: { inline: true, inPlace: true } });
  const serial = mayHoldOnlyCopy === 'no' ? null : driveSerial;
  const body = serial === null ? {} : { serial };
  const key = useIdempotencyKey(body);
  const request = apiRequest('post', '/api/v1/orphans/{id}/clean', { params: { path: { id }, header: key }, body });
  return (
    <PlanDialog
      title="Remove an orphan"
      action="Remove it from its host"
      isGrave
      {...(serial !== null && { typed: { label: `Type the serial of its drive, ${serial}`, wanted: serial, isFirst: true } })}
      refusedBecause={null}
      pending={clean.isPending}
      error={clean.error}
      request={request}
      onApply={() => clean.mutate(request.init)}
      outcome={clean.data ? { ...clean.data, whenDone: `${name} is gone from ${node.name}.` } : null}
      onClose={onClose}
    >
      <p>
        {what.message} It is <code>{name}</code>
        {detail === null ? null : ` (${detail})`}.
      </p>
      {mayHoldOnlyCopy === 'no' ? (
        <p>{copy.message}</p>
      ) : (
        <Message tone="bad">
          <p>
            {copy.message} Its content is lost and cannot be recovered. <code>docs/recovering-by-hand.md</code> shows how to copy it first.
          </p>
        </Message>
      )}
      <p>The agent removes exactly this object, and refuses while anything uses it. These commands show it on {node.name}:</p>
      <ul>
        {orphanCommands(orphan).map((command) => (
          <li key={command}>
            <code>{command}</code>
          </li>
        ))}
      </ul>
    </PlanDialog>
  );
}
