import type { ReactNode } from 'react';
import styles from './cause.module.css';
import { Mark, type Tone } from './marks/mark.js';
import type { StatusFacts } from './status.js';
import { Linked } from './text/linked.js';
import { isSentence, type Sentence } from './text/sentence.js';
import { Ago, Since } from './time/time.js';

/** Parts of a sentence after a state; each is optional. */
export interface CauseFacts {
  since?: string | null;
  because?: Sentence | null;
  waitingFor?: Sentence | null;
  unblockedBy?: Sentence | null;
}

interface Props extends CauseFacts {
  tone: Tone;
  /** The state, and the object it belongs to. */
  what: ReactNode;
}

/** One sentence: state, since when, reason, blocker, and how to clear the blocker. */
export const Cause = ({ tone, what, since, because, waitingFor, unblockedBy }: Props) => (
  <p className={styles.cause} data-tone={tone}>
    <Mark tone={tone} />
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
          , because <Linked text={because} />
        </>
      ) : null}
      <Blocker waitingFor={waitingFor} unblockedBy={unblockedBy} />.
    </span>
  </p>
);

/** The end of such a sentence: the blocker, and how to clear it. */
export const Blocker = ({ waitingFor, unblockedBy }: Pick<CauseFacts, 'waitingFor' | 'unblockedBy'>) => (
  <>
    {waitingFor ? (
      <>
        ; <span className={styles.label}>waiting for</span> <Linked text={waitingFor} />
      </>
    ) : null}
    {unblockedBy ? (
      <>
        ; <span className={styles.label}>unblocked by</span> <Linked text={unblockedBy} />
      </>
    ) : null}
  </>
);

/** The sentence for an object's own page, whose heading already names the object; null when it is healthy. */
export function causeOf({ tone, what, since, why, waitingFor, unblockedBy }: StatusFacts): ReactNode {
  if (tone === 'good') return null;
  const because = isSentence(why) ? why : null;
  return <Cause tone={tone} what={what} since={since} because={because} waitingFor={waitingFor} unblockedBy={unblockedBy} />;
}
