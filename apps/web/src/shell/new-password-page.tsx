import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { queryKeys } from '../api/query-keys.js';
import styles from '../features/session/login-page.module.css';
import { useUser } from '../features/session/use-session.js';
import { PasswordForm } from '../features/settings/password-form.js';
import { Banners } from '../ui/banners.js';
import { Logo } from '../ui/logo.js';
import { SimulatedBadge } from '../ui/marks/simulated-badge.js';
import { UserMenu } from './user/user-menu.js';

/** The only page for a user whose password was created by the server or set by an administrator. */
export function NewPasswordPage() {
  const client = useQueryClient();
  const { name } = useUser();

  useEffect(() => {
    document.title = 'Change the password · Weft';
  }, []);

  return (
    <div className={styles.page}>
      <Banners />
      <main className={styles.main}>
        <div className={styles.form}>
          <h1 className={styles.title}>
            <Logo /> Change the password
          </h1>
          <SimulatedBadge />
          <p className={styles.hint}>
            The server or an administrator set the password of {name}. Choose one that only you know, to continue.
          </p>
          <PasswordForm onChanged={() => client.invalidateQueries({ queryKey: queryKeys.session })} />
          <div className="row">
            <UserMenu />
          </div>
        </div>
      </main>
    </div>
  );
}
