import { api, ifMatch } from '../../api/client.js';
import { apiRequest } from '../../api/curl.js';
import type { Attachment } from '../../api/types.js';
import { useBase } from '../../forms/use-base.js';
import { useChangeForm } from '../../forms/use-schema-form.js';
import { PlanCommands } from '../jobs/plan-commands.js';
import { PlanDialog } from '../jobs/plan-dialog.js';
import { LimitFields } from './limits/limit-fields.js';
import { formOfLimits, limitSchema } from './limits/limit-schema.js';
import { useLatestAttachment } from './use-attachments.js';

/** Changes the limits per client while the volume is in use. */
export function LimitsDialog({ attachment: known, onClose }: { attachment: Attachment; onClose: () => void }) {
  const latest = useLatestAttachment(known);
  const update = api.useMutation('patch', '/api/v1/attachments/{id}', { meta: { inline: true } });
  const base = useBase(latest, update.error, update.reset);
  const { volume, node } = base;
  const { field, body, refusedBecause, unplaced } = useChangeForm({
    values: formOfLimits(base.limits),
    schema: limitSchema,
    error: update.error,
  });
  const change = body?.limits === undefined ? null : { limits: body.limits };
  const params = { path: { id: base.id }, header: ifMatch(base) };
  const request = change && apiRequest('patch', '/api/v1/attachments/{id}', { params, body: change });
  return (
    <PlanDialog
      title={`Limits of ${volume.name} on ${node.name}`}
      action="Change limits"
      refusedBecause={refusedBecause}
      pending={update.isPending}
      error={unplaced}
      request={request}
      onApply={() => request && update.mutate(request.init)}
      outcome={
        update.isSuccess ? { text: `${node.name} applies the limits within seconds. The attachment shows which are in force.` } : null
      }
      onClose={onClose}
    >
      <LimitFields field={field} />
      <PlanCommands change={change && { kind: 'attachment.limit', attachmentId: base.id, ...change }} />
    </PlanDialog>
  );
}
