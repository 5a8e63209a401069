import { expect, it } from 'vitest';
import { OrderTeller } from './order-teller.js';

/** A teller whose readings end when the test lets them, and the orders that each agent received. */
function setUp() {
  let readings = 0;
  const ends: (() => void)[] = [];
  const told = new Map<string, string[][]>();
  const teller = new OrderTeller<{ id: string }>({
    open: async () => {
      readings += 1;
      await new Promise<void>((resolve) => ends.push(resolve));
      return (nodeId) => [{ id: `order of ${nodeId}` }];
    },
    failed: (error) => {
      throw error;
    },
  });
  const connect = (nodeId: string) => {
    told.set(nodeId, []);
    teller.connected(nodeId, ({ orders }) => told.get(nodeId)?.push(orders.map(({ id }) => id)));
  };
  const settle = async () => {
    for (let turn = 0; turn < 10; turn++) {
      ends.shift()?.();
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
  return { teller, told, connect, settle, readings: () => readings };
}

it('reads once for all agents that connect while it reads, and tells each its orders', async () => {
  const { told, connect, settle, readings } = setUp();
  for (let at = 1; at <= 100; at++) {
    connect(`n${at}`);
    if (at === 1) await Promise.resolve();
  }
  await settle();
  expect(readings()).toBe(2);
  expect([...told]).toEqual([...told].map(([nodeId]) => [nodeId, [[`order of ${nodeId}`]]]));
});

it('tells an agent nothing that went before its turn, and one that came back once', async () => {
  const { teller, told, connect, settle } = setUp();
  for (const nodeId of ['n1', 'n2', 'n3']) connect(nodeId);
  teller.disconnected('n2');
  teller.disconnected('n3');
  connect('n3');
  await settle();
  expect(Object.fromEntries(told)).toEqual({ n1: [['order of n1']], n2: [], n3: [['order of n3']] });
});
