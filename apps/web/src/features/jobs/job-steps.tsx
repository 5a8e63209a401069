import type { JobStep } from '../../api/types.js';
import { Status, type Tone } from '../../ui/status.js';
import { Linked } from '../../ui/text/linked.js';
import type { Noun } from '../../ui/text/nouns.js';
import styles from './job-steps.module.css';
import { ReasonView } from './reason-view.js';

const TONES: Record<JobStep['state'], Tone> = { pending: 'idle', running: 'busy', waiting: 'warn', done: 'good', failed: 'bad' };

/** Finished, running and pending steps, in order, each with its node. */
export const JobSteps = ({ steps, nouns }: { steps: readonly JobStep[]; nouns: readonly Noun[] }) => (
  <ol className={styles.steps} aria-label="Steps">
    {steps.map(({ name, node, state, reason, since }, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: steps are a fixed list, and two may have one name and node.
      <li key={index} className={styles.step}>
        <span>{name}</span>
        <span className="dimmed">
          <Linked text={node ?? 'server'} nouns={nouns} />
        </span>
        <Status tone={TONES[state]} what={state} since={state === 'pending' ? null : since} />
        {reason ? (
          <div className={styles.reason}>
            <ReasonView reason={reason} nouns={nouns} />
          </div>
        ) : null}
      </li>
    ))}
  </ol>
);
