import type { Protection } from '@weft/shared/kinds/volume';
import type { Node, PlacedLeg } from '../../../api/types.js';
import type { Tone } from '../../../ui/marks/mark.js';
import { Status } from '../../../ui/status.js';
import styles from './rack-view.module.css';
import { type Outcome, outcomeOf } from './what-if.js';

interface Props {
  protection: Protection;
  /** Of each byte. */
  copies: number;
  legs: readonly PlacedLeg[];
  /** Source of the racks; for a missing node the rack is unknown. */
  nodes: ReadonlyMap<string, Node>;
  /** Ids of the nodes that the user has marked as lost. */
  failed: ReadonlySet<string>;
  onFailed: (failed: ReadonlySet<string>) => void;
}

const NO_RACK = '';
const TONES: Record<Outcome['state'], Tone> = { whole: 'good', degraded: 'warn', unavailable: 'bad' };

/** Nodes in racks, with the numbers of their legs; the placement above has the rest. The user can mark nodes and racks as lost to see the effect on the volume. */
export function RackView({ protection, copies, legs, nodes, failed, onFailed }: Props) {
  const placed = [...new Map(legs.map(({ node }) => [node.id, node])).values()].sort((a, b) => a.name.localeCompare(b.name));
  const rackOf = (id: string) => nodes.get(id)?.labels['rack'] ?? NO_RACK;
  const racks = [...new Set(placed.map(({ id }) => rackOf(id)))].sort((a, b) => a.localeCompare(b));
  // Only nodes that are still in the placement: it changes with every key press in the form.
  const gone = new Set(placed.map(({ id }) => id).filter((id) => failed.has(id)));
  const outcome = outcomeOf(protection, legs, gone, copies);
  const toggle = (ids: readonly string[]) => {
    const all = ids.every((id) => gone.has(id));
    onFailed(new Set([...gone].filter((id) => !ids.includes(id)).concat(all ? [] : ids)));
  };
  return (
    <div className="stack">
      <p className={styles.outcome} role="status" aria-label="What if">
        {gone.size === 0 ? (
          <span className="dimmed">Select a node or rack to see the volume without it.</span>
        ) : (
          <>
            <Status tone={TONES[outcome.state]} what={outcome.state} /> Without{' '}
            {placed
              .filter(({ id }) => gone.has(id))
              .map(({ name }) => name)
              .join(', ')}
            : {outcome.words}
          </>
        )}
      </p>
      <div className={styles.racks}>
        {racks.map((rack) => {
          const inRack = placed.filter(({ id }) => rackOf(id) === rack);
          const ids = inRack.map(({ id }) => id);
          const isGone = ids.every((id) => gone.has(id));
          return (
            <div key={rack} className={styles.rack}>
              {rack === NO_RACK ? (
                <span className={styles.none}>no rack label</span>
              ) : (
                <button type="button" className={styles.head} aria-pressed={isGone} onClick={() => toggle(ids)}>
                  Rack {rack}
                </button>
              )}
              {inRack.map(({ id, name }) => (
                <div key={id} className={styles.node} data-gone={gone.has(id)}>
                  <button type="button" className={styles.head} aria-pressed={gone.has(id)} onClick={() => toggle([id])}>
                    Node {name}
                  </button>
                  <ul className={styles.legs}>
                    {legs
                      .filter(({ node }) => node.id === id)
                      .map((leg) => (
                        <li key={leg.index}>Leg {leg.index}</li>
                      ))}
                  </ul>
                </div>
              ))}
            </div>
          );
        })}
      </div>
    </div>
  );
}
