import { isMirrored } from '@weft/shared/kinds/volume';
import type { Volume } from '../../../api/types.js';
import { PlainTable } from '../../../table/plain-table.js';
import { Status } from '../../../ui/status.js';
import { Linked, NounLink } from '../../../ui/text/linked.js';
import { Ago } from '../../../ui/text/time.js';
import {
  arrayWord,
  exportWord,
  type LegFacts,
  type LegWord,
  legWords,
  pathsWord,
  targetWord,
  verdictFacts,
  weftWord,
} from './leg-observations.js';
import styles from './leg-observations-table.module.css';

function Word({ said: { tone, what, since, why } }: { said: LegFacts }) {
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

/** Reports of Weft, target and client about each leg, side by side, with the resulting verdict. */
export function LegTruthTable({ volume }: { volume: Volume }) {
  const rows = legWords(volume.legs);
  const clients = new Set(rows.map(({ view }) => view?.client.id));
  const said = (name: string, word: (row: LegWord) => LegFacts) => ({
    name,
    cell: (row: LegWord) => <Word said={word(row)} />,
  });
  return (
    <PlainTable
      label="Leg observations"
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
        said('Weft', weftWord),
        said('Target', targetWord),
        said('Export', exportWord),
        said('Client’s paths', pathsWord),
        said('Client’s md', (row) => arrayWord(row, isMirrored(volume.protection))),
        said('Leg state', ({ leg }) => verdictFacts(leg)),
      ]}
    />
  );
}
