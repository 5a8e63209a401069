import type { ReactNode } from 'react';
import styles from './status.module.css';
import { Linked } from './text/linked.js';
import type { Noun } from './text/nouns.js';
import { Ago } from './text/time.js';

/** good: as wanted. busy: on its way. warn: works, but somebody should look. bad: does not work. idle: nothing is wanted of it. */
export type Tone = 'good' | 'busy' | 'warn' | 'bad' | 'idle';

export interface StatusFacts {
  tone: Tone;
  /** What: the state in a word or two. */
  what: string;
  /** Since when, if that is known. */
  since?: string | null;
  /** Because of what: always given where the tone is not good. */
  why?: ReactNode;
  /** What it waits for, and what would end it: said where there is room, on the object's own page. */
  waitingFor?: string | null;
  unblockedBy?: string | null;
  /** What the words name. */
  nouns?: readonly Noun[];
}

/** A state never stands alone: what is not green says since when and why. */
export const Status = ({ tone, what, since, why, nouns = [] }: StatusFacts) => (
  <span className={styles.status} data-tone={tone}>
    <span className={styles.dot} aria-hidden />
    <span className={styles.what}>{what}</span>
    {tone !== 'good' && (since || why) ? (
      <span className={styles.why} title={typeof why === 'string' ? why : undefined}>
        {since ? <Ago at={since} /> : null}
        {since && why ? ': ' : ''}
        {typeof why === 'string' ? <Linked text={why} nouns={nouns} /> : why}
      </span>
    ) : null}
  </span>
);
