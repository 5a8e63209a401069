import type { VolumeForm } from './form/volume-schema.js';
import styles from './intent-choice.module.css';
import { intentOf, intents } from './intents.js';

interface Props {
  values: VolumeForm;
  onChoose: (change: Partial<VolumeForm>) => void;
}

/** Sets protection and failure domain by the intent of the volume. */
export function IntentChoice({ values, onChoose }: Props) {
  const chosen = intentOf(values);
  return (
    <fieldset>
      <legend>For</legend>
      <div className={styles.intents}>
        {intents.map((intent) => (
          <button
            key={intent.name}
            type="button"
            className={styles.intent}
            aria-pressed={intent === chosen}
            onClick={() => onChoose(intent.values)}
          >
            <strong>{intent.name}</strong>
            <span className="dimmed">{intent.why}</span>
          </button>
        ))}
      </div>
      {chosen ? null : <p className={styles.byHand}>Chosen by hand.</p>}
    </fieldset>
  );
}
