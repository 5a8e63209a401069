import { formatBytes } from '@weft/shared/units';
import type { Node } from '../../api/types.js';
import { Provenance } from '../../provenance/provenance.js';
import { PartNumbers } from '../../ui/gauges/part-numbers.js';
import { shareOf } from '../../ui/gauges/share-of.js';
import { StackedBar } from '../../ui/gauges/stacked-bar.js';
import { UseBar } from '../../ui/gauges/use-bar.js';
import { Section } from '../../ui/page.js';
import { capacityWords, type NodeBytes, nodeBytes } from './node-provenance.js';

const partsOf = ({ capacity: { sizeBytes, usedBytes, unusableBytes } }: Node) => [
  { kind: 'used' as const, share: shareOf(usedBytes, sizeBytes) },
  { kind: 'reserved' as const, share: shareOf(unusableBytes, sizeBytes), isAtEnd: true },
];

/** Used, free and unusable bytes of a node's drives in the cell of a list. */
export const NodeUse = ({ node }: { node: Node }) => (
  <UseBar label={capacityWords(node)} parts={partsOf(node)}>
    {formatBytes(node.capacity.freeBytes)} free
  </UseBar>
);

const NUMBERS: readonly { field: NodeBytes; name: string; kind?: 'used' | 'reserved' }[] = [
  { field: 'usedBytes', name: 'used', kind: 'used' },
  { field: 'freeBytes', name: 'free' },
  { field: 'unusableBytes', name: 'unusable', kind: 'reserved' },
  { field: 'sizeBytes', name: 'total' },
];

/** The same, with all numbers. A node without drives has none. */
export function NodeCapacity({ node }: { node: Node }) {
  const { driveCount } = node.capacity;
  if (driveCount === 0) return null;
  return (
    <Section title={`Capacity of ${driveCount === 1 ? 'its drive' : `its ${driveCount} drives`}`}>
      <div className="stack">
        <StackedBar label={capacityWords(node)} parts={partsOf(node)} />
        <PartNumbers
          of={NUMBERS.map(({ field, ...rest }) => ({
            ...rest,
            value: <Provenance of={nodeBytes(node, field)}>{formatBytes(node.capacity[field])}</Provenance>,
          }))}
        />
      </div>
    </Section>
  );
}
