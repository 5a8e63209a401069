import type { ReactNode } from 'react';
import styles from './gauges.module.css';
import type { Part } from './stacked-bar.js';

interface PartNumber {
  name: string;
  value: ReactNode;
  /** The part of the bar that the number is about; absent: the empty part, or the whole. */
  kind?: Part['kind'];
}

/** Numbers of a bar's parts, each with the colour of its part. */
export const PartNumbers = ({ of }: { of: readonly PartNumber[] }) => (
  <span className={styles.numbers}>
    {of.map(({ name, value, kind }) => (
      <span key={name} data-kind={kind}>
        {value} <span className="dimmed">{name}</span>
      </span>
    ))}
  </span>
);
