import styles from './plan-steps.module.css';
import { Linked } from './text/linked.js';
import type { Noun } from './text/nouns.js';

/** One step of a plan, on a node or by the server. */
export interface PlanStep {
  /** Name of the node; null: the server. */
  node: string | null;
  what: string;
}

/** The steps of a plan, in order; consecutive steps on one node are grouped. */
export const PlanSteps = ({ steps, nouns }: { steps: readonly PlanStep[]; nouns: readonly Noun[] }) => (
  <ol className={styles.steps} aria-label="Plan">
    {steps.map(({ node, what }, at) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: a plan is a fixed list, and two steps may read alike.
      <li key={at}>
        <span className={styles.node}>
          {node === null ? 'server' : steps[at - 1]?.node === node ? '' : <Linked text={node} nouns={nouns} />}
        </span>
        <span>
          <Linked text={what} nouns={nouns} />
        </span>
      </li>
    ))}
  </ol>
);
