import { formatBytes, formatNeeded } from '@weft/shared/units';
import type { Dependents } from '../../api/types.js';
import { Loaded } from '../../ui/loaded.js';
import { Linked } from '../../ui/text/linked.js';
import { messageSentence } from '../../ui/text/message-sentence.js';
import { SelectLink } from './choices.js';
import styles from './topology.module.css';

interface Props {
  of: { data: Dependents | undefined; error: unknown; refetch: () => unknown };
  /** The server has lost it. Its data path may still work: only the agent is known not to answer. */
  isLost?: boolean;
}

/** Dependents follow from other objects too, so no live change marks them stale: they are read again while visible. */
export const OFTEN = { refetchInterval: 5000 };

const EFFECTS = { 'fewer-paths': 'warn', degraded: 'warn', stalled: 'bad', lost: 'bad' } as const;
const MOST = 30;

/** Volumes that depend on the object: the effects of its loss now. */
export const DependentsView = ({ of, isLost = false }: Props) => (
  <div>
    <h3 id="dependents">{isLost ? 'If it is down, and not only its agent' : 'If it fails now'}</h3>
    <Loaded of={of} gone="It no longer exists.">
      {({ volumes, clientOf, repair }) => (
        <>
          {volumes.length + clientOf.length === 0 ? <p className="dimmed">No volumes are affected.</p> : null}
          <ul aria-labelledby="dependents" className={styles.choices}>
            {volumes.slice(0, MOST).map(({ volume, effect, attachedBy, ...message }) => (
              <li key={volume.id}>
                <span className={styles.mark} data-tone={EFFECTS[effect]} aria-hidden />
                <SelectLink select={`volume:${volume.id}`}>{volume.name}</SelectLink> {effect.replace('-', ' ')}:{' '}
                <Linked text={messageSentence(message)} />
                {attachedBy.length > 0 ? (
                  <>
                    ; attached by{' '}
                    {attachedBy.map(({ id, name }, at) => (
                      <span key={id}>
                        {at > 0 ? ', ' : ''}
                        <SelectLink select={`node:${id}`}>{name}</SelectLink>
                      </span>
                    ))}
                  </>
                ) : null}
              </li>
            ))}
            {clientOf.slice(0, MOST).map(({ attachmentId, volume }) => (
              <li key={attachmentId}>
                <span className={styles.mark} data-tone="warn" aria-hidden />
                Its use of <SelectLink select={`volume:${volume.id}`}>{volume.name}</SelectLink> would end, because it is the client.
              </li>
            ))}
          </ul>
          {Math.max(volumes.length, clientOf.length) > MOST ? (
            <p className="dimmed">
              The first {MOST} of each; {volumes.length + clientOf.length} in total.
            </p>
          ) : null}
          {repair.map(({ driveClass, neededBytes, availableBytes, enough, legs, placeableLegs }) => (
            <p key={driveClass.id} className={styles.repair}>
              Restoring redundancy in class {driveClass.name} needs {formatNeeded(neededBytes)}, of {formatBytes(availableBytes)} free
              elsewhere: {enough ? 'enough' : `not enough, ${placeableLegs} of ${legs} legs fit on a drive in another failure domain`}.
            </p>
          ))}
        </>
      )}
    </Loaded>
  </div>
);
