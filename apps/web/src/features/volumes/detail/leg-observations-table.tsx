import { isMirrored } from '@weft/shared/kinds/volume';
import type { Volume } from '../../../api/types.js';
import { PlainTable } from '../../../table/plain-table.js';
import { Status, type StatusFacts } from '../../../ui/status.js';
import { Linked, NounLink } from '../../../ui/text/linked.js';
import type { Noun } from '../../../ui/text/nouns.js';
import { Ago } from '../../../ui/text/time.js';
import { arrayWord, exportWord, type LegWord, legWords, pathsWord, targetWord, verdictStatus, weftWord } from './leg-observations.js';
import styles from './leg-observations-table.module.css';

function Word({ said: { tone, what, since, why }, nouns }: { said: StatusFacts; nouns: readonly Noun[] }) {
  const isTold = tone !== 'good' && Boolean(why);
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
          {typeof why === 'string' ? <Linked text={why} nouns={nouns} /> : why}
        </div>
      ) : null}
    </>
  );
}

/** Reports of Weft, target and client about each leg, side by side, with the resulting verdict. */
export function LegTruthTable({ volume, nouns }: { volume: Volume; nouns: readonly Noun[] }) {
  const rows = legWords(volume.legs);
  const clients = new Set(rows.map(({ view }) => view?.client.id));
  const said = (name: string, word: (row: LegWord) => StatusFacts) => ({
    name,
    cell: (row: LegWord) => <Word said={word(row)} nouns={nouns} />,
  });
  return (
    <PlainTable
      label="Leg truth"
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
        said('Weft counts it', weftWord),
        said('Target has it', targetWord),
        said('Target exports it', exportWord),
        said('Client’s paths', pathsWord),
        said('Client’s md', (row) => arrayWord(row, isMirrored(volume.protection))),
        said('So it is', ({ leg }) => verdictStatus(leg)),
      ]}
    />
  );
}
