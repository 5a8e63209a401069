import type { LiveStatistics } from '@weft/shared/links/console-link';
import type { PeerObservation } from '@weft/shared/links/server-link';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { LiveStatisticsService } from './live-statistics.service.js';

const id = (digit: number) => `${digit}0000000-0000-4000-8000-000000000000`;
const [here, there, away] = [id(1), id(2), id(3)];
const volume = `volume:${id(9)}`;
const seen = (reads: number) => ({ coveredMs: 1000, numbers: { reads, writes: 0 } });

let service: LiveStatisticsService;
let hurried: ReadonlySet<string>;
beforeEach(() => {
  vi.useFakeTimers();
  const catalog = { nodesOf: (object: string) => (object === volume || object === 'cluster' ? [here, there, away] : [here]) };
  const orders = { isHere: (node: string) => node === here, watch: (nodes: ReadonlySet<string>) => (hurried = nodes) };
  service = new LiveStatisticsService(catalog as never, orders as never, { watchedObjects: { set: () => undefined } } as never);
  service.onModuleInit();
});
afterEach(() => {
  service.onApplicationShutdown();
  vi.useRealTimers();
});

/** After this time a viewer gets partial values too. */
const PART_TOLD_MS = 7000;
const takeHere = (reads: number) =>
  service.take(
    here,
    [{ series: { kind: 'attachment', id: id(4), volume: id(9), node: here }, observed: seen(reads) }],
    Date.now() - 1000,
    Date.now(),
  );
const fromThere = (reads: number, more: Partial<PeerObservation> = {}): PeerObservation => ({
  object: volume,
  endedAgoMs: 0,
  isNew: true,
  numbers: { reads, writes: 0 },
  nodes: [there],
  ...more,
});

test('sums observations of a peer for viewers, and forwards them to no other server', () => {
  const viewer: LiveStatistics[] = [];
  const peer: PeerObservation[] = [];
  service.watch('viewer', [volume], (message) => viewer.push(message));
  service.watchOwn('third', [volume], (messages) => peer.push(...messages));
  vi.advanceTimersByTime(PART_TOLD_MS);
  service.takeOfServer('second', [fromThere(500)]);
  vi.advanceTimersByTime(3000);
  expect(peer).toEqual([]);
  takeHere(1000);
  vi.advanceTimersByTime(1000);
  expect(viewer.at(-1)).toMatchObject({ object: volume, heard: 2, expected: 3, values: { iops: 1500 } });
  expect(peer.at(-1)).toMatchObject({ object: volume, nodes: [here], numbers: { reads: 1000 } });
});

test('asks peers only for viewed objects with nodes elsewhere, not for those of other servers', () => {
  const asked: string[][] = [];
  service.onWantedOfPeers((objects) => asked.push(objects));
  service.watchOwn('third', ['cluster'], () => undefined);
  service.watch('viewer', [volume, `node:${here}`], () => undefined);
  expect(asked.at(-1)).toEqual([volume]);
  expect([...hurried]).toEqual([here, there, away]);
  service.watch('viewer', [], () => undefined);
  expect(asked.at(-1)).toEqual([]);
  expect([...hurried]).toEqual([]);
});

test('refuses invalid messages of a peer, and changes nothing', () => {
  const viewer: LiveStatistics[] = [];
  service.watch('viewer', [volume], (message) => viewer.push(message));
  const wrong = [
    'nonsense',
    [fromThere(500, { nodes: ['n'] })],
    [fromThere(Number.NaN)],
    [fromThere(500, { histogram: [[82, 1]] })],
    [{ ...fromThere(500), object: 'secrets' }],
    Array.from({ length: 1025 }, () => fromThere(1)),
  ];
  for (const message of wrong) expect(() => service.takeOfServer('second', message)).toThrow();
  vi.advanceTimersByTime(1000);
  expect(viewer).toEqual([]);
});

test('ignores a field of a newer version, and uses the rest', () => {
  const viewer: LiveStatistics[] = [];
  service.watch('viewer', [volume], (message) => viewer.push(message));
  vi.advanceTimersByTime(PART_TOLD_MS);
  service.takeOfServer('second', [fromThere(500, { numbers: { reads: 500, writes: 0, dreams: 7 } })]);
  vi.advanceTimersByTime(1000);
  expect(viewer.at(-1)?.values['iops']).toBe(500);
});
