import { formatBytes } from '@weft/shared/units';
import { api, ifMatch } from '../../api/client.js';
import { apiRequest } from '../../api/curl.js';
import type { Volume } from '../../api/types.js';
import { ConfirmByTyping } from '../../forms/confirm-by-typing.js';
import { PlanSteps } from '../../ui/plan-steps.js';
import { PlanCommands } from '../jobs/plan-commands.js';
import { nounsOfVolume } from './volume-nouns.js';
import { deleteSteps } from './volume-plans.js';

export function DeleteVolumeDialog({ volume, onClose }: { volume: Volume; onClose: () => void }) {
  const remove = api.useMutation('delete', '/api/v1/volumes/{id}', { meta: { inline: true }, onSuccess: onClose });
  const request = apiRequest('delete', '/api/v1/volumes/{id}', { params: { path: { id: volume.id }, header: ifMatch(volume) } });
  return (
    <ConfirmByTyping
      title={`Delete volume ${volume.name}`}
      wanted={volume.name}
      wantedLabel="Type the volume’s name"
      action="Delete it and its data"
      pending={remove.isPending}
      error={remove.error}
      request={request}
      onConfirm={() => remove.mutate(request.init)}
      onClose={onClose}
    >
      <div className="stack">
        <span>Its {formatBytes(volume.sizeBytes)} of data are lost for good.</span>
        <PlanSteps steps={deleteSteps(volume)} nouns={nounsOfVolume(volume)} />
        <PlanCommands change={{ kind: 'volume.delete', volumeId: volume.id }} />
      </div>
    </ConfirmByTyping>
  );
}
