import { parseStatisticsObject } from '@weft/shared/kinds/statistics';
import { beforeEach, expect, test, vi } from 'vitest';
import type { Change } from '../../core/changes/change-feed.js';
import type { KnownAttachment } from './catalog.repository.js';
import { StatsCatalog } from './stats-catalog.js';

let catalog: StatsCatalog;
let attachments: KnownAttachment[];
let changed: (change: Change) => void;
beforeEach(async () => {
  attachments = [
    { id: 'a', volumeId: 'v', nodeId: 'n', fenced: false },
    { id: 'b', volumeId: 'v', nodeId: 'm', fenced: false },
    { id: 'c', volumeId: 'w', nodeId: 'n', fenced: false },
    { id: 'd', volumeId: 'w', nodeId: 'gone', fenced: true },
  ];
  const repository = {
    volumes: async () => [
      { id: 'v', driveClassId: 'fast', legs: [{ id: 'l', nodeId: 't', driveId: 'x' }] },
      { id: 'w', driveClassId: 'slow', legs: [] },
    ],
    attachments: async () => attachments,
    drives: async () => [{ id: 'x', nodeId: 't', serial: 'S' }],
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
