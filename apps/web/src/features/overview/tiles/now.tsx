import type { Overview } from '../../../api/types.js';
import { IoTiles } from '../../statistics/tiles/io-tiles.js';
import { Tiles } from '../../statistics/tiles/tile.js';
import { CpuTile } from './cpu-tile.js';

/** Live values of the cluster with their last hour: I/O as seen by all clients, and CPU load. */
export const Now = ({ overview: { cpu, at } }: { overview: Overview }) => (
  <Tiles label="Now">
    <IoTiles object="cluster" label="" source="All volumes, seen by their clients" />
    <CpuTile cpu={cpu} at={at} />
  </Tiles>
);
