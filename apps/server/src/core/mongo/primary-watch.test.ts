import { EventEmitter } from 'node:events';
import type { MongoClient } from 'mongodb';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { absenceOf, PrimaryWatch } from './primary-watch.js';

const NOW = 1_000_000;
const member = (type: string, writtenAgoMs = 0) => ({ type, lastWriteDate: NOW - writtenAgoMs }) as Parameters<typeof absenceOf>[0][number];

describe('absenceOf', () => {
  it('takes the age of the oldest member that can be read', () => {
    const members = [member('RSSecondary', 12_000), member('RSSecondary', 3_600_000), member('Unknown')];
    expect(absenceOf(members, 9_000, NOW)).toEqual({ forSeconds: 9, members: 3, reachable: 2, ageSeconds: 3600 });
  });

  it('is at least as old as the absence, whatever the clock of the member shows', () => {
    expect(absenceOf([member('RSSecondary', -50_000)], 9_100, NOW).ageSeconds).toBe(10);
  });

  it('has no age without a member that can be read', () => {
    expect(absenceOf([member('Unknown'), member('RSOther')], 9_000, NOW)).toMatchObject({ reachable: 1, ageSeconds: null });
  });
});

describe('PrimaryWatch', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  function watched() {
    const client = Object.assign(new EventEmitter(), { topology: { description: { servers: new Map() } } });
    const watch = new PrimaryWatch(client as unknown as MongoClient, 5000);
    const changes: boolean[] = [];
    watch.onChange(() => changes.push(watch.absence !== null));
    const become = (...types: string[]) => {
      const servers = new Map(types.map((type, at) => [String(at), { type, lastWriteDate: Date.now() }]));
      client.topology.description = { servers };
      client.emit('topologyDescriptionChanged', { newDescription: { servers } });
    };
    return { watch, changes, become };
  }

  it('reports no absence for an election, and one when there is no primary for 5 s', () => {
    const { watch, changes, become } = watched();
    become('RSPrimary', 'RSSecondary');
    become('RSSecondary', 'RSSecondary');
    vi.advanceTimersByTime(4000);
    become('RSPrimary', 'RSSecondary');
    vi.advanceTimersByTime(10_000);
    expect([watch.absence, changes]).toEqual([null, []]);
    become('RSSecondary', 'Unknown');
    vi.advanceTimersByTime(3000);
    become('RSSecondary', 'Unknown');
    vi.advanceTimersByTime(2000);
    expect(watch.absence).toMatchObject({ members: 2, reachable: 1 });
    become('RSPrimary', 'Unknown');
    expect([watch.absence, changes]).toEqual([null, [true, false]]);
  });
});
