import { api, ifMatch } from '../../api/client.js';
import { apiRequest } from '../../api/curl.js';
import type { Drive } from '../../api/types.js';
import { ConfirmByTyping } from '../../forms/confirm-by-typing.js';
import { PlanCommands } from '../jobs/plan-commands.js';

export function WipeDialog({ drive, onClose }: { drive: Drive; onClose: () => void }) {
  const wipe = api.useMutation('post', '/api/v1/drives/{id}/wipe', { meta: { inline: true }, onSuccess: onClose });
  const request = apiRequest('post', '/api/v1/drives/{id}/wipe', {
    params: { path: { id: drive.id }, header: ifMatch(drive) },
    body: { serial: drive.serial },
  });
  return (
    <ConfirmByTyping
      title={`Wipe drive ${drive.serial}`}
      wanted={drive.serial}
      wantedLabel="Type the drive’s serial"
      action="Destroy everything on it"
      pending={wipe.isPending}
      error={wipe.error}
      request={request}
      onConfirm={() => wipe.mutate(request.init)}
      onClose={onClose}
    >
      On it, on {drive.node.name}: <strong>{drive.contents.join('; ') || 'something that was not recognised'}</strong>. All of it is
      overwritten. Nobody can bring it back.
      <PlanCommands change={{ kind: 'drive.wipe', driveId: drive.id }} />
    </ConfirmByTyping>
  );
}
