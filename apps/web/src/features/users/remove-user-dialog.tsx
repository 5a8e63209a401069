import { api, ifMatch } from '../../api/client.js';
import { apiRequest } from '../../api/curl.js';
import { queryKeys } from '../../api/query-keys.js';
import type { User } from '../../api/types.js';
import { useClosingOptions } from '../../api/use-closing-options.js';
import { ConfirmByTyping } from '../../forms/confirm-by-typing.js';
import { useLatestUser } from './use-latest-user.js';

export function RemoveUserDialog({ user: known, onClose }: { user: User; onClose: () => void }) {
  const user = useLatestUser(known);
  const remove = api.useMutation('delete', '/api/v1/users/{id}', useClosingOptions(onClose, queryKeys.users, queryKeys.session));
  const request = apiRequest('delete', '/api/v1/users/{id}', { params: { path: { id: user.id }, header: ifMatch(user) } });
  return (
    <ConfirmByTyping
      title={`Remove user ${user.name}`}
      wanted={user.name}
      wantedLabel="Type the user’s name"
      action="Remove user"
      pending={remove.isPending}
      error={remove.error}
      request={request}
      onConfirm={() => remove.mutate(request.init)}
      onClose={onClose}
    >
      All sessions of {user.name} end at once. Running jobs of the user continue, and the audit keeps this name.
    </ConfirmByTyping>
  );
}
