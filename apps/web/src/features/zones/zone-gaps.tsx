import type { ZoneGap } from '@weft/shared/kinds/zones/zone';
import { Message } from '../../ui/text/message.js';
import { Ago } from '../../ui/time/time.js';
import { stateWords } from './zone-words.js';
import styles from './zones.module.css';

/** Zones that are missing in what the page shows, and why. */
export const ZoneGaps = ({ title, gaps }: { title: string; gaps: readonly ZoneGap[] }) =>
  gaps.length === 0 ? null : (
    <Message tone="warn">
      <p>{title}</p>
      <ul className={styles.gaps}>
        {gaps.map(({ zone, state, reason, asOf }) => (
          <li key={zone}>
            <strong>{zone}</strong> ({stateWords[state]}): {reason.message}.{' '}
            {asOf === null ? (
              'It has given no values yet.'
            ) : (
              <>
                Last values: <Ago at={asOf} />.
              </>
            )}
          </li>
        ))}
      </ul>
    </Message>
  );
