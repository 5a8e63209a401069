import { formatBytes } from '@weft/shared/units';
import { api } from '../../api/client.js';
import type { Drive } from '../../api/types.js';
import { legState } from '../../topology/states.js';
import { Loaded } from '../../ui/loaded.js';
import { Section } from '../../ui/page.js';
import { Status, type StatusFacts } from '../../ui/status.js';
import { NounLink } from '../../ui/text/linked.js';
import { volumeNoun } from '../../ui/text/nouns.js';
import { sentence, sentenceOf } from '../../ui/text/sentence.js';
import styles from './drive-legs.module.css';
import { type DriveLeg, legsOn } from './legs-on.js';

/** Largest page size of the API. */
const MOST = 200;

/** How a drive's bytes are divided among its legs. Not their position on the drive: LVM does not report it. */
export function DriveLegs({ drive }: { drive: Drive }) {
  const volumes = api.useQuery('get', '/api/v1/volumes', { params: { query: { driveId: drive.id, sort: 'name', limit: MOST } } });
  return (
    <Section title="Legs on it">
      <Loaded of={volumes} gone="The drive was removed.">
        {({ items, total }) => (
          <>
            <LegMap drive={drive} legs={legsOn(drive.id, items)} />
            {total > items.length ? (
              <p className="dimmed">
                The first {items.length} of {total} volumes.
              </p>
            ) : null}
          </>
        )}
      </Loaded>
    </Section>
  );
}

const statusOf = (leg: DriveLeg): StatusFacts =>
  leg.obsolete
    ? {
        tone: 'warn',
        what: `of epoch ${leg.obsolete.epoch}`,
        why: sentence`${leg.obsolete.why.replace('-', ' ')}; unblocked by discarding it on the page of ${volumeNoun(leg.volume)}`,
      }
    : { ...legState(leg.health), ...said(leg) };

/** The list of volumes has no reports of the observers; the volume's own page has them. */
function said({ conditions, volume }: DriveLeg) {
  const wrong = conditions.find(({ status }) => status !== 'true');
  return {
    since: wrong?.since ?? null,
    why: wrong ? sentenceOf(wrong) : sentence`see the observations on the page of ${volumeNoun(volume)}`,
  };
}

function LegMap({ drive, legs }: { drive: Drive; legs: readonly DriveLeg[] }) {
  if (legs.length === 0) return <p className="dimmed">None.</p>;
  const taken = legs.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  const rest = Math.max(0, drive.sizeBytes - taken);
  return (
    <>
      <div
        className={styles.map}
        role="img"
        aria-label={`${legs.length === 1 ? '1 leg uses' : `${legs.length} legs use`} ${formatBytes(taken)} of ${formatBytes(drive.sizeBytes)}`}
      >
        {legs.map((leg) => (
          <span
            key={leg.id}
            className={styles.leg}
            data-tone={statusOf(leg).tone}
            style={{ flexGrow: leg.sizeBytes / drive.sizeBytes }}
            title={`${leg.volume.name}, leg ${leg.index}: ${formatBytes(leg.sizeBytes)}`}
          />
        ))}
        <span className={styles.rest} style={{ flexGrow: rest / drive.sizeBytes }} title={`Not used by legs: ${formatBytes(rest)}`} />
      </div>
      <ul className={styles.list} aria-label="Legs on it">
        {legs.map((leg) => (
          <li key={leg.id}>
            <NounLink noun={volumeNoun(leg.volume)} /> leg {leg.index}, {formatBytes(leg.sizeBytes)} <Status {...statusOf(leg)} />
          </li>
        ))}
      </ul>
    </>
  );
}
