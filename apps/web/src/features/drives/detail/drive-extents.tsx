import { formatBytes } from '@weft/shared/units';
import { api } from '../../../api/client.js';
import type { Drive } from '../../../api/types.js';
import { Provenance } from '../../../provenance/provenance.js';
import { PAGE_ROWS } from '../../../table/rows/list-search.js';
import { legState } from '../../../topology/states.js';
import { EntityLink } from '../../../ui/entity/entity-link.js';
import { useEntityCard } from '../../../ui/entity/use-entity-card.js';
import { Mark } from '../../../ui/marks/mark.js';
import { Section } from '../../../ui/page.js';
import { ProblemView } from '../../../ui/problem-view.js';
import { Status, type StatusFacts } from '../../../ui/status.js';
import { volumeNoun } from '../../../ui/text/nouns.js';
import { sentence, sentenceOf } from '../../../ui/text/sentence.js';
import { driveBytes } from '../drive-provenance.js';
import styles from './drive-extents.module.css';
import { type Extent, extentsOf } from './extents.js';
import { type DriveLeg, legsOn } from './legs-on.js';

export const useVolumesOn = ({ id }: Drive) =>
  api.useQuery('get', '/api/v1/volumes', { params: { query: { driveId: id, sort: 'name', limit: PAGE_ROWS } } });

/** The capacity as one bar: legs, free space, reserve. */
export function DriveExtents({ drive }: { drive: Drive }) {
  const volumes = useVolumesOn(drive);
  const legs = volumes.data && legsOn(drive.id, volumes.data.items);
  const extents = extentsOf(drive, legs ?? []);
  const missing = volumes.data ? volumes.data.total - volumes.data.items.length : 0;
  return (
    <Section title="Capacity">
      <div className={styles.stage}>
        <div className={styles.map} role="img" aria-label={barText(drive, legs)}>
          {extents.map((extent) => (
            <Part key={extent.kind === 'leg' ? extent.leg.id : extent.kind} extent={extent} />
          ))}
        </div>
        <Numbers drive={drive} extents={extents} />
        {volumes.error ? <ProblemView error={volumes.error} onRetry={() => volumes.refetch()} /> : null}
        {legs ? <Legs legs={legs} /> : null}
        {missing > 0 ? (
          <p className={styles.note}>
            The legs of the first {volumes.data?.items.length} of {volumes.data?.total} volumes.
          </p>
        ) : null}
      </div>
    </Section>
  );
}

const barText = ({ sizeBytes, role }: Drive, legs: readonly DriveLeg[] | undefined): string => {
  if (legs === undefined) return 'The legs are loading';
  const bytes = legs.reduce((sum, leg) => sum + leg.sizeBytes, 0);
  const noun = role === 'cache' ? 'cache' : 'leg';
  return `${legs.length === 1 ? `1 ${noun} uses` : `${legs.length} ${noun}s use`} ${formatBytes(bytes)} of ${formatBytes(sizeBytes)}`;
};

const NAMES = { other: 'other allocations', free: 'free', reserve: 'reserve' };
const outsideName = ({ state }: Drive) => (state === 'in-service' ? 'metadata' : 'not in service');

function Part({ extent }: { extent: Extent }) {
  if (extent.kind === 'leg') return <LegPart leg={extent.leg} />;
  return <span className={styles.part} data-kind={extent.kind} style={{ flexGrow: extent.sizeBytes }} />;
}

/** Its name stands in it where it has room for it; the list below names each. */
function LegPart({ leg }: { leg: DriveLeg }) {
  const { opener, card } = useEntityCard('volume', leg.volume.id, `${leg.volume.name}, leg ${leg.index}`);
  const { tone } = statusOf(leg);
  return (
    <span className={styles.part} data-kind="leg" data-tone={tone} style={{ flexGrow: leg.sizeBytes }} {...opener}>
      <span className={styles.name}>
        <Mark tone={tone} />
        <span>{leg.volume.name}</span>
      </span>
      {card}
    </span>
  );
}

function Numbers({ drive, extents }: { drive: Drive; extents: readonly Extent[] }) {
  const inLegs = extents.flatMap((extent) => (extent.kind === 'leg' ? extent.sizeBytes : [])).reduce((sum, bytes) => sum + bytes, 0);
  return (
    <p className={styles.numbers}>
      <span data-kind="leg">
        {formatBytes(inLegs)} <span className="dimmed">{drive.role === 'cache' ? 'in caches' : 'in legs'}</span>
      </span>
      {extents.map(({ kind, sizeBytes }) =>
        kind === 'leg' ? null : (
          <span key={kind} data-kind={kind}>
            {kind === 'free' ? (
              <Provenance of={driveBytes(drive, 'freeBytes')}>{formatBytes(sizeBytes)}</Provenance>
            ) : (
              formatBytes(sizeBytes)
            )}{' '}
            <span className="dimmed">
              {kind === 'outside' ? outsideName(drive) : kind === 'other' && drive.pool ? 'pool of thin legs' : NAMES[kind]}
            </span>
          </span>
        ),
      )}
      <span>
        <Provenance of={driveBytes(drive, 'sizeBytes')}>{formatBytes(drive.sizeBytes)}</Provenance> <span className="dimmed">total</span>
      </span>
    </p>
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

function partText({ kind, index, bytes }: DriveLeg): string {
  if (kind === 'thin-leg') return `thin leg ${index}, up to ${formatBytes(bytes)}`;
  return `${kind === 'cache' ? 'cache of leg' : 'leg'} ${index}, ${formatBytes(bytes)}`;
}

const Legs = ({ legs }: { legs: readonly DriveLeg[] }) =>
  legs.length === 0 ? (
    <p className={styles.note}>No legs.</p>
  ) : (
    <>
      <ul className={styles.list} aria-label="Legs on it">
        {legs.map((leg) => (
          <li key={leg.id}>
            <EntityLink kind="volume" id={leg.volume.id} name={leg.volume.name} /> {partText(leg)} <Status {...statusOf(leg)} />
          </li>
        ))}
      </ul>
      <p className={styles.note}>Largest first. The widths are sizes: the positions on the drive are not reported.</p>
    </>
  );
