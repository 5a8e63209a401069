import { useQueryClient } from '@tanstack/react-query';
import { api } from '../../api/client.js';
import { apiRequest } from '../../api/curl.js';
import { queryKeys } from '../../api/query-keys.js';
import type { UserSession } from '../../api/types.js';
import { changeSession } from '../../cache/session-cache.js';
import { PlanDialog } from '../jobs/plan-dialog.js';
import { useUser } from '../session/use-session.js';

/** After the end of sessions: the login page if this session ended too, otherwise a fresh list. */
function useEnded(endsThis: boolean, onClose: () => void) {
  const client = useQueryClient();
  return () => {
    if (endsThis) return changeSession(client, null);
    void client.invalidateQueries({ queryKey: queryKeys.sessions });
    onClose();
  };
}

export function EndSessionDialog({ session, onClose }: { session: UserSession; onClose: () => void }) {
  const end = api.useMutation('delete', '/api/v1/sessions/{sessionId}', {
    meta: { inline: true },
    onSuccess: useEnded(session.current, onClose),
  });
  const request = apiRequest('delete', '/api/v1/sessions/{sessionId}', { params: { path: { sessionId: session.id } } });
  return (
    <PlanDialog
      title="End a session"
      action="End session"
      refusedBecause={null}
      pending={end.isPending}
      error={end.error}
      request={request}
      onApply={() => end.mutate(request.init)}
      outcome={null}
      onClose={onClose}
    >
      <p>
        {session.current
          ? 'This is the session of this browser: it is logged out.'
          : `The browser at ${session.address ?? 'an unknown address'} is logged out at once.`}
      </p>
    </PlanDialog>
  );
}

/** @param userId absent: the user of this session */
export function EndSessionsDialog({ userId, onClose }: { userId: string | undefined; onClose: () => void }) {
  const self = useUser();
  const isOwn = userId === undefined || userId === self.id;
  const end = api.useMutation('post', '/api/v1/sessions/end', { meta: { inline: true }, onSuccess: useEnded(isOwn, onClose) });
  const request = apiRequest('post', '/api/v1/sessions/end', { body: isOwn ? {} : { userId } });
  return (
    <PlanDialog
      title="Log out everywhere"
      action="Log out everywhere"
      refusedBecause={null}
      pending={end.isPending}
      error={end.error}
      request={request}
      onApply={() => end.mutate(request.init)}
      outcome={null}
      onClose={onClose}
    >
      <p>All sessions {isOwn ? `of ${self.name}, also that of this browser,` : 'of this user'} end at once. API tokens stay valid.</p>
    </PlanDialog>
  );
}
