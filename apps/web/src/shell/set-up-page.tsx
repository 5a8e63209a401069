import { type ReactNode, useEffect } from 'react';
import styles from '../features/session/login-page.module.css';
import { Banners } from '../ui/banners.js';
import { Logo } from '../ui/logo.js';
import { SimulatedBadge } from '../ui/marks/simulated-badge.js';
import { UserMenu } from './user/user-menu.js';

interface Props {
  title: string;
  /** Why there is no other page now. */
  hint: ReactNode;
  children: ReactNode;
}

/** The only page for a user who has to do something before anything else. */
export function SetUpPage({ title, hint, children }: Props) {
  useEffect(() => {
    document.title = `${title} · Weft`;
  }, [title]);

  return (
    <div className={styles.page}>
      <Banners />
      <main className={styles.main}>
        <div className={styles.form}>
          <h1 className={styles.title}>
            <Logo /> {title}
          </h1>
          <SimulatedBadge />
          <p className={styles.hint}>{hint}</p>
          {children}
          <div className="row">
            <UserMenu />
          </div>
        </div>
      </main>
    </div>
  );
}
