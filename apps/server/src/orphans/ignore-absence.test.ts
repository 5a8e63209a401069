import { NODE_UNREADABLE } from '@weft/shared/kinds/condition-types';
import { describe, expect, it } from 'vitest';
import { node } from '../domain/world/worlds.fixture.js';
import { absenceAfter, type LookedAtNode } from './ignore-absence.js';

const NOW = new Date('2026-11-26T12:00:00Z');
const hoursAgo = (hours: number): Date => new Date(NOW.getTime() - hours * 3_600_000);
const at = (status: Partial<LookedAtNode['status']> = {}): LookedAtNode => {
  const connection = { state: 'online' as const, since: hoursAgo(100), serverId: 's' };
  return { _id: 't1', status: { ...node('t1').status, connection, conditions: [], ...status } };
};
const absent = (before: Date | null, of: LookedAtNode | undefined = at()) => absenceAfter(before, { listed: false, node: of }, NOW);

describe('absenceAfter', () => {
  it('begins when the online node does not have the orphan, and goes on', () => {
    expect(absent(null)).toEqual(NOW);
    expect(absent(hoursAgo(23.9))).toEqual(hoursAgo(23.9));
  });

  it('ends in forgetting after 24 h', () => {
    expect(absent(hoursAgo(24))).toBe('forget');
  });

  it('ends when the orphan is listed again', () => {
    expect(absenceAfter(hoursAgo(23), { listed: true, node: at() }, NOW)).toBeNull();
  });

  it.each([
    ['is offline', { connection: { state: 'lost' as const, since: hoursAgo(30), serverId: null } }],
    ['follows another history', { historyDoubt: { id: 'd' } as never }],
    ['cannot read its storage', { conditions: [{ type: NODE_UNREADABLE, status: 'true', since: '', reason: 'r', message: 'm' } as never] }],
  ])('counts no absence while the node %s', (_, status) => {
    expect(absent(hoursAgo(100), at(status))).toBeNull();
  });

  it('counts from the return of a node that was offline between two looks', () => {
    const back = at({ connection: { state: 'online', since: hoursAgo(2), serverId: 's' } });
    expect(absent(hoursAgo(100), back)).toEqual(hoursAgo(2));
  });

  it('forgets an orphan of a node that was removed', () => {
    expect(absenceAfter(null, { listed: false, node: undefined }, NOW)).toBe('forget');
  });
});
