import type { FailureDomain, Protection } from '@weft/shared/kinds/volume';
import type { PlacedLeg } from '../../../api/types.js';
import { Status } from '../../../ui/status.js';
import { type Survival, survivalsOf } from './survival.js';
import styles from './survival-view.module.css';

interface Props {
  protection: Protection;
  /** Of each byte. */
  copies: number;
  failureDomain: FailureDomain;
  legs: readonly PlacedLeg[];
}

/** Which single loss the placed volume survives: a picture of the loss and a sentence for each kind. */
export const SurvivalView = ({ protection, copies, failureDomain, legs }: Props) => (
  <ul className={styles.losses} aria-label="Losses">
    {survivalsOf(protection, failureDomain, legs, copies).map((survival) => (
      <li key={survival.loss} className={styles.loss} data-survived={survival.isSurvived}>
        <div className={styles.head}>
          <strong>One {survival.loss} lost</strong>
          <Status tone={survival.isSurvived ? 'good' : 'bad'} what={survival.isSurvived ? 'survives' : 'stops'} />
        </div>
        <Picture survival={survival} legs={legs} />
        <span className={styles.words}>{survival.words}</span>
      </li>
    ))}
  </ul>
);

/** Nodes with their legs as squares: a lost leg is crossed out, and the rest is hollow if the volume stops. */
function Picture({ survival: { example, isSurvived }, legs }: { survival: Survival; legs: readonly PlacedLeg[] }) {
  const nodes = [...new Map(legs.map(({ node }) => [node.id, node])).values()].sort((a, b) => a.name.localeCompare(b.name));
  const { name, outcome } = example;
  return (
    <div className={styles.picture} role="img" aria-label={`Without ${name}: ${outcome.words}`} title={`Without ${name}`}>
      {nodes.map((node) => {
        const its = legs.filter((leg) => leg.node.id === node.id);
        return (
          <span key={node.id} className={styles.node} data-lost={its.every(({ index }) => outcome.lost.includes(index))}>
            <span className={styles.name}>{node.name}</span>
            <span className={styles.legs}>
              {its.map(({ index }) => (
                <span
                  key={index}
                  className={styles.leg}
                  data-state={outcome.lost.includes(index) ? 'lost' : isSurvived ? 'kept' : 'stopped'}
                />
              ))}
            </span>
          </span>
        );
      })}
    </div>
  );
}
