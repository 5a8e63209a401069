import { api, ifMatch } from '../../api/client.js';
import type { Drive } from '../../api/types.js';
import { ConfirmByTyping } from '../../forms/confirm-by-typing.js';

export function WipeDialog({ drive, onClose }: { drive: Drive; onClose: () => void }) {
  const wipe = api.useMutation('post', '/api/v1/drives/{id}/wipe', { meta: { inline: true }, onSuccess: onClose });
  return (
    <ConfirmByTyping
      title={`Wipe drive ${drive.serial}`}
      wanted={drive.serial}
      wantedLabel="Type the drive’s serial"
      action="Destroy everything on it"
      pending={wipe.isPending}
      error={wipe.error}
      onConfirm={() => wipe.mutate({ params: { path: { id: drive.id }, header: ifMatch(drive) }, body: { serial: drive.serial } })}
      onClose={onClose}
    >
      On it, on {drive.node.name}: <strong>{drive.contents.join('; ') || 'something that was not recognised'}</strong>. All of it is
      overwritten. Nobody can bring it back.
    </ConfirmByTyping>
  );
}
