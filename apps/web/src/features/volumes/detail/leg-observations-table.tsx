import { isMirrored } from '@weft/shared/kinds/volume';
import type { Leg, Volume } from '../../../api/types.js';
import { PlainTable } from '../../../table/plain-table.js';
import { Fold } from '../../../ui/fold.js';
import { Status } from '../../../ui/status.js';
import { Linked, NounLink } from '../../../ui/text/linked.js';
import { Ago } from '../../../ui/time/time.js';
import { isSound } from '../leg-status.js';
import {
  arrayFacts,
  assignedFacts,
  exportFacts,
  healthFacts,
  type LegFacts,
  type LegReport,
  legReports,
  pathsFacts,
  targetFacts,
} from './leg-observations.js';
import styles from './leg-observations-table.module.css';

function Facts({ facts: { tone, what, since, why } }: { facts: LegFacts }) {
  const isTold = tone !== 'good' && why !== undefined && why.length > 0;
  return (
    <>
      <Status tone={tone} what={what} />
      {isTold ? (
        <div className={styles.why}>
          {since ? (
            <>
              <Ago at={since} />:{' '}
            </>
          ) : null}
          <Linked text={why} />
        </div>
      ) : null}
    </>
  );
}

/** The observations of more legs than this fold away, except of those with a problem. */
const MOST_UNFOLDED = 6;
const isDoubtful = (leg: Leg) => !isSound(leg) || healthFacts(leg).tone !== 'good';

/** The observations of all legs; of many legs, those as desired are folded. */
export function LegObservations({ volume }: { volume: Volume }) {
  const { legs } = volume;
  if (legs.length <= MOST_UNFOLDED) return <LegObservationsTable label="Leg observations" volume={volume} legs={legs} />;
  const [doubtful, sound] = [legs.filter(isDoubtful), legs.filter((leg) => !isDoubtful(leg))];
  return (
    <>
      {doubtful.length > 0 ? <LegObservationsTable label="Leg observations" volume={volume} legs={doubtful} /> : null}
      {sound.length > 0 ? (
        <Fold summary={`Observations of ${sound.length} ${sound.length === 1 ? 'leg' : 'legs'} as desired`}>
          <LegObservationsTable label="Observations of legs as desired" volume={volume} legs={sound} />
        </Fold>
      ) : null}
    </>
  );
}

/** Reports of Weft, target and client about each leg, side by side, with the resulting health. */
function LegObservationsTable({ label, volume, legs }: { label: string; volume: Volume; legs: readonly Leg[] }) {
  const rows = legReports(legs);
  const clients = new Set(rows.map(({ view }) => view?.client.id));
  const observed = (name: string, facts: (row: LegReport) => LegFacts) => ({
    name,
    cell: (row: LegReport) => <Facts facts={facts(row)} />,
  });
  return (
    <PlainTable
      label={label}
      rows={rows}
      rowKey={({ leg, view }) => `${leg.id} ${view?.attachmentId}`}
      columns={[
        {
          name: 'Leg',
          cell: ({ leg, view }) => (
            <span className={styles.leg}>
              Leg {leg.index} on <NounLink noun={{ kind: 'node', ...leg.node }} />
              {view && clients.size > 1 ? `, ${view.client.name}` : ''}
            </span>
          ),
        },
        observed('Weft', assignedFacts),
        observed('Target', targetFacts),
        observed('Export', exportFacts),
        observed('Client’s paths', pathsFacts),
        observed('Client’s md', (row) => arrayFacts(row, isMirrored(volume.protection))),
        observed('Leg state', ({ leg }) => healthFacts(leg)),
      ]}
    />
  );
}
