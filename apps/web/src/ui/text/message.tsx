import type { ReactNode } from 'react';
import { Icon, type IconName } from '../marks/icons.js';
import styles from './message.module.css';

/** Text about a condition that the reader should notice. */
export const Message = ({ tone = 'plain', children }: { tone?: 'plain' | 'warn' | 'bad'; children: ReactNode }) => (
  <div className={styles.message} data-tone={tone}>
    {children}
  </div>
);

interface EmptyProps {
  children: ReactNode;
  /** The next step. */
  action?: ReactNode;
  /** For a page that has nothing else: what is missing, as a picture. */
  drawing?: IconName;
}

/** Placeholder for missing content: the reason, and an action. */
export const Empty = ({ children, action, drawing }: EmptyProps) => (
  <div className={styles.empty} data-drawn={drawing !== undefined || undefined}>
    {drawing ? (
      <span className={styles.drawing}>
        <Icon name={drawing} />
      </span>
    ) : null}
    <p>{children}</p>
    {action}
  </div>
);
