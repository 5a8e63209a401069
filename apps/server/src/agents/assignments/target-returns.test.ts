import { expect, it } from 'vitest';
import type { Change } from '../../core/changes/change-feed.js';
import { TargetReturns } from './target-returns.js';

const turn = () => new Promise((resolve) => setImmediate(resolve));

/** Targets that each export one attachment to the client `c`, with what the database was asked. */
function setUp() {
  const online = new Map<string, { connectionId: string; bootId: string }>();
  const asked = { online: [] as number[], exports: [] as { targetIds: readonly string[]; statusIds: readonly string[] }[] };
  let fails = false;
  const agents = {
    online: async (ids: readonly string[]) => {
      asked.online.push(ids.length);
      await turn();
      if (fails) throw new Error('no primary');
      return new Map(ids.flatMap((id) => (online.has(id) ? [[id, online.get(id)] as const] : [])));
    },
    exportsUp: async (due: { targetIds: readonly string[]; statusIds: readonly string[] }) => {
      asked.exports.push(due);
      const targets = new Set([...due.targetIds, ...due.statusIds.map((id) => id.split('/')[0] ?? '')]);
      return [...targets].map((id) => ({ clientId: 'c', subsystemNqn: `nqn of ${id}` }));
    },
  };
  let tell: (change: Change) => void = () => undefined;
  const returns = new TargetReturns(agents as never, { onChange: (listener: typeof tell) => (tell = listener) } as never);
  returns.onModuleInit();
  const told: string[] = [];
  returns.connected('c', ({ subsystemNqns }) => told.push(...subsystemNqns));
  const connect = (id: string, connectionId = `connection of ${id}`) => {
    online.set(id, { connectionId, bootId: 'boot' });
    tell({ collection: 'nodes', id, revision: 1, deleted: false, fields: ['status.connection'] });
  };
  const exported = (id: string) => tell({ collection: 'objectStatuses', id, revision: 1, deleted: false });
  const settle = async () => {
    for (let turns = 0; turns < 200; turns++) await turn();
  };
  return { asked, told, connect, exported, settle, fail: (does: boolean) => (fails = does) };
}

it('looks at thousands of nodes that connect in groups, and names no client to the database', async () => {
  const { asked, told, connect, settle } = setUp();
  for (let at = 0; at < 2000; at++) connect(`t${at}`);
  await settle();
  expect(new Set(told).size).toBe(2000);
  expect(asked.online.length).toBeLessThanOrEqual(11);
  expect(Math.max(...asked.online)).toBe(200);
});

it('tells clients once that their target has connected, and each time that an export has changed', async () => {
  const { asked, told, connect, exported, settle } = setUp();
  connect('t1');
  await settle();
  connect('t1');
  await settle();
  expect(told).toEqual(['nqn of t1']);
  exported('t1/export/a1');
  exported('t2/export/a1');
  exported('t1/leg/l1');
  await settle();
  expect(told).toEqual(['nqn of t1', 'nqn of t1']);
  expect(asked.exports.at(-1)).toEqual({ targetIds: [], statusIds: ['t1/export/a1'] });
  connect('t1', 'another connection');
  await settle();
  expect(asked.exports.at(-1)).toEqual({ targetIds: ['t1'], statusIds: [] });
});

it('goes on after a failed reading', async () => {
  const { told, connect, settle, fail } = setUp();
  fail(true);
  connect('t1');
  await settle();
  fail(false);
  connect('t2');
  await settle();
  expect(told).toEqual(['nqn of t2']);
});
