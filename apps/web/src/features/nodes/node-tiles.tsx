import { formatBytes } from '@weft/shared/units';
import type { Node } from '../../api/types.js';
import { IoTiles } from '../statistics/tiles/io-tiles.js';
import { FactsTile, Tiles } from '../statistics/tiles/tile.js';
import { nodeStatistics } from './node-statistics.js';

/** Live I/O of the node in its first role, beside its machine. Null: it has no role yet. */
export function NodeTiles({ node }: { node: Node }) {
  const io = nodeStatistics(node).find(({ figures }) => figures === 'io');
  if (!io) return null;
  return (
    <Tiles label={`${io.title} now`}>
      <IoTiles object={io.object} label={io.label} source={io.source} />
      <FactsTile title="Machine">
        <div>
          <dt>Role</dt>
          <dd>{node.roles.join(', ')}</dd>
        </div>
        <div>
          <dt>Threads</dt>
          <dd>{node.cpu?.threads ?? 'not known'}</dd>
        </div>
        <div>
          <dt>Memory</dt>
          <dd>{node.memoryBytes === null ? 'not known' : formatBytes(node.memoryBytes)}</dd>
        </div>
      </FactsTile>
    </Tiles>
  );
}
