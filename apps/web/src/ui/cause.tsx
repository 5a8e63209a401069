import type { ReactNode } from 'react';
import styles from './cause.module.css';
import type { StatusFacts, Tone } from './status.js';
import { Linked } from './text/linked.js';
import type { Noun } from './text/nouns.js';
import { Ago, Since } from './text/time.js';

/** Parts of a sentence after a state; each is optional. */
export interface CauseFacts {
  since?: string | null;
  because?: string | null;
  waitingFor?: string | null;
  unblockedBy?: string | null;
}

interface Props extends CauseFacts {
  tone: Tone;
  /** The state, and the object it belongs to. */
  what: ReactNode;
  nouns: readonly Noun[];
}

const ended = (text: string): string => text.replace(/[.;]+$/, '');

/** One sentence: state, since when, reason, blocker, and how to clear the blocker. */
export const Cause = ({ tone, what, since, because, waitingFor, unblockedBy, nouns }: Props) => (
  <p className={styles.cause} data-tone={tone}>
    <span className={styles.dot} aria-hidden />
    <span>
      <strong>{what}</strong>
      {since ? (
        <>
          {' '}
          since <Since at={since} /> (<Ago at={since} />)
        </>
      ) : null}
      {because ? (
        <>
          , because <Linked text={ended(because)} nouns={nouns} />
        </>
      ) : null}
      {waitingFor ? (
        <>
          ; <span className={styles.label}>waiting for</span> <Linked text={ended(waitingFor)} nouns={nouns} />
        </>
      ) : null}
      {unblockedBy ? (
        <>
          ; <span className={styles.label}>unblocked by</span> <Linked text={ended(unblockedBy)} nouns={nouns} />
        </>
      ) : null}
      .
    </span>
  </p>
);

/** The sentence for an object's own page, whose heading already names the object; null when it is healthy. */
export function causeOf(
  { tone, what, since, why, waitingFor, unblockedBy, nouns: own = [] }: StatusFacts,
  nouns: readonly Noun[],
): ReactNode {
  if (tone === 'good') return null;
  const facts = {
    since: since ?? null,
    because: typeof why === 'string' ? why : null,
    waitingFor: waitingFor ?? null,
    unblockedBy: unblockedBy ?? null,
  };
  return <Cause tone={tone} what={what} {...facts} nouns={[...nouns, ...own]} />;
}
