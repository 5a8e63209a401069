import { api, ifMatch } from '../../../api/client.js';
import { apiRequest } from '../../../api/curl.js';
import { queryKeys } from '../../../api/query-keys.js';
import type { EnrollmentToken } from '../../../api/types.js';
import { useClosingOptions } from '../../../api/use-closing-options.js';
import { Time } from '../../../ui/time/time.js';
import { PlanDialog } from '../../jobs/plan-dialog.js';

export function RevokeTokenDialog({ token, onClose }: { token: EnrollmentToken; onClose: () => void }) {
  const revoke = api.useMutation('delete', '/api/v1/enrollment-tokens/{id}', useClosingOptions(onClose, queryKeys.enrollmentTokens));
  const request = apiRequest('delete', '/api/v1/enrollment-tokens/{id}', {
    params: { path: { id: token.id }, header: ifMatch(token) },
  });
  return (
    <PlanDialog
      title="Revoke an enrollment token"
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
        Issued at <Time at={token.createdAt} />
        {token.description === '' ? '' : ` (${token.description})`}. No node can join with it from then on; another can be issued at any
        time.
      </p>
    </PlanDialog>
  );
}
