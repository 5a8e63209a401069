import type { Node } from '../../api/types.js';
import type { StatisticsOf } from '../statistics/statistics-group.js';

/** The machine, and its I/O in each role: the I/O of a target's legs and the I/O of a client's volumes are different. */
export function nodeStatistics({ id, name, roles }: Node): StatisticsOf[] {
  const of: StatisticsOf[] = [
    {
      title: 'Machine',
      object: `node:${id}`,
      label: name,
      figures: roles.includes('target') ? 'machine' : 'client-machine',
      source: `Node ${name}, its own counters`,
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
