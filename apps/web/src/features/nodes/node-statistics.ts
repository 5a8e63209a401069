import type { Node } from '../../api/types.js';
import type { Threshold } from '../../charts/axis/threshold.js';
import type { StatisticsOf } from '../statistics/statistics-group.js';

/** What all NICs with a link carry together in each direction; none if the speed of one is unknown. */
export function lineRate(nics: Node['nics']): Threshold[] {
  const speeds = nics.filter(({ up }) => up).map(({ speedBitsPerSecond }) => speedBitsPerSecond);
  if (speeds.length === 0 || speeds.includes(null)) return [];
  const value = speeds.reduce<number>((sum, speed) => sum + (speed ?? 0), 0) / 8;
  return [{ metric: 'nic-receive', value, text: 'line rate of all NICs' }];
}

/** The machine, and its I/O in each role: the I/O of a target's legs and the I/O of a client's volumes are different. */
export function nodeStatistics({ id, name, roles, nics }: Node): StatisticsOf[] {
  const of: StatisticsOf[] = [
    {
      title: 'Machine',
      object: `node:${id}`,
      label: name,
      figures: roles.includes('target') ? 'machine' : 'client-machine',
      source: `Node ${name}, its own counters`,
      thresholds: lineRate(nics),
    },
  ];
  if (roles.includes('target'))
    of.push({
      title: 'I/O as a target',
      object: `target:${id}`,
      label: name,
      figures: 'io',
      source: `All legs on node ${name}, seen by it`,
    });
  if (roles.includes('client'))
    of.push({
      title: 'I/O as a client',
      object: `client:${id}`,
      label: name,
      figures: 'io',
      source: `All volumes attached to node ${name}, seen by it`,
    });
  return of;
}
