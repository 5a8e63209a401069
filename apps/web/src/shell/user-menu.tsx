import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { api } from '../api/client.js';
import { changeSession } from '../cache/session-cache.js';
import { useUser } from '../features/session/use-session.js';

/** The logged-in user, and the logout button. */
export function UserMenu() {
  const { name, role } = useUser();
  const client = useQueryClient();
  const logout = api.useMutation('post', '/api/v1/logout', {
    onSuccess: () => changeSession(client, null),
  });
  return (
    <>
      <span>
        {name} <span className="dimmed">{role}</span>
      </span>
      <Button variant="default" loading={logout.isPending} onClick={() => logout.mutate({})}>
        Log out
      </Button>
    </>
  );
}
