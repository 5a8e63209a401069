import { api, ifMatch } from '../../api/client.js';
import { apiRequest } from '../../api/curl.js';
import type { DriveClass } from '../../api/types.js';
import { ConfirmByTyping } from '../../forms/confirm-by-typing.js';

export function DeleteDriveClassDialog({ driveClass, onClose }: { driveClass: DriveClass; onClose: () => void }) {
  const remove = api.useMutation('delete', '/api/v1/drive-classes/{id}', { meta: { inline: true }, onSuccess: onClose });
  const request = apiRequest('delete', '/api/v1/drive-classes/{id}', {
    params: { path: { id: driveClass.id }, header: ifMatch(driveClass) },
  });
  return (
    <ConfirmByTyping
      title={`Delete drive class ${driveClass.name}`}
      wanted={driveClass.name}
      wantedLabel="Type the class’s name"
      action="Delete"
      pending={remove.isPending}
      error={remove.error}
      request={request}
      onConfirm={() => remove.mutate(request.init)}
      onClose={onClose}
    >
      Its {driveClass.driveCount} drives stay as they are and where they are. Refused while a volume uses the class.
    </ConfirmByTyping>
  );
}
