import { api } from '../../api/client.js';
import type { Plan, PlanChange } from '../../api/types.js';
import { useDebounced } from '../../forms/use-debounced.js';
import { ProblemView } from '../../ui/problem-view.js';
import { Copyable } from '../../ui/text/copyable.js';
import { Linked } from '../../ui/text/linked.js';
import { Message } from '../../ui/text/message.js';
import { messageSentence } from '../../ui/text/message-sentence.js';
import styles from './plan-commands.module.css';

type PlannedNode = Plan['nodes'][number];

const textOf = ({ commands }: PlannedNode): string =>
  commands.map(({ command, condition }) => (condition === null ? command : `${command}  # ${condition}`)).join('\n');

/** The commands of a change by node, and what its agents would wait for. */
export function PlannedCommands({ change }: { change: PlanChange }) {
  // Compared as text: forms create a new change object on every key press, and most are equal.
  const rested = useDebounced(JSON.stringify(change));
  const body = JSON.parse(rested) as PlanChange;
  const plan = api.useQuery('post', '/api/v1/plans', { body }, { retry: false, staleTime: Number.POSITIVE_INFINITY, gcTime: 0 });
  if (plan.error) return <ProblemView error={plan.error} onRetry={() => plan.refetch()} />;
  if (!plan.data) return <p role="status">The commands are loading.</p>;
  const { nodes, waits, notes } = plan.data;
  return (
    <div className="stack" aria-busy={plan.isFetching}>
      {nodes.length > 0 ? (
        <p className={styles.note}>
          Not run yet. The agents would run these commands, as far as the server knows their nodes. A word in{' '}
          <code>{'<angle brackets>'}</code> stands for a value that only the kernel of that node knows. A line that begins with{' '}
          <code>#</code> is a check: if it fails, the agent stops there. Labels of legs are not listed: agents write them as LVM tags later.
        </p>
      ) : notes.length === 0 ? (
        <p>The agents would run no commands.</p>
      ) : null}
      {notes.map((note) => (
        <p key={note.message} className={styles.words}>
          <Linked text={messageSentence(note)} />
        </p>
      ))}
      {nodes.map((each, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an order of things to do; a node may be there twice.
        <section key={at} aria-label={`${each.node.name}, part ${at + 1}`}>
          {each.purpose !== null && each.purpose.message !== nodes[at - 1]?.purpose?.message ? (
            <p className={styles.purpose}>
              <Linked text={messageSentence(each.purpose)} />
            </p>
          ) : null}
          <h3 className={styles.node}>{each.node.name}</h3>
          <Copyable text={textOf(each)} label={`commands on ${each.node.name}`} />
        </section>
      ))}
      {waits.length > 0 ? (
        <Message tone="warn">
          {waits.map(({ node, ...wait }) => (
            <p key={`${node.id} ${wait.message}`}>
              {node.name} would wait: <Linked text={messageSentence(wait)} />.
            </p>
          ))}
        </Message>
      ) : null}
    </div>
  );
}
