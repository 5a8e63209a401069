import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { api } from '../../api/client.js';
import { changeSession } from '../../cache/session-cache.js';
import { useUser } from '../../features/session/use-session.js';
import styles from './user-menu.module.css';

/** A lazy chunk with Mantine's inputs, which the first load has no room for. */
const UserChoices = lazy(() => import('./user-choices.js').then((module) => ({ default: module.UserChoices })));

/** The logged-in user; opens theme, density and the logout. The browser closes it with Escape or a click elsewhere. */
export function UserMenu() {
  const { name, role, identity } = useUser();
  const client = useQueryClient();
  const [isOpened, setOpened] = useState(false);
  const page = api.useQuery('get', '/api/v1/session/oidc-logout', {}, { enabled: identity === 'oidc' && isOpened });
  const logout = api.useMutation('post', '/api/v1/logout', {
    onSuccess: () => {
      changeSession(client, null);
      if (page.data?.url) location.assign(page.data.url);
    },
  });
  return (
    <>
      <button type="button" className={styles.user} popoverTarget="user-menu" aria-label={`User menu: ${name}, ${role}`}>
        <span className={styles.initial} aria-hidden>
          {name.slice(0, 1).toUpperCase()}
        </span>
        <span className={styles.names}>
          <span className={styles.name}>{name}</span>
          <span className="dimmed">{role}</span>
        </span>
      </button>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms. */}
      <div
        id="user-menu"
        popover="auto"
        role="group"
        aria-label="User menu"
        className={`floating ${styles.menu}`}
        onToggle={() => setOpened(true)}
      >
        <p className={styles.who}>
          {name} <span className="dimmed">{role}</span>
        </p>
        <div className={styles.choices}>
          <Suspense fallback={null}>{isOpened ? <UserChoices /> : null}</Suspense>
        </div>
        <Button variant="default" fullWidth loading={logout.isPending} onClick={() => logout.mutate({})}>
          Log out
        </Button>
      </div>
    </>
  );
}
