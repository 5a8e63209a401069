import styles from './plan-steps.module.css';
import { Linked, NounLink } from './text/linked.js';
import { nodeNoun } from './text/nouns.js';
import type { Sentence } from './text/sentence.js';

/** One step of a plan, on a node or by the server. */
export interface PlanStep {
  /** Without its id where only its name is known; null: the server. */
  node: { id?: string; name: string } | null;
  what: Sentence;
}

/** The steps of a plan, in order; consecutive steps on one node are grouped. */
export const PlanSteps = ({ steps }: { steps: readonly PlanStep[] }) => (
  <ol className={styles.steps} aria-label="Plan">
    {steps.map(({ node, what }, at) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: a plan is a fixed list, and two steps may read alike.
      <li key={at}>
        <span className={styles.node}>
          {node === null ? 'server' : steps[at - 1]?.node?.name === node.name ? '' : <PlanNode {...node} />}
        </span>
        <span>
          <Linked text={what} />
        </span>
      </li>
    ))}
  </ol>
);

const PlanNode = ({ id, name }: { id?: string; name: string }) => (id === undefined ? name : <NounLink noun={nodeNoun({ id, name })} />);
