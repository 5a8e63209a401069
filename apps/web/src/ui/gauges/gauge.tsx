import type { ReactNode } from 'react';
import { Mark, type Tone } from '../marks/mark.js';
import styles from './gauge.module.css';

export interface GaugeFacts {
  name: string;
  /** Null: not known. */
  text: string | null;
  /** The value on its scale, from 0 to 1. Null: not known. Absent: the value has no scale. */
  share?: number | null;
  /** Place of the threshold on the same scale. */
  threshold?: number;
  tone: Tone;
  /** The state in a word or two. */
  what: string;
  /** What the value means, and where its threshold comes from. */
  note: string;
}

const WIDTH = 100;

/** One value against its threshold. `children` replaces its text, for a value with provenance. */
export const Gauge = ({ name, text, share, threshold, tone, what, note, children }: GaugeFacts & { children?: ReactNode }) => (
  <li className={styles.gauge} data-tone={tone}>
    <span className={styles.name}>{name}</span>
    <span className={styles.value}>{text === null ? <span className="dimmed">not known</span> : (children ?? text)}</span>
    {share === undefined ? (
      <span className={styles.scale} />
    ) : (
      <svg
        className={styles.scale}
        viewBox={`0 0 ${WIDTH} 8`}
        preserveAspectRatio="none"
        data-unknown={share === null || undefined}
        aria-hidden
      >
        <rect className={styles.all} width={WIDTH} height="8" />
        <rect className={styles.part} width={WIDTH * Math.min(1, Math.max(0, share ?? 0))} height="8" />
        {threshold === undefined || share === null ? null : (
          <line className={styles.threshold} x1={WIDTH * threshold} x2={WIDTH * threshold} y1="0" y2="8" />
        )}
      </svg>
    )}
    <span className={styles.state}>
      <Mark tone={tone} />
      <span>{what}</span>
    </span>
    <span className={styles.note}>{note}</span>
  </li>
);

/** A row of gauges. */
export const Gauges = ({ label, children }: { label: string; children: ReactNode }) => (
  <ul className={styles.gauges} aria-label={label}>
    {children}
  </ul>
);
