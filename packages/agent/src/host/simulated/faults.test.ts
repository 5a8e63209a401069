import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { assignAll, CLIENT, contentFor, type Example, exampleCluster, id, turns } from '../../testing/example-cluster.js';
import { identified } from '../identity.js';
import type { IdentifiedOperation, Operation } from '../operations.js';
import { FabricFiles } from './fabric-files.js';
import { OperatorActions } from './operator-actions.js';
import { SimulatedFabric } from './simulated-fabric.js';
import type { SimulatedHost } from './simulated-host.js';

/** Planned on the current state of the host. */
async function asPlanned(host: SimulatedHost, operation: Operation): Promise<IdentifiedOperation> {
  const [fast, slow] = [await host.observeFast(), await host.observeSlow()];
  const drives = await Promise.all(host.spec.drives.map(({ serial }) => host.localDrive(serial, 1)));
  return identified(operation, { fast, logicalVolumes: slow.logicalVolumes, drives: drives.filter((drive) => drive !== undefined) });
}

const UP: Example = { protection: 'raid1', attached: true, exported: true, legs: 'present', drives: 'in-service' };
const LOAD = { readIops: 2000, writeIops: 500, blockBytes: 4096, medianLatencyNs: 100_000, spread: 0.5 };

/** A mirror over t1 (anchor: waits) and t2 (fails after 5 s), with load on it. */
async function loadedMirror() {
  const cluster = await exampleCluster();
  await assignAll(cluster.agents, UP);
  await turns(cluster.agents);
  const { host } = cluster.client;
  const mapping = host.mappings.list[0];
  const array = host.arrays.list[0];
  if (!mapping || !array) throw new Error('nothing is attached');
  host.mappings.setLoad(mapping.name, LOAD);
  const doneIo = () => host.mappings.counters(mapping.name).reads;
  /** I/O of the next second. */
  const pace = () => {
    const before = doneIo();
    cluster.fabric.clock.advance(1000);
    return doneIo() - before;
  };
  const sides = () => array.members.map((member) => member.status);
  return { ...cluster, host, array, pace, sides };
}

test('stalls mirror I/O until keep-alive and fast_io_fail expire, then drops the leg', async () => {
  const { fabric, pace, sides } = await loadedMirror();
  expect(pace()).toBeGreaterThan(500);
  fabric.kill('t2');
  expect(pace()).toBe(0);
  expect(sides()).toEqual(['in_sync', 'in_sync']);
  fabric.clock.advance(13_000);
  expect(sides()).toEqual(['in_sync', 'faulty']);
  expect(pace()).toBeGreaterThan(500);
});

test('blocks I/O while the anchor’s node is lost, and resumes when it returns', async () => {
  const { fabric, targets, agents, pace, sides } = await loadedMirror();
  fabric.kill('t1');
  fabric.clock.advance(120_000);
  expect(pace()).toBe(0);
  fabric.boot('t1');
  await targets[0]?.restart();
  await turns(agents);
  expect(sides()).toEqual(['in_sync', 'in_sync']);
  expect(pace()).toBeGreaterThan(500);
});

test('records a second lost leg only once the superblock about the first is written (md_update_sb)', async () => {
  const cluster = await exampleCluster();
  await assignAll(cluster.agents, { ...UP, protection: 'raid10' });
  await turns(cluster.agents);
  const { host } = cluster.client;
  const array = host.arrays.list[0];
  const devices = array?.members.map(({ device }) => device) ?? [];
  const said = (leg: number) => host.arrays.readAll([`/dev/${devices[leg]}`]).get(`/dev/${devices[leg]}`);
  const before = said(0)?.events ?? 0;
  cluster.fabric.kill('t1');
  cluster.fabric.clock.advance(10_000);
  for (const leg of [1, 3]) host.arrays.failMember(array?.device ?? '', devices[leg] ?? '');
  expect(array?.members.map(({ status }) => status)).toEqual(['in_sync', 'faulty', 'in_sync', 'faulty']);
  expect(said(3)).toMatchObject({ events: before + 1, arrayState: 'A.AA' });

  cluster.fabric.boot('t1');
  await cluster.targets[0]?.restart();
  await turns(cluster.targets);
  cluster.fabric.clock.advance(15_000);
  expect(said(0)).toMatchObject({ events: before + 2, arrayState: 'A.A.' });
});

test('blocks I/O while both mirror halves are lost, and resumes after their return', async () => {
  const { fabric, targets, agents, array, pace, sides } = await loadedMirror();
  for (const name of ['t1', 't2']) fabric.kill(name);
  for (let minutes = 0; minutes < 3; minutes++) {
    fabric.clock.advance(60_000);
    expect([pace(), array.state]).toEqual([0, 'clean']);
  }
  for (const name of ['t2', 't1']) fabric.boot(name);
  for (const target of targets) await target.restart();
  await turns(agents);
  expect(pace()).toBeGreaterThan(500);
  fabric.clock.advance(120_000);
  await turns(agents);
  expect([array.state, sides()]).toEqual(['clean', ['in_sync', 'in_sync']]);
});

test('keeps I/O running and legs in sync when one network fails and when a NIC flaps', async () => {
  const { fabric, host, pace, sides } = await loadedMirror();
  fabric.setNetwork('left', false);
  fabric.clock.advance(10_000);
  expect(host.initiator.controllers.map(({ state }) => state).sort()).toEqual(['connecting', 'connecting', 'live', 'live']);
  expect(pace()).toBeGreaterThan(500);
  fabric.setNetwork('left', true);
  fabric.clock.advance(5000);
  fabric.flap('client', 'eth1', { downMs: 9000, upMs: 3000, times: 3 });
  const seconds = Array.from({ length: 36 }, () => ({
    pace: pace(),
    live: host.initiator.controllers.filter(({ state }) => state === 'live').length,
  }));
  expect(Math.min(...seconds.map(({ pace }) => pace))).toBeGreaterThan(500);
  expect(new Set(seconds.map(({ live }) => live))).toEqual(new Set([2, 4]));
  fabric.clock.advance(24_000);
  expect(host.initiator.controllers.map(({ state }) => state)).toEqual(['live', 'live', 'live', 'live']);
  expect(sides()).toEqual(['in_sync', 'in_sync']);
});

test('resyncs a re-added leg over time, with progress, until it is in sync', async () => {
  const { fabric, targets, host, array, sides, client } = await loadedMirror();
  array.speed = { min: 1, max: 2 ** 20 };
  fabric.removeDrive('t2', 'S2');
  expect(sides()).toEqual(['in_sync', 'faulty']);
  new OperatorActions(host).write(`/dev/${array.device}`, 0, 'missed');
  fabric.returnDrive('t2', 'S2');
  targets[1]?.host.reboot();
  await targets[1]?.restart();
  await turns(targets);
  await client.live(2);
  const seen = async () => (await host.observeFast()).arrays[0];
  expect(await seen()).toMatchObject({ degraded: 1, syncAction: 'recover', syncProgressRatio: 0 });
  fabric.clock.advance(32_000);
  expect((await seen())?.syncProgressRatio).toBeCloseTo(0.5);
  fabric.clock.advance(32_000);
  expect(await seen()).toMatchObject({ degraded: 0, syncAction: 'idle', syncProgressRatio: null });
});

test('fails a leg only when md answers, even if it is back, and blocks writes until then', async () => {
  const { fabric, host, array, sides } = await loadedMirror();
  const operator = new OperatorActions(host);
  const write = () => operator.write(`/dev/${array.device}`, 0, 'late');
  host.arrays.answerDelayMs = 5_000;
  fabric.removeDrive('t2', 'S2');
  expect(write).toThrow('waits for md');
  fabric.clock.advance(4_900);
  expect(sides()).toEqual(['in_sync', 'in_sync']);
  fabric.returnDrive('t2', 'S2');
  expect(write).toThrow('waits for md');
  fabric.clock.advance(200);
  expect(sides()).toEqual(['in_sync', 'faulty']);
  write();
  expect(operator.readAll(`/dev/${array.device}`, 0)).toEqual(['late']);
});

/** t2's leg was missing during a write, and its rebuild runs slowly. */
async function copying() {
  const mirror = await loadedMirror();
  const { fabric, targets, host, array, client } = mirror;
  array.speed = { min: 1, max: 2 ** 20 };
  fabric.removeDrive('t2', 'S2');
  const operator = new OperatorActions(host);
  operator.write(`/dev/${array.device}`, 0, 'missed');
  fabric.returnDrive('t2', 'S2');
  targets[1]?.host.reboot();
  await targets[1]?.restart();
  await turns(targets);
  await client.live(2);
  const slot1 = () => array.members.find(({ slot }) => slot === 1) ?? expect.fail('nothing is copied onto');
  const onIt = (offset: number) => operator.read(`/dev/${slot1().device}`, array.dataOffsetBytes + offset);
  return { ...mirror, operator, slot1, onIt };
}

test('has writes made during a resync on both mirror halves after it', async () => {
  const { fabric, array, operator, slot1, onIt } = await copying();
  operator.write(`/dev/${array.device}`, 40 * 2 ** 20, 'meanwhile');
  fabric.clock.advance(70_000);
  expect([slot1().status, onIt(0), onIt(40 * 2 ** 20)]).toEqual(['in_sync', 'missed', 'meanwhile']);
  for (const offset of [0, 40 * 2 ** 20])
    expect(operator.readAll(`/dev/${array.device}`, offset)).toEqual(Array(2).fill(offset === 0 ? 'missed' : 'meanwhile'));
});

test('waits for an unreachable resync source, and continues after its return', async () => {
  const { fabric, targets, array, slot1, onIt } = await copying();
  fabric.kill('t1');
  fabric.clock.advance(200_000);
  expect([slot1().status, array.state]).toEqual(['spare', 'clean']);
  fabric.boot('t1');
  await targets[0]?.restart();
  await turns(targets);
  fabric.clock.advance(10_000);
  expect([slot1().status, onIt(0)]).toEqual(['in_sync', 'missed']);
});

test('refuses to re-add a leg after the array was in sync without it', async () => {
  const { fabric, host, array, slot1 } = await copying();
  fabric.clock.advance(70_000);
  const old = slot1();
  const replaced = { array: array.device, uuid: array.uuid };
  host.arrays.failMember(array.device, old.device);
  await host.perform({ op: 'remove-member', ...replaced, member: old.device });
  Object.assign(array, { eventsCleared: array.events });
  await expect(host.perform(await asPlanned(host, { op: 're-add-member', ...replaced, device: `/dev/${old.device}` }))).rejects.toThrow(
    '--re-add',
  );
});

test('returns the same frozen object while nothing changes', async () => {
  const { host } = await loadedMirror();
  const first = await host.observeFast();
  expect(await host.observeFast()).toBe(first);
  expect(() => first.controllers.pop()).toThrow();
  await host.perform({ op: 'unpublish-device', link: 'orders' });
  expect((await host.observeFast()).links).toEqual([]);
});

test('restores the exact state after a clean close, and a power-cut state after a crash', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'weft-fabric-'));
  onTestFinished(() => rm(directory, { recursive: true, force: true }));
  const nic = (network: number, number: number) => ({
    name: `eth${network}`,
    address: `10.0.${network}.${number}`,
    storageNetwork: `n${network}`,
    speedBitsPerSecond: null,
  });
  const drive = { serial: 'S1', model: 'm', sizeBytes: 2 ** 30, numaNode: null };
  const specs = [
    { name: 't1', cpus: 1, memoryBytes: 1, nics: [nic(0, 1)], drives: [drive] },
    { name: 'c1', cpus: 1, memoryBytes: 1, nics: [nic(0, CLIENT)], drives: [] },
  ];
  const open = async () => {
    const fabric = new SimulatedFabric();
    const files = new FabricFiles(fabric, directory);
    await files.open(specs);
    return { fabric, files, target: fabric.host('t1'), client: fabric.host('c1') };
  };
  const { target, client, files } = await open();
  const [exported] = contentFor(1, { ...UP }).exports;
  if (!exported) throw new Error('the example has an export');
  const [nqn, path] = [exported.subsystemNqn, '/dev/g/v'];
  const blank = await target.localDrive(target.spec.drives[0]?.serial ?? '', 1);
  await target.perform(await asPlanned(target, { op: 'create-volume-group', vg: 'g', device: blank?.device ?? '' }));
  await target.perform({ op: 'create-logical-volume', vg: 'g', lv: 'v', sizeBytes: 2 ** 26, tags: ['a'] });
  await target.perform({ op: 'create-subsystem', nqn, serial: '1', model: 'm', hostNqn: 'client' });
  await target.perform(await asPlanned(target, { op: 'create-namespace', nqn, nsid: 1, devicePath: path, uuid: id('leg', 1), nguid: '' }));
  await target.perform(await asPlanned(target, { op: 'enable-namespace', nqn, nsid: 1, devicePath: path }));
  await target.perform({ op: 'link-port', nqn, transport: 'rdma', address: '10.0.0.1', serviceId: 4711 });
  const path1 = { nqn, transport: 'rdma' as const, address: '10.0.0.1', serviceId: 4711, hostAddress: `10.0.0.${CLIENT}` };
  const timing = { keepAliveSeconds: 5, reconnectDelaySeconds: 1, ioQueues: 1, fastIoFailSeconds: -1 };
  await client.perform({ op: 'connect', ...path1, ...timing, hostNqn: 'client', hostId: id('node', CLIENT) });
  const before = [await target.observeFast(), await client.observeFast(), (await target.observeSlow()).logicalVolumes];
  await files.close();

  const orderly = await open();
  expect([
    await orderly.target.observeFast(),
    await orderly.client.observeFast(),
    (await orderly.target.observeSlow()).logicalVolumes,
  ]).toEqual(before);

  const crashed = await open();
  expect(await crashed.target.observeFast()).toMatchObject({ subsystems: [], ports: [] });
  expect(await crashed.client.observeFast()).toMatchObject({ controllers: [], heads: [] });
  expect(crashed.target.bootId).not.toBe(target.bootId);
  expect((await crashed.target.observeSlow()).logicalVolumes).toMatchObject([{ lv: 'v', tags: ['a'], active: false }]);
});
