import type { ReactElement } from 'react';
import { Mark, type Tone } from './marks/mark.js';
import styles from './status.module.css';
import { Linked } from './text/linked.js';
import { isSentence, type Sentence, textOf } from './text/sentence.js';
import { Ago } from './time/time.js';

export interface StatusFacts {
  tone: Tone;
  /** The state in a word or two. */
  what: string;
  /** Time of the last transition, if known. */
  since?: string | null;
  /** Reason: always present if the tone is not good. */
  why?: Sentence | ReactElement | null;
  /** The blocker, and how to clear it: shown where there is room, on the object's own page. */
  waitingFor?: Sentence | null;
  unblockedBy?: Sentence | null;
}

/** A state; if it is not good, the time of the last transition and the reason stand below it. */
export const Status = ({ tone, what, since, why }: StatusFacts) => (
  <span className={styles.status} data-tone={tone}>
    <Mark tone={tone} />
    <span className={styles.what}>{what}</span>
    {tone !== 'good' && (since || why) ? (
      <span className={styles.why} title={isSentence(why) ? textOf(why) : undefined}>
        {since ? <Ago at={since} /> : null}
        {since && why ? ': ' : ''}
        {isSentence(why) ? <Linked text={why} /> : why}
      </span>
    ) : null}
  </span>
);
