import type { JobStep } from '../../api/types.js';
import type { Tone } from '../../ui/marks/mark.js';
import { Status } from '../../ui/status.js';
import { Linked, NounLink } from '../../ui/text/linked.js';
import { nodeNoun } from '../../ui/text/nouns.js';
import { stepSentence } from './job-sentences.js';
import styles from './job-steps.module.css';
import { ReasonView } from './reason-view.js';

const TONES: Record<JobStep['state'], Tone> = { pending: 'idle', running: 'busy', waiting: 'warn', done: 'good', failed: 'bad' };

/** Finished, running and pending steps, in order, each with its node. */
export const JobSteps = ({ steps }: { steps: readonly JobStep[] }) => (
  <ol className="lines" aria-label="Steps">
    {steps.map((step, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: steps are a fixed list, and two may have one name and node.
      <li key={index} className={styles.step}>
        <span>
          <Linked text={stepSentence(step)} />
        </span>
        <span className="dimmed">
          <StepNode step={step} />
        </span>
        <Status tone={TONES[step.state]} what={step.state} since={step.state === 'pending' ? null : step.since} />
        {step.reason ? (
          <div className={styles.reason}>
            <ReasonView reason={step.reason} />
          </div>
        ) : null}
      </li>
    ))}
  </ol>
);

const StepNode = ({ step: { node, nodeId } }: { step: JobStep }) => {
  if (node === null) return 'server';
  return nodeId === undefined ? node : <NounLink noun={nodeNoun({ id: nodeId, name: node })} />;
};
