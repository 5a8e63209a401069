import type { ReactNode } from 'react';
import styles from './status.module.css';
import { Linked } from './text/linked.js';
import type { Noun } from './text/nouns.js';
import { Ago } from './text/time.js';

/** good: as desired. busy: in progress. warn: works, but needs attention. bad: does not work. idle: not in use. */
export type Tone = 'good' | 'busy' | 'warn' | 'bad' | 'idle';

export interface StatusFacts {
  tone: Tone;
  /** The state in a word or two. */
  what: string;
  /** Time of the last transition, if known. */
  since?: string | null;
  /** Reason: always present if the tone is not good. */
  why?: ReactNode;
  /** The blocker, and how to clear it: shown where there is room, on the object's own page. */
  waitingFor?: string | null;
  unblockedBy?: string | null;
  /** Objects that the texts name. */
  nouns?: readonly Noun[];
}

/** A state with its reason: if it is not good, also shows since when and why. */
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
