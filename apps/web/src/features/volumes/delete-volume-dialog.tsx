import { formatBytes } from '@weft/shared/units';
import { api, ifMatch } from '../../api/client.js';
import type { Volume } from '../../api/types.js';
import { ConfirmByTyping } from '../../forms/confirm-by-typing.js';

export function DeleteVolumeDialog({ volume, onClose }: { volume: Volume; onClose: () => void }) {
  const remove = api.useMutation('delete', '/api/v1/volumes/{id}', { meta: { inline: true }, onSuccess: onClose });
  return (
    <ConfirmByTyping
      title={`Delete volume ${volume.name}`}
      wanted={volume.name}
      wantedLabel="Type the volume’s name"
      action="Delete it and its data"
      pending={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate({ params: { path: { id: volume.id }, header: ifMatch(volume) } })}
      onClose={onClose}
    >
      Its {formatBytes(volume.sizeBytes)} of data are lost for good. The space is free again when its {volume.legs.length} legs are gone.
    </ConfirmByTyping>
  );
}
