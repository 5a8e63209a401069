import { expect, test } from 'vitest';
import { inSyncSlots } from '../../host/simulated/members.js';
import { assignAll, CLIENT, contentFor, type Example, exampleCluster, turns } from '../../testing/example-cluster.js';
import { UP } from '../../testing/example-world.js';

/** Keep-alive 5 s (noticed after 7.5 s at most), legs fail after 5 s. */
const NOTICED = 8;

/** A mirror over t1 (the server's anchor) and t2 with load on it, and a running agent. */
async function mirror(example: Example = UP) {
  const cluster = await exampleCluster();
  await assignAll(cluster.agents, example);
  await turns(cluster.agents);
  const { host } = cluster.client;
  const [array, mapping] = [host.arrays.list[0], host.mappings.list[0]];
  if (!array || !mapping) throw new Error('nothing is attached');
  host.mappings.setLoad(mapping.name, { readIops: 2000, writeIops: 500, blockBytes: 4096, medianLatencyNs: 100_000, spread: 0.5 });
  await cluster.client.live(30);
  return {
    ...cluster,
    host,
    array,
    /** Roles in sync. */
    sides: () => [...inSyncSlots(array)].sort(),
    /** fast_io_fail_tmo per target. */
    limits: () =>
      [1, 2].map((node) =>
        host.initiator.controllers.filter((each) => each.options.address.endsWith(`.${node}`)).map((each) => each.fastIoFailSeconds),
      ),
    ended: () => host.performed.filter(({ op }) => op === 'disconnect').length,
    flows: () => {
      const reads = () => host.mappings.counters(mapping.name).reads;
      const before = reads();
      cluster.fabric.clock.advance(1000);
      return reads() - before > 500;
    },
  };
}

test('blocks I/O on the server’s anchor without limit, and limits the other leg to 5 s', async () => {
  const { limits } = await mirror();
  expect(limits()).toEqual([
    [-1, -1],
    [5, 5],
  ]);
});

test('disconnects a lost anchor while its partner is live, and resumes I/O on the partner', async () => {
  const { fabric, client, sides, flows, limits } = await mirror();
  fabric.kill('t1');
  await client.live(NOTICED + 6);
  expect(sides()).toEqual([1]);
  expect(flows()).toBe(true);
  expect(limits()[1]).toEqual([-1, -1]);
  expect(fabric.violations).toEqual([]);
});

test('disconnects no leg in a full outage, and resumes I/O on a clean array', async () => {
  for (const example of [UP, { ...UP, protection: 'raid10' as const }]) {
    const { fabric, client, array, sides, flows, ended } = await mirror(example);
    for (const network of ['left', 'right']) fabric.setNetwork(network, false);
    await client.live(120);
    expect(ended()).toBe(0);
    expect(array.state).toBe('clean');
    for (const network of ['left', 'right']) fabric.setNetwork(network, true);
    await client.live(4);
    expect(ended()).toBe(0);
    expect(flows()).toBe(true);
    expect(array.state).toBe('clean');
    expect(sides().length).toBeGreaterThan(0);
    expect(fabric.violations).toEqual([]);
  }
});

test('disconnects the missing leg only some time after its partner returned', async () => {
  const { fabric, client, ended, flows, sides, host, limits } = await mirror();
  // The agent notices the anchor's loss first: then the other leg becomes an anchor, and both block I/O.
  fabric.kill('t1');
  const lost = () => host.initiator.controllers.filter(({ state }) => state === 'connecting').length === 2;
  while (!lost()) await client.live(1);
  for (const network of ['left', 'right']) fabric.setNetwork(network, false);
  expect(limits()[1]).toEqual([-1, -1]);
  // As if its keep-alive expired now: until then the agent would take the second leg for live.
  for (const controller of host.initiator.controllers) if (controller.state === 'live') controller.lost();
  await client.live(60);
  expect(sides()).toEqual([0, 1]);
  const before = ended();
  for (const network of ['left', 'right']) fabric.setNetwork(network, true);
  await client.turn({ afterMs: 2_000 });
  expect(ended()).toBe(before);
  await client.live(6);
  expect(sides()).toEqual([1]);
  expect(flows()).toBe(true);
  expect(fabric.violations).toEqual([]);
});

test('never disconnects the last in-sync leg, and resumes I/O on its return', async () => {
  const { fabric, client, limits, sides, ended, array, flows } = await mirror();
  fabric.kill('t2');
  await client.live(NOTICED + 10);
  expect(sides()).toEqual([0]);
  expect(limits()[0]).toEqual([-1, -1]);
  const before = ended();
  for (const network of ['left', 'right']) fabric.setNetwork(network, false);
  await client.live(300);
  expect([ended(), array.state]).toEqual([before, 'clean']);
  for (const network of ['left', 'right']) fabric.setNetwork(network, true);
  await client.live(4);
  expect(flows()).toBe(true);
});

test('blocks I/O without limit on a lost leg of a volume without redundancy', async () => {
  const { client, agents, fabric } = await exampleCluster();
  await assignAll(agents, { ...UP, protection: 'raid0' });
  await turns(agents);
  fabric.kill('t2');
  await client.live(120);
  expect(client.host.performed.filter(({ op }) => op === 'disconnect')).toEqual([]);
  expect(client.host.initiator.controllers.map((each) => each.fastIoFailSeconds)).toEqual([-1, -1, -1, -1]);
});

test('takes controllers of a NIC without carrier out of use, and continues I/O', async () => {
  const { fabric, client, flows, host } = await mirror();
  fabric.setNic('client', 'eth0', false);
  await client.turn({ afterMs: 250 });
  expect(host.initiator.controllers.map(({ state }) => state).sort()).toEqual(['connecting', 'connecting', 'live', 'live']);
  expect(flows()).toBe(true);
  fabric.setNic('client', 'eth0', true);
  await client.live(4);
  expect(host.initiator.controllers.every(({ state }) => state === 'live')).toBe(true);
});

test('disconnects a missing anchor, counting its time from the start of the agent', async () => {
  const { fabric, client, sides } = await mirror();
  fabric.kill('t1');
  fabric.clock.advance(60_000);
  expect(sides()).toEqual([0, 1]);
  await client.restart();
  await client.turn({ afterMs: 0 });
  expect(sides()).toEqual([0, 1]);
  await client.live(4);
  expect(sides()).toEqual([1]);
});

test('leaves the paths of a missing leg to the teardown after a detach order', async () => {
  const { fabric, client, host } = await mirror();
  fabric.kill('t1');
  const close = host.processes.open('/dev/weft/orders', { pid: 1, command: 'fio' });
  await client.assign(contentFor(CLIENT, { ...UP, attached: false }));
  await client.live(60);
  expect(client.summary).toEqual(['attachment refused: device-busy']);
  expect(host.performed.filter(({ op }) => op === 'disconnect')).toEqual([]);
  close();
});

test('deletes neighbour entries of the targets once per loss of a network', async () => {
  const { fabric, client, host } = await mirror();
  const forgotten = () => host.performed.flatMap((each) => (each.op === 'forget-neighbour' ? [each.address] : [])).sort();
  const [a, b] = ['10.0.0.1', '10.0.0.2'];
  fabric.setNetwork('left', false);
  await client.live(NOTICED + 10);
  expect(forgotten()).toEqual([a, b]);
  fabric.setNetwork('left', true);
  await client.live(10);
  expect(forgotten()).toEqual([a, b]);
  fabric.setNetwork('left', false);
  await client.live(NOTICED + 10);
  expect(forgotten()).toEqual([a, a, b, b]);
});
