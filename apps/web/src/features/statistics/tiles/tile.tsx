import type { ReactNode } from 'react';
import styles from './tiles.module.css';

/** A row of tiles. */
export const Tiles = ({ label, children }: { label: string; children: ReactNode }) => (
  <ul className={styles.tiles} aria-label={label}>
    {children}
  </ul>
);

/** Facts as a description list of `div`s; below them, a line of their last hour if there is one. */
export const FactsTile = ({ title, line, children }: { title: string; line?: ReactNode; children: ReactNode }) => (
  <li className={`card ${styles.tile}`}>
    <h2 className={styles.title}>{title}</h2>
    <dl className={styles.roles}>{children}</dl>
    {line}
  </li>
);
