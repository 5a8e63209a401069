/*
 * weft-simulation-scale [TARGETS DRIVES CLIENTS]: measures what a large simulated cluster costs one process. Real loops and ledgers on simulated
 * hosts, no server: this program makes the assignments, one raid10 volume over four targets per client. Prints one JSON object.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { hostNqn, subsystemNqn } from '@weft/shared/identity';
import { type AssignmentContent, NO_HISTORY } from '@weft/shared/messages/assignment';
import { GiB, MiB } from '@weft/shared/units';
import { SimulatedFabric } from '../host/simulated/simulated-fabric.js';
import type { HostSpec } from '../host/simulated/simulated-host.js';
import { SimulatedClock } from '../host/simulated/world/clock.js';
import { Ledger } from '../ledger/ledger.js';
import { ReconcileLoop } from '../reconcile/loop.js';

const [targets = 128, drives = 24, clients = 1000] = process.argv.slice(2).map(Number);
const LEGS = 4;
const IDLE_SECONDS = 20;

const id = (kind: string, number: number): string => `${kind.repeat(8)}-0000-4000-8000-${String(number).padStart(12, '0')}`;
const nodeId = (node: number): string => id('a', node);
const driveId = (target: number, drive: number): string => id('d', target * 1000 + drive);
const legId = (volume: number, leg: number): string => id('e', volume * LEGS + leg);
const address = (network: number, node: number): string => `10.${network}.${node >> 8}.${node & 255}`;
const targetOf = (volume: number, leg: number): number => (volume * LEGS + leg) % targets;
const nqnOf = (volume: number, leg: number): string => subsystemNqn(id('7', volume), nodeId(targetOf(volume, leg)), 1);
const NETWORKS = [1, 2];

function base(node: number): AssignmentContent {
  return {
    hostNqn: hostNqn(nodeId(node)),
    hostId: nodeId(node),
    connect: { keepAliveSeconds: 5, reconnectDelaySeconds: 1, maxIoQueues: 8, ioPolicy: 'round-robin' },
    drives: [],
    legs: [],
    exports: [],
    attachments: [],
  };
}

function targetContent(target: number): AssignmentContent {
  const content = base(target);
  for (let drive = 0; drive < drives; drive++)
    content.drives.push({
      driveId: driveId(target, drive),
      serial: `S${target}-${drive}`,
      nsid: 1,
      desired: 'in-service',
      create: true,
      wipe: null,
    });
  for (let volume = 0; volume < clients; volume++) {
    for (let leg = 0; leg < LEGS; leg++) {
      if (targetOf(volume, leg) !== target) continue;
      const sizeBytes = 16 * GiB;
      content.legs.push({
        legId: legId(volume, leg),
        volumeId: id('f', volume),
        driveId: driveId(target, volume % drives),
        sizeBytes,
        desired: 'present',
        readyBytes: 0,
      });
      content.exports.push({
        attachmentId: id('7', volume),
        volumeId: id('f', volume),
        volumeName: `volume-${volume}`,
        mode: 'exclusive',
        tenure: 1,
        epoch: 1,
        subsystemNqn: nqnOf(volume, leg),
        serial: `${volume}-${leg}`,
        hostNqn: hostNqn(nodeId(targets + volume)),
        transport: 'rdma',
        serviceId: 5000 + volume,
        portals: NETWORKS.map((network) => ({
          storageNetwork: `storage-${network}`,
          address: address(network, target),
          hostAddress: null,
        })),
        namespaces: [{ nsid: 1, legId: legId(volume, leg) }],
        fenceForeign: false,
        desired: 'exported',
      });
    }
  }
  return content;
}

function clientContent(volume: number): AssignmentContent {
  const node = targets + volume;
  const legs = Array.from({ length: LEGS }, (_, leg) => ({
    legId: legId(volume, leg),
    index: leg,
    nodeId: nodeId(targetOf(volume, leg)),
    nodeName: `t${targetOf(volume, leg)}`,
    subsystemNqn: nqnOf(volume, leg),
    nsid: 1,
    sizeBytes: 16 * GiB,
    dataBytes: 15 * GiB,
    inSync: true,
    role: 'member' as const,
    anchor: leg % 2 === 0,
    fastIoFailSeconds: 5,
    paths: NETWORKS.map((network) => ({
      storageNetwork: `storage-${network}`,
      transport: 'rdma' as const,
      address: address(network, targetOf(volume, leg)),
      serviceId: 5000 + volume,
      hostAddress: address(network, node),
    })),
  }));
  const attachment = {
    attachmentId: id('7', volume),
    volumeId: id('f', volume),
    volumeName: `volume-${volume}`,
    mode: 'exclusive' as const,
    tenure: 1,
    desired: 'attached' as const,
    revoked: null,
    onlyBootId: null,
    protection: 'raid10' as const,
    sizeBytes: 30 * GiB,
    stripeSizeBytes: MiB,
    epoch: 1,
    array: {
      uuid: id('5', volume),
      level: 'raid10' as const,
      create: true,
      dataOffsetBytes: 128 * MiB,
      bitmapChunkBytes: null,
      previousUuid: null,
      syncSpeed: null,
    },
    legs,
  };
  return { ...base(node), attachments: [attachment] };
}

/** What the machine of this number is made of: targets come first. */
const machineOf = (node: number): HostSpec => ({
  name: node < targets ? `t${node}` : `c${node - targets}`,
  cpus: 64,
  memoryBytes: 512 * GiB,
  nics: NETWORKS.map((network) => ({
    name: `eth${network}`,
    address: address(network, node),
    storageNetwork: `storage-${network}`,
    speedBitsPerSecond: 1e11,
  })),
  drives: Array.from({ length: node < targets ? drives : 0 }, (_, drive) => ({
    serial: `S${node}-${drive}`,
    model: 'scale',
    sizeBytes: 2_400_000_000_000,
    numaNode: drive % 2,
  })),
});

/** A signal of its own for each: a listener is removed from a signal in time proportional to the number of its listeners. */
interface RunningNode {
  stop: AbortController;
  ended: Promise<void>;
}

/** Runs the loop of one node until it is stopped. `onDone`: whether all its objects are done. */
async function startNode(node: number, fabric: SimulatedFabric, stateDir: string, onDone: (isDone: boolean) => void): Promise<RunningNode> {
  const host = fabric.add(machineOf(node));
  const ledger = await Ledger.open(join(stateDir, host.name), () => undefined);
  const content = node < targets ? targetContent(node) : clientContent(node - targets);
  const self = { nodeId: nodeId(node), clusterId: id('c', 1) };
  const refused = await ledger.accept({ ...NO_HISTORY, ...self, generation: 1, hash: '1', content }, self);
  if (refused) throw new Error(refused);
  const loop = new ReconcileLoop({
    host,
    ledger,
    log: () => undefined,
    onState: ({ objects }) => onDone(objects.every(({ state }) => state === 'done')),
  });
  const stop = new AbortController();
  return { stop, ended: loop.run(stop.signal) };
}

async function main(): Promise<void> {
  const fabric = new SimulatedFabric({
    clock: new SimulatedClock('real'),
    loadOf: () => ({ readIops: 7000, writeIops: 3000, blockBytes: 4096, medianLatencyNs: 100_000, spread: 0.5 }),
  });
  const stateDir = await mkdtemp(join(tmpdir(), 'weft-scale-'));
  const done = new Set<number>();
  const running: RunningNode[] = [];
  const startedMs = performance.now();
  for (let node = 0; node < targets + clients; node++) {
    const onDone = (isDone: boolean) => void (isDone ? done.add(node) : done.delete(node));
    running.push(await startNode(node, fabric, stateDir, onDone));
  }
  while (done.size < targets + clients) {
    await sleep(250);
    if (performance.now() - startedMs > 600_000) throw new Error(`only ${done.size} of ${targets + clients} nodes are done after 600 s`);
  }
  const readyMs = performance.now();
  const before = process.cpuUsage();
  await sleep(IDLE_SECONDS * 1000);
  const { user, system } = process.cpuUsage(before);
  process.stdout.write(
    `${JSON.stringify({
      nodes: targets + clients,
      drives: targets * drives,
      volumes: clients,
      buildSeconds: Math.round((readyMs - startedMs) / 1000),
      idleCores: (user + system) / 1e6 / IDLE_SECONDS,
      residentBytes: process.memoryUsage.rss(),
    })}\n`,
  );
  for (const { stop } of running) stop.abort();
  await Promise.all(running.map(({ ended }) => ended));
  fabric.clock.stop();
  await rm(stateDir, { recursive: true, force: true });
}

await main();
