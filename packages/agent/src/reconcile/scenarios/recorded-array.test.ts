import { expect, it, vi } from 'vitest';
import { assignAll, CLIENT, contentFor, exampleCluster, turns } from '../../testing/example-cluster.js';
import { UP } from '../../testing/example-world.js';

const CONNECTED = Array(2).fill('connect');
const REST = [...Array(2).fill('set-io-policy'), ...Array(2).fill('connect')];

it('builds on when the server records the array that the client has just created', async () => {
  const { agents, targets, client, fabric } = await exampleCluster({ roundMs: 50 });
  const example = { ...UP, protection: 'raid10' } as const;
  await assignAll(agents, example);
  await vi.waitFor(async () => {
    await turns(targets, 1);
    expect(targets.every(({ allDone }) => allDone)).toBe(true);
  }, 20_000);
  let goOn = (): void => undefined;
  const recorded = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  client.host.takes = async ({ op }) => {
    if (op !== 'create-linear') return;
    await client.assign(contentFor(CLIENT, { ...example, create: false }));
    await recorded;
  };
  while (client.ledger.assignment?.content.attachments[0]?.array?.create) await client.turn();
  // It sees the new assignment while it makes the device.
  await client.turn();
  goOn();
  await vi.waitFor(async () => {
    await client.turn();
    expect(client.summary).toEqual(['attachment done']);
  }, 20_000);
  client.traces.reported(client.state?.objects ?? [], fabric.clock.now());
  // One change from its begin to its end: a second one would have stopped the steps after the first of them.
  const operations = client.traces.take().map(({ generation, spans }) => [generation, ...spans.flatMap(({ op }) => op ?? [])]);
  expect(operations).toEqual([[1, ...CONNECTED, 'create-array', 'create-linear', 'create-stats', 'publish-device', ...REST]]);
  expect(fabric.violations).toEqual([]);
});
