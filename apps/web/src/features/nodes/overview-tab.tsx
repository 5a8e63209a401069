import type { Node } from '../../api/types.js';
import type { RangeSearch } from '../../charts/range.js';
import { PlainTable } from '../../table/plain-table.js';
import { Section } from '../../ui/page.js';
import { Message } from '../../ui/text/message.js';
import { WrongConditions } from '../conditions.js';
import { Statistics } from '../statistics/statistics.js';
import { NodeCapacity } from './node-capacity.js';
import { NodeFacts } from './node-facts.js';
import { nodeStatistics } from './node-statistics.js';
import { NodeTiles } from './node-tiles.js';

interface Props {
  node: Node;
  search: RangeSearch;
  onSearch: (search: RangeSearch) => void;
}

/** Orphans and conditions that are not as desired, its load now, the capacity of its drives, the machine, and its load. */
export function OverviewTab({ node, search, onSearch }: Props) {
  return (
    <>
      {node.orphans.length > 0 ? <Orphans of={node} /> : null}
      <WrongConditions of={[{ about: `node ${node.name}`, conditions: node.conditions }]} />
      <NodeTiles node={node} />
      <NodeCapacity node={node} />
      <NodeFacts node={node} />
      <Statistics search={search} onSearch={onSearch} of={nodeStatistics(node)} />
    </>
  );
}

const Orphans = ({ of: { orphans } }: { of: Node }) => (
  <Section title="Orphans">
    <Message tone="warn">
      <p>Weft objects on this node that no assignment lists. Weft never touches them. Check each before you remove it by hand.</p>
    </Message>
    <PlainTable
      label="Orphans"
      rows={orphans}
      rowKey={({ kind, name }) => `${kind} ${name}`}
      columns={[
        { name: 'Kind', cell: ({ kind }) => kind.replace('-', ' ') },
        { name: 'Name', cell: ({ name }) => <code>{name}</code> },
        { name: 'Detail', cell: ({ detail }) => detail, wide: true },
      ]}
    />
  </Section>
);
