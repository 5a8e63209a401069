import type { ReactNode } from 'react';
import styles from './message.module.css';

/** Words about a state of affairs that the reader should notice. */
export const Message = ({ tone = 'plain', children }: { tone?: 'plain' | 'warn' | 'bad'; children: ReactNode }) => (
  <div className={styles.message} data-tone={tone}>
    {children}
  </div>
);

/** Nothing to show: why, and what to do about it. */
export const Empty = ({ children, action }: { children: ReactNode; action?: ReactNode }) => (
  <div className={styles.empty}>
    <p>{children}</p>
    {action}
  </div>
);
