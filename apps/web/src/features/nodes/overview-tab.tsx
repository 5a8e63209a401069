import type { Node } from '../../api/types.js';
import type { RangeSearch } from '../../charts/range.js';
import { paths } from '../../paths/paths.js';
import { OnlyNow } from '../../ui/only-now.js';
import { TextLink } from '../../ui/text/links.js';
import { WrongConditions } from '../conditions.js';
import { Statistics } from '../statistics/statistics.js';
import { NodeCapacity } from './node-capacity.js';
import { NodeFacts } from './node-facts.js';
import { NodeOrphans } from './node-orphans.js';
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
      <OnlyNow>{node.orphans.count > 0 ? <NodeOrphans node={node} /> : null}</OnlyNow>
      <WrongConditions of={[{ about: `node ${node.name}`, conditions: node.conditions }]} />
      <OnlyNow>
        <p>
          <TextLink {...paths.preflight({ nodeId: node.id })}>Preflight of {node.name}</TextLink>
        </p>
      </OnlyNow>
      <NodeTiles node={node} />
      <NodeCapacity node={node} />
      <NodeFacts node={node} />
      <Statistics search={search} onSearch={onSearch} of={nodeStatistics(node)} />
    </>
  );
}
