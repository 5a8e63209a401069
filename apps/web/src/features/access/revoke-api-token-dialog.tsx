import { api, ifMatch } from '../../api/client.js';
import { apiRequest } from '../../api/curl.js';
import { queryKeys } from '../../api/query-keys.js';
import type { ApiToken } from '../../api/types.js';
import { useClosingOptions } from '../../api/use-closing-options.js';
import { PlanDialog } from '../jobs/plan-dialog.js';

export function RevokeApiTokenDialog({ token, onClose }: { token: ApiToken; onClose: () => void }) {
  const revoke = api.useMutation('delete', '/api/v1/api-tokens/{id}', useClosingOptions(onClose, queryKeys.apiTokens));
  const request = apiRequest('delete', '/api/v1/api-tokens/{id}', { params: { path: { id: token.id }, header: ifMatch(token) } });
  return (
    <PlanDialog
      title={`Revoke API token ${token.name}`}
      action="Revoke"
      refusedBecause={null}
      pending={revoke.isPending}
      error={revoke.error}
      request={request}
      onApply={() => revoke.mutate(request.init)}
      outcome={null}
      onClose={onClose}
    >
      <p>
        Programs that use this token of {token.user.name} are refused at once, and their open connections end. Jobs that they started
        continue.
      </p>
    </PlanDialog>
  );
}
