import type { ReactNode } from 'react';
import styles from './tiles.module.css';

/** A row of tiles. */
export const Tiles = ({ label, children }: { label: string; children: ReactNode }) => (
  <ul className={styles.tiles} aria-label={label}>
    {children}
  </ul>
);

/** A tile without charts: facts as a description list of `div`s. */
export const FactsTile = ({ title, children }: { title: string; children: ReactNode }) => (
  <li className={`card ${styles.tile}`}>
    <h2 className={styles.title}>{title}</h2>
    <dl className={styles.roles}>{children}</dl>
  </li>
);
