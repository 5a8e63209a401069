import type { AlertNode, AlertWorld } from './alert-world.js';
import { countedLosses, lossesOf } from './memory.js';
import { CLUSTER, type Memories, nodeObject, type Reading, reading } from './reading.js';
import type { Thresholds } from './thresholds.js';

/** From this number of flapping nodes in one rack on, the rack has one alert. */
const RACK_FROM = 4;

const rackOf = ({ labels: { zone = '', rack = '' } }: AlertNode): string => `rack ${zone}/${rack}`;

/**
 * Nodes whose connection comes and goes. WeftNodeSilent needs a minute without a connection, which such a node may never have. Many of one rack (or
 * without one) are one alert: its switch, or its power.
 */
export function flappingReadings({ now, nodes }: AlertWorld, thresholds: Thresholds, memories: Memories): Reading[] {
  const counters = new Map(nodes.flatMap(({ id, connectionLosses }) => (connectionLosses > 0 ? [[id, connectionLosses]] : [])));
  const memory = countedLosses(memories.get('WeftNodeFlapping'), counters, now);
  memories.set(memory);
  const threshold = thresholds.of('WeftNodeFlapping');
  const flapping = nodes.filter(({ id }) => lossesOf(memory.entries[id]) >= threshold);
  const inRack = new Map<string, number>();
  for (const node of flapping) inRack.set(rackOf(node), (inRack.get(rackOf(node)) ?? 0) + 1);
  return flapping.map((node) =>
    reading({
      ...{ rule: 'WeftNodeFlapping', subject: nodeObject(node), labels: { node: node.name }, nodeIds: [node.id] },
      ...{ value: lossesOf(memory.entries[node.id]), threshold },
      ...((inRack.get(rackOf(node)) ?? 0) >= RACK_FROM ? { about: CLUSTER, part: rackOf(node) } : {}),
    }),
  );
}
