import { api, ifMatch } from '../../api/client.js';
import { apiRequest } from '../../api/curl.js';
import { newest } from '../../api/newest.js';
import type { DriveClass } from '../../api/types.js';
import { ConfirmByTyping } from '../../forms/confirm-by-typing.js';

interface Props {
  driveClass: DriveClass;
  onClose: () => void;
  /** Instead of `onClose`, after the deletion. */
  onDeleted?: () => void;
}

export function DeleteDriveClassDialog({ driveClass: known, onClose, onDeleted = onClose }: Props) {
  const path = { id: known.id };
  const driveClass = newest(known, api.useQuery('get', '/api/v1/drive-classes/{id}', { params: { path } }).data);
  const remove = api.useMutation('delete', '/api/v1/drive-classes/{id}', { meta: { inline: true }, onSuccess: onDeleted });
  const request = apiRequest('delete', '/api/v1/drive-classes/{id}', {
    params: { path, header: ifMatch(driveClass) },
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
      Its {driveClass.driveCount} drives do not change. Refused while a volume uses the class.
    </ConfirmByTyping>
  );
}
