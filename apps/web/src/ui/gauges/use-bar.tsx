import type { ReactNode } from 'react';
import styles from './gauges.module.css';
import { type Part, StackedBar } from './stacked-bar.js';

interface Props {
  label: string;
  parts: readonly Part[];
  /** The number that matters most, below the bar. */
  children?: ReactNode;
}

/** A bar in the cell of a list, with its number. */
export const UseBar = ({ label, parts, children }: Props) => (
  <span className={styles.use} title={label}>
    <StackedBar label={label} parts={parts} />
    {children ? <span>{children}</span> : null}
  </span>
);
