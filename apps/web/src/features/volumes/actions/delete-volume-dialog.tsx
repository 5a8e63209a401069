import { formatBytes } from '@weft/shared/units';
import { api, ifMatch } from '../../../api/client.js';
import { apiRequest } from '../../../api/curl.js';
import type { Volume } from '../../../api/types.js';
import { PlanSteps } from '../../../ui/plan-steps.js';
import { PlanCommands } from '../../jobs/plan-commands.js';
import { PlanDialog } from '../../jobs/plan-dialog.js';
import { deleteSteps } from '../volume-plans.js';

/** Rendered outside the volume's page, so that it can show its job to the end after the volume is deleted. */
export function DeleteVolumeDialog({ volume, onClose }: { volume: Volume; onClose: () => void }) {
  const remove = api.useMutation('delete', '/api/v1/volumes/{id}', { meta: { inline: true, inPlace: true } });
  const request = apiRequest('delete', '/api/v1/volumes/{id}', { params: { path: { id: volume.id }, header: ifMatch(volume) } });
  return (
    <PlanDialog
      title={`Delete volume ${volume.name}`}
      action="Delete volume and data"
      isGrave
      typed={{ label: 'Type the volume’s name', wanted: volume.name, isFirst: true }}
      refusedBecause={null}
      pending={remove.isPending}
      error={remove.error}
      request={request}
      onApply={() => remove.mutate(request.init)}
      outcome={
        remove.data
          ? {
              ...remove.data,
              whenDone: `${volume.name} is deleted. Its jobs and audit entries are kept. Closing this opens the list of volumes.`,
            }
          : null
      }
      onClose={onClose}
    >
      <p>Its {formatBytes(volume.sizeBytes)} of data are permanently lost.</p>
      <PlanSteps steps={deleteSteps(volume)} />
      <PlanCommands change={{ kind: 'volume.delete', volumeId: volume.id }} />
    </PlanDialog>
  );
}
