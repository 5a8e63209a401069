import { isTrouble, isWell } from '@weft/shared/kinds/condition-types';
import type { Condition } from '../api/types.js';
import { PlainTable } from '../table/plain-table.js';
import { Section } from '../ui/page.js';
import { Status } from '../ui/status.js';
import { Linked } from '../ui/text/linked.js';
import { type Sentence, sentenceOf, textOf } from '../ui/text/sentence.js';
import { Time } from '../ui/text/time.js';

/** Conditions of the objects on a page, problems first. */
export function Conditions({ of }: { of: readonly { about: Sentence; conditions: readonly Condition[] }[] }) {
  const rows = of
    .flatMap(({ about, conditions }) => conditions.map((condition) => ({ about, ...condition })))
    .sort((a, b) => Number(isWell(a)) - Number(isWell(b)));
  if (rows.length === 0) return null;
  return (
    <Section title="Conditions">
      <PlainTable
        label="Conditions"
        rows={rows}
        rowKey={({ about, type }) => `${textOf(about)} ${type}`}
        columns={[
          { name: 'Condition', cell: ({ type }) => type },
          { name: 'Of', cell: ({ about }) => <Linked text={about} />, whole: true },
          {
            name: 'Is',
            cell: (row) => <Status tone={isWell(row) ? 'good' : isTrouble(row) ? 'bad' : 'warn'} what={row.status} />,
          },
          { name: 'Since', cell: ({ since }) => <Time at={since} /> },
          { name: 'Because', cell: (row) => <Linked text={sentenceOf(row, 'message')} />, wide: true },
          { name: 'Waiting for', cell: (row) => <Linked text={sentenceOf(row, 'waitingFor')} /> },
          { name: 'Unblocked by', cell: (row) => <Linked text={sentenceOf(row, 'unblockedBy')} /> },
        ]}
      />
    </Section>
  );
}
