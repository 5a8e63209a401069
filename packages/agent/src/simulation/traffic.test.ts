import { dmName, lvName, vgName } from '@weft/shared/identity';
import { histogramDifference } from '@weft/shared/stats/histograms';
import { percentile } from '@weft/shared/stats/percentile';
import { expect, test } from 'vitest';
import type { LoadProfile } from '../host/simulated/load/flow.js';
import { OperatorActions } from '../host/simulated/operator-actions.js';
import type { SimulatedHost } from '../host/simulated/simulated-host.js';
import { assignAll, type Example, exampleCluster, id, turns } from '../testing/example-cluster.js';
import { UP } from '../testing/example-world.js';
import { ApplicationOwner } from './application-owner.js';
import { applyFault } from './fault.js';

/** About half of what two drives can do. */
const HEAVY: LoadProfile = { readIops: 100_000, writeIops: 30_000, blockBytes: 4096, medianLatencyNs: 100_000, spread: 0.4 };
const MINUTE_MS = 60_000;
const top = dmName(id('volume', 1));

async function underLoad(example: Example = UP, profile = HEAVY) {
  const cluster = await exampleCluster();
  await assignAll(cluster.agents, example);
  await turns(cluster.agents);
  const { host } = cluster.client;
  host.mappings.setLoad(top, profile);
  /** 99th percentile of the next minutes. */
  const p99 = (minutes = 5) => {
    const before = host.mappings.counters(top);
    cluster.fabric.clock.advance(minutes * MINUTE_MS);
    const histogram = histogramDifference(host.mappings.counters(top).histogram, before.histogram);
    if (!histogram) throw new Error('a count fell');
    return percentile(histogram, 0.99)?.ns ?? Number.NaN;
  };
  return { ...cluster, host, p99 };
}

const wearOf = async (host: SimulatedHost | undefined) =>
  (await host?.observeSlow())?.inventory.drives[0]?.smart?.percentageUsed ?? Number.NaN;

test('a lost target raises the 99th percentile of its mirrors', async () => {
  const { fabric, host, p99 } = await underLoad();
  const whole = p99();
  fabric.kill('t2');
  fabric.clock.advance(MINUTE_MS);
  expect(host.arrays.list[0]?.members.map(({ status }) => status)).toEqual(['in_sync', 'faulty']);
  expect(p99()).toBeGreaterThan(1.3 * whole);
});

/** 99th percentile of a minute in which md resyncs at this speed. */
async function whileResyncing(bytesPerSecond: number) {
  const { fabric, targets, client, host, p99 } = await underLoad();
  const [array] = host.arrays.list;
  if (!array) throw new Error('nothing is attached');
  array.speed = { min: 1, max: 2 ** 20 };
  fabric.removeDrive('t2', 'S2');
  new OperatorActions(host).write(`/dev/${array.device}`, 0, 'missed');
  fabric.returnDrive('t2', 'S2');
  targets[1]?.host.reboot();
  await targets[1]?.restart();
  await turns(targets);
  await client.live(2);
  const { recovery } = array;
  if (!recovery) throw new Error('no resync runs');
  // The leg is small: it is resynced as slowly as above, and counted as fast as a large one.
  recovery.bytesPerSecond = bytesPerSecond;
  host.mappings.touch();
  const during = p99(1);
  expect(array.recovery).toBe(recovery);
  fabric.clock.advance(MINUTE_MS);
  expect(array.recovery).toBeNull();
  expect([...fabric.hosts.values()].flatMap(({ storage }) => storage.drives.map(({ use }) => use.resyncs.size))).toEqual([0, 0]);
  return during;
}

test('a resync raises the 99th percentile, the faster the more', { timeout: 60_000 }, async () => {
  const [slow, usual, fast] = [await whileResyncing(1), await whileResyncing(200e6), await whileResyncing(800e6)];
  expect(usual).toBeGreaterThan(1.05 * slow);
  expect(fast).toBeGreaterThan(1.3 * slow);
});

test('wear grows with what was written, and is not lost when the volume is detached', async () => {
  const { targets, fabric, host, agents } = await underLoad(UP, { ...HEAVY, writeIops: 5000 });
  const [before, drive] = [await wearOf(targets[0]?.host), targets[0]?.host.storage.drives[0]];
  fabric.clock.advance(60 * MINUTE_MS);
  const after = await wearOf(targets[0]?.host);
  expect(after).toBeGreaterThan(before);
  const written = drive?.use.writtenBytesAt(fabric.clock.now()) ?? 0;
  expect(drive?.save(fabric.clock.now()).writtenBytes).toBe(written);
  host.mappings.setLoad(top, null);
  await assignAll(agents, { ...UP, attached: false, exported: false });
  await turns(agents);
  expect(host.mappings.list).toEqual([]);
  expect(drive?.use.writtenBytesAt(fabric.clock.now())).toBe(written);
  expect(await wearOf(targets[0]?.host)).toBe(after);
});

test('leg counters stay when the load ends, and never fall', async () => {
  const { targets, fabric, host } = await underLoad();
  const leg = { vg: vgName(id('drive', 1)), lv: lvName(id('leg', 0)) };
  const read = async () => (await targets[0]?.host.readCounters({ volumes: [], legs: [leg] }))?.io[leg.lv];
  fabric.clock.advance(MINUTE_MS);
  host.mappings.setLoad(top, null);
  const ended = await read();
  fabric.clock.advance(MINUTE_MS);
  expect(await read()).toEqual(ended);
  expect(ended?.reads).toBeGreaterThan(1e6);
  host.mappings.setLoad(top, HEAVY);
  fabric.clock.advance(MINUTE_MS);
  const again = await read();
  expect(again?.origin).toBe(ended?.origin);
  expect(again?.reads).toBeGreaterThan(ended?.reads ?? 0);
});

/** A volume whose load is configured, so that an application runs on it. */
async function withApplication() {
  const cluster = await exampleCluster({ loadOf: () => HEAVY });
  await assignAll(cluster.agents, UP);
  await turns(cluster.agents);
  const { host } = cluster.client;
  const detach = async () => {
    await assignAll(cluster.agents, { ...UP, attached: false });
    await turns([cluster.client]);
    return cluster.client.state?.objects.find(({ kind }) => kind === 'attachment')?.state;
  };
  return { ...cluster, host, detach };
}

test('refuses a detach while an application runs on the device, and detaches when it has ended (S5)', async () => {
  const { fabric, host, detach } = await withApplication();
  expect(await host.holders('/dev/weft/orders')).toMatchObject([{ via: 'open-file', command: 'simulated-application' }]);
  expect(await detach()).toBe('refused');
  applyFault(fabric, { fault: 'load', node: 'client', volume: 'orders', runs: false });
  expect(await detach()).toBe('done');
  expect(() => applyFault(fabric, { fault: 'load', node: 'client', volume: 'orders', runs: true })).toThrow('no volume orders');
});

test('its owner stops the application after a refused detach, and starts it again if the volume stays', async () => {
  const { fabric, client, host, detach } = await withApplication();
  const owner = new ApplicationOwner(host);
  expect(await detach()).toBe('refused');
  for (let report = 0; report < 3; report++) owner.read(client.state?.objects ?? []);
  fabric.clock.advance(3000);
  expect(host.applications.isRunning('orders')).toBe(false);
  const reads = () => host.mappings.counters(top).reads;
  const ended = reads();
  fabric.clock.advance(5 * MINUTE_MS);
  expect(reads()).toBe(ended);
  fabric.clock.advance(3000);
  expect(host.applications.isRunning('orders')).toBe(true);
  expect(reads()).toBeGreaterThan(ended);
});

test('an application ends when every I/O on its device fails', async () => {
  const { host } = await withApplication();
  await host.perform({ op: 'fail-mapping', name: top });
  expect(await host.holders('/dev/weft/orders')).toEqual([]);
});

test('applications follow the demand, and their counters never fall', async () => {
  const cluster = await exampleCluster({ loadOf: () => ({ ...HEAVY, readIops: 4000, writeIops: 1000 }) });
  await assignAll(cluster.agents, UP);
  await turns(cluster.agents);
  const { mappings } = cluster.client.host;
  const reads = () => mappings.counters(top).reads;
  const readsOfAMinute = () => {
    const before = reads();
    cluster.fabric.clock.advance(MINUTE_MS);
    return reads() - before;
  };
  const usual = readsOfAMinute();
  const before = reads();
  applyFault(cluster.fabric, { fault: 'demand', factor: 4 });
  expect(reads()).toBe(before);
  expect(readsOfAMinute()).toBeGreaterThan(2 * usual);
  applyFault(cluster.fabric, { fault: 'demand', factor: 0 });
  expect(readsOfAMinute()).toBe(0);
});
