import { Checkbox } from '@mantine/core';
import { formatBytes } from '@weft/shared/units';
import { api, ifMatch } from '../../../api/client.js';
import { apiRequest } from '../../../api/curl.js';
import type { Volume } from '../../../api/types.js';
import { useSchemaForm } from '../../../forms/use-schema-form.js';
import { PlanSteps } from '../../../ui/plan-steps.js';
import { PlanCommands } from '../../jobs/plan-commands.js';
import { PlanDialog } from '../../jobs/plan-dialog.js';
import { discardSteps } from '../volume-plans.js';
import { discardSchema, noLegsOf } from './legs-schema.js';

const REQUIRED = { legIds: 'choose the legs to destroy' };

/** Destroys the legs that were kept from older epochs. */
export function DiscardDialog({ volume, onClose }: { volume: Volume; onClose: () => void }) {
  const discard = api.useMutation('post', '/api/v1/volumes/{id}/discard', { meta: { inline: true, inPlace: true } });
  const { field, values, body, refusedBecause, unplaced } = useSchemaForm({
    values: noLegsOf(volume),
    schema: discardSchema,
    required: REQUIRED,
    error: discard.error,
  });
  const { legIds } = values;
  const params = { path: { id: volume.id }, header: ifMatch(volume) };
  const request = body && apiRequest('post', '/api/v1/volumes/{id}/discard', { params, body });
  return (
    <PlanDialog
      title={`Discard obsolete legs of ${volume.name}`}
      action="Destroy legs"
      isGrave
      typed={{ label: 'Type the volume’s name', wanted: volume.name }}
      refusedBecause={refusedBecause}
      pending={discard.isPending}
      error={unplaced}
      request={request}
      onApply={() => request && discard.mutate(request.init)}
      outcome={discard.data ?? null}
      onClose={onClose}
    >
      <Checkbox.Group label="Legs of older epochs" {...field('legIds')}>
        {volume.obsoleteLegs.map((leg) => (
          <Checkbox
            key={leg.id}
            size="xs"
            mt={6}
            value={leg.id}
            disabled={!leg.fenceConfirmed || leg.discarding}
            label={`leg ${leg.index} of epoch ${leg.epoch} on ${leg.node.name}, drive ${leg.drive.serial}, ${formatBytes(leg.sizeBytes)}`}
            description={
              leg.discarding
                ? 'already being removed'
                : leg.fenceConfirmed
                  ? leg.why.replace('-', ' ')
                  : `it may still be exported: ${leg.node.name} has not confirmed the fence`
            }
          />
        ))}
      </Checkbox.Group>
      {legIds.length > 0 ? <PlanSteps steps={discardSteps(volume, legIds)} /> : null}
      <PlanCommands change={legIds.length > 0 ? { kind: 'volume.discard', volumeId: volume.id, legIds } : null} />
    </PlanDialog>
  );
}
