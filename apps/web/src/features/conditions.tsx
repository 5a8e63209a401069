import { isTrouble, isWell } from '@weft/shared/kinds/condition-types';
import type { Condition } from '../api/types.js';
import { PlainTable } from '../table/plain-table.js';
import { Blocker } from '../ui/cause.js';
import { Fold } from '../ui/fold.js';
import { Section } from '../ui/page.js';
import { Status } from '../ui/status.js';
import { Linked } from '../ui/text/linked.js';
import { type Sentence, sentenceOf, textOf } from '../ui/text/sentence.js';
import { Time } from '../ui/time/time.js';

interface Row extends Condition {
  about: Sentence;
}

/** Conditions of the objects on a page: those that are not as desired; the others are folded. */
export function Conditions({ of }: { of: readonly { about: Sentence; conditions: readonly Condition[] }[] }) {
  const rows = of.flatMap(({ about, conditions }) => conditions.map((condition): Row => ({ about, ...condition })));
  if (rows.length === 0) return null;
  const [well, others] = [rows.filter(isWell), rows.filter((row) => !isWell(row))];
  return (
    <Section title="Conditions">
      {others.length > 0 ? <ConditionTable label="Conditions" rows={others} /> : null}
      {well.length > 0 ? (
        <Fold summary={`${well.length} ${well.length === 1 ? 'condition' : 'conditions'} as desired`}>
          <ConditionTable label="Conditions as desired" rows={well} />
        </Fold>
      ) : null}
    </Section>
  );
}

/** Only those that are not as desired, for a page that has the rest elsewhere. */
export const WrongConditions = ({ of }: Parameters<typeof Conditions>[0]) => (
  <Conditions of={of.map(({ about, conditions }) => ({ about, conditions: conditions.filter((each) => !isWell(each)) }))} />
);

/** The problem of a tab with these conditions; null: there is none. */
export function conditionTrouble(conditions: readonly Condition[]): string | null {
  const wrong = conditions.filter((each) => !isWell(each)).length;
  return wrong === 0 ? null : `${wrong} ${wrong === 1 ? 'condition' : 'conditions'} not as desired`;
}

const ConditionTable = ({ label, rows }: { label: string; rows: readonly Row[] }) => (
  <PlainTable
    label={label}
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
      {
        name: 'Because',
        cell: (row) => (
          <>
            <Linked text={sentenceOf(row, 'message')} />
            <Blocker waitingFor={sentenceOf(row, 'waitingFor')} unblockedBy={sentenceOf(row, 'unblockedBy')} />
          </>
        ),
        wide: true,
      },
    ]}
  />
);
