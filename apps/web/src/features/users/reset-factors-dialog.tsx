import { PasswordInput } from '@mantine/core';
import { useState } from 'react';
import { api } from '../../api/client.js';
import { apiRequest } from '../../api/curl.js';
import { fieldError } from '../../api/problem.js';
import { queryKeys } from '../../api/query-keys.js';
import type { User } from '../../api/types.js';
import { useClosingOptions } from '../../api/use-closing-options.js';
import { PlanDialog } from '../jobs/plan-dialog.js';
import { useUser } from '../session/use-session.js';

/** For a user who lost the second factor. */
export function ResetFactorsDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const { identity } = useUser();
  const [password, setPassword] = useState('');
  const reset = api.useMutation(
    'post',
    '/api/v1/users/{id}/second-factors/reset',
    useClosingOptions(onClose, queryKeys.users, queryKeys.session),
  );
  const params = { path: { id: user.id } };
  // The password is never printed: commands end up in histories and tickets.
  const shown = apiRequest('post', '/api/v1/users/{id}/second-factors/reset', { params, body: { currentPassword: '…' } });
  const wrong = fieldError(reset.error, 'currentPassword');
  return (
    <PlanDialog
      title={`Reset the second factor of ${user.name}`}
      action="Reset second factor"
      isGrave
      refusedBecause={password === '' && identity === 'local' ? 'Enter your password first.' : null}
      pending={reset.isPending}
      error={wrong === null ? reset.error : null}
      request={shown}
      onApply={() => reset.mutate({ params, body: { currentPassword: password } })}
      outcome={null}
      onClose={onClose}
    >
      <p>
        The authenticator app and the recovery codes of {user.name} no longer count, and all sessions of {user.name} end at once. The
        password alone then logs in: check that the request comes from {user.name}.
      </p>
      {identity === 'local' ? (
        <PasswordInput
          label="Your password"
          autoComplete="current-password"
          value={password}
          error={wrong}
          onChange={(e) => setPassword(e.currentTarget.value)}
        />
      ) : null}
    </PlanDialog>
  );
}
