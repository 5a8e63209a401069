import { parseStatisticsObject } from '@weft/shared/kinds/statistics';
import { beforeEach, expect, test, vi } from 'vitest';
import type { Change } from '../../core/changes/change-feed.js';
import type { KnownAttachment } from './catalog.repository.js';
import { StatsCatalog } from './stats-catalog.js';

let catalog: StatsCatalog;
let attachments: KnownAttachment[];
let drives: { id: string; nodeId: string; serial: string }[];
let changed: (change: Change) => void;
beforeEach(async () => {
  attachments = [
    { id: 'a', volumeId: 'v', nodeId: 'n', fenced: false },
    { id: 'b', volumeId: 'v', nodeId: 'm', fenced: false },
    { id: 'c', volumeId: 'w', nodeId: 'n', fenced: false },
    { id: 'd', volumeId: 'w', nodeId: 'gone', fenced: true },
  ];
  drives = [{ id: 'x', nodeId: 't', serial: 'S' }];
  const repository = {
    volumes: async () => [
      { id: 'v', driveClassId: 'fast', legs: [{ id: 'l', nodeId: 't', driveId: 'x' }] },
      { id: 'w', driveClassId: 'slow', legs: [] },
    ],
    attachments: async () => attachments,
    drives: async (ids: string[] | null) => drives.filter(({ id }) => ids === null || ids.includes(id)),
  };
  const feed = { onChange: (listener: typeof changed) => (changed = listener), onResync: () => undefined };
  catalog = new StatsCatalog(repository as never, feed as never);
  catalog.onModuleInit();
  await catalog.onApplicationBootstrap();
  return () => catalog.onApplicationShutdown();
});

test.each([
  ['volume:v', ['n', 'm']],
  ['volume:w', ['n']],
  ['drive-class:slow', ['n']],
  ['cluster', ['n', 'm']],
  ['attachment:b', ['m']],
  ['leg:l', ['t']],
  ['drive:x', ['t']],
  ['client:n', ['n']],
  ['volume:unknown', []],
])('lists the nodes of %s once each, without fenced ones', (object, nodes) => {
  expect(catalog.nodesOf(object)).toEqual(nodes);
});

test('counts series by attachments or legs, and at least one per object', () => {
  const count = (...objects: string[]) => catalog.seriesOf(objects.map(parseStatisticsObject));
  expect(count('volume:v', 'volume:w')).toBe(4);
  expect(count('client:n', 'drive:x', 'target:t')).toBe(4);
  expect(count('volume:gone', 'node:n', 'cluster')).toBe(3);
});

test('adds the node of a new attachment to its volume', async () => {
  expect(catalog.nodesOf('volume:w')).toEqual(['n']);
  attachments = [...attachments, { id: 'e', volumeId: 'w', nodeId: 'm', fenced: false }];
  changed({ collection: 'attachments', id: 'e', revision: 1, deleted: false });
  await vi.waitFor(() => expect(catalog.nodesOf('volume:w')).toEqual(['n', 'm']), { timeout: 20_000 });
});

test('looks at a changed drive only, and finds it by its new serial', async () => {
  const looks = new Map<string, number>();
  const counted = (id: string, serial: string) => ({
    id,
    nodeId: 't',
    get serial() {
      looks.set(id, (looks.get(id) ?? 0) + 1);
      return serial;
    },
  });
  drives = Array.from({ length: 1000 }, (_, at) => counted(`x${at}`, `S${at}`));
  for (const { id } of drives) changed({ collection: 'drives', id, revision: 1, deleted: false });
  await vi.waitFor(() => expect(catalog.driveIds('t', 'S999')).toEqual(['x999']), { timeout: 20_000 });
  looks.clear();
  drives[7] = counted('x7', 'S8');
  changed({ collection: 'drives', id: 'x7', revision: 2, deleted: false });
  await vi.waitFor(() => expect(catalog.driveIds('t', 'S8')).toEqual(['x8', 'x7']), { timeout: 20_000 });
  expect(catalog.driveIds('t', 'S7')).toEqual([]);
  expect([...looks.keys()]).toEqual(['x7']);
});
