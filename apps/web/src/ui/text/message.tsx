import type { ReactNode } from 'react';
import styles from './message.module.css';

/** Text about a condition that the reader should notice. */
export const Message = ({ tone = 'plain', children }: { tone?: 'plain' | 'warn' | 'bad'; children: ReactNode }) => (
  <div className={styles.message} data-tone={tone}>
    {children}
  </div>
);

/** Placeholder for missing content: the reason, and an action. */
export const Empty = ({ children, action }: { children: ReactNode; action?: ReactNode }) => (
  <div className={styles.empty}>
    <p>{children}</p>
    {action}
  </div>
);
