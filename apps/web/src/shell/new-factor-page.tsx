import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { queryKeys } from '../api/query-keys.js';
import { TotpSetUp } from '../features/second-factors/totp-set-up.js';
import styles from '../features/session/login-page.module.css';
import { useUser } from '../features/session/use-session.js';
import { Banners } from '../ui/banners.js';
import { Logo } from '../ui/logo.js';
import { SimulatedBadge } from '../ui/marks/simulated-badge.js';
import { UserMenu } from './user/user-menu.js';

/** The only page for a user who must set up a second factor. */
export function NewFactorPage() {
  const client = useQueryClient();
  const { name } = useUser();
  const reload = () => client.invalidateQueries({ queryKey: queryKeys.session });

  useEffect(() => {
    document.title = 'Set up a second factor · Weft';
  }, []);

  return (
    <div className={styles.page}>
      <Banners />
      <main className={styles.main}>
        <div className={styles.form}>
          <h1 className={styles.title}>
            <Logo /> Set up a second factor
          </h1>
          <SimulatedBadge />
          <p className={styles.hint}>
            This cluster asks every local user for a second factor. {name} needs an authenticator app to continue.
          </p>
          <TotpSetUp onDone={reload} onCancel={reload} />
          <div className="row">
            <UserMenu />
          </div>
        </div>
      </main>
    </div>
  );
}
