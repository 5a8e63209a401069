import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CacheMode } from '@weft/shared/cache/cache-modes';
import { hostNqn, subsystemNqn } from '@weft/shared/identity';
import {
  type Assignment,
  type AssignmentContent,
  type AttachedLeg,
  type AttachmentAssignment,
  NO_HISTORY,
} from '@weft/shared/messages/assignment';
import { onTestFinished } from 'vitest';
import type { DriveSpec } from '../host/simulated/drive/drive.js';
import type { FabricOptions } from '../host/simulated/simulated-fabric.js';
import { Ledger } from '../ledger/ledger.js';
import type { Log } from '../log/log.js';
import { type NodeState, ReconcileLoop } from '../reconcile/loop.js';
import { Traces } from '../trace/traces.js';
import { ExampleFabric, ExampleHost } from './example-host.js';

export const MiB = 2 ** 20;
export const silent: Log = () => undefined;
/** `id('leg', 2)`: readable in failures, and a valid UUID. */
export const id = (kind: 'node' | 'drive' | 'leg' | 'volume' | 'attachment' | 'array' | 'order' | 'cluster', number: number): string => {
  const prefix = { node: 'a', drive: 'd', leg: 'e', volume: 'f', attachment: '7', array: '5', order: '3', cluster: 'c' }[kind].repeat(8);
  return `${prefix}-0000-4000-8000-${String(number).padStart(12, '0')}`;
};

/** A folder for the running test only. */
export async function temporaryFolder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'weft-agent-'));
  onTestFinished(() => rm(path, { recursive: true, force: true }));
  return path;
}

/** Two targets, or three, with one drive each and one client; a volume over all of them. Each call makes new contents. */
export interface Example {
  protection: AttachmentAssignment['protection'];
  attached: boolean;
  exported: boolean;
  legs: 'present' | 'absent';
  drives: 'in-service' | 'released';
  mode?: AttachmentAssignment['mode'];
  transport?: 'rdma' | 'tcp';
  create?: boolean;
  epoch?: number;
  tenure?: number;
  attachment?: number;
  fenceForeign?: boolean;
  bitmapChunkBytes?: number;
  /** Each leg's cache, on the second drive of a target; `none`: the drive is in service, and no leg has a cache. */
  cache?: CacheMode | 'none';
  /** Legs on dm-integrity. */
  integrity?: boolean;
  /** A raid1 or raid10 over three targets. */
  copies?: 3;
}

const NETWORKS = ['left', 'right'];
const address = (network: number, node: number): string => `10.0.${network}.${node}`;
export const CLIENT = 9;

const targetsOf = ({ copies }: Pick<Example, 'copies'>): number[] => (copies === 3 ? [1, 2, 3] : [1, 2]);
const SERVICE_ID = 4500;
const VOLUME = { volumeId: id('volume', 1), volumeName: 'orders' };

export const contentFor = (node: number, example: Example): AssignmentContent => ({
  hostNqn: hostNqn(id('node', node)),
  hostId: id('node', node),
  connect: { keepAliveSeconds: 5, reconnectDelaySeconds: 1, maxIoQueues: 4, ioPolicy: 'round-robin' },
  ...(node === CLIENT ? clientPart(example) : targetPart(node, example)),
});

type Parts = Pick<AssignmentContent, 'drives' | 'legs' | 'exports' | 'attachments'>;

const isMirrored = ({ protection }: Example): boolean => protection === 'raid1' || protection === 'raid10';
const legsOf = (target: number, example: Example): number[] =>
  example.protection === 'raid10' ? [target - 1, target - 1 + targetsOf(example).length] : [target - 1];

/** What the attachment has on both ends. */
const commonPart = ({ attachment, mode, tenure, epoch }: Example) => ({
  attachmentId: id('attachment', attachment ?? 1),
  ...VOLUME,
  mode: mode ?? 'exclusive',
  tenure: tenure ?? 1,
  epoch: epoch ?? 1,
});

/** NQN of the attachment's subsystem on a target. */
const nqnOn = (target: number, { attachment, epoch }: Example): string =>
  subsystemNqn(id('attachment', attachment ?? 1), id('node', target), epoch ?? 1);

const cacheDriveId = (node: number): string => id('drive', 20 + node);
const CACHE_SIZES = { dataBytes: 16 * MiB, metadataBytes: 4 * MiB, blockBytes: 65_536 };

const targetPart = (node: number, example: Example): Parts => ({
  drives: [
    { driveId: id('drive', node), serial: `S${node}`, nsid: 1, desired: example.drives, create: true, wipe: null },
    ...(example.cache
      ? [{ driveId: cacheDriveId(node), serial: `C${node}`, nsid: 1, desired: example.drives, create: true, wipe: null }]
      : []),
  ],
  legs: legsOf(node, example).map((leg) => ({
    legId: id('leg', leg),
    volumeId: VOLUME.volumeId,
    driveId: id('drive', node),
    sizeBytes: 64 * MiB,
    desired: example.legs,
    readyBytes: 0,
    ...(example.integrity && { sizeBytes: 68 * MiB, integrity: { offeredBytes: 64 * MiB } }),
    ...(example.cache && example.cache !== 'none' && { cache: { driveId: cacheDriveId(node), mode: example.cache, ...CACHE_SIZES } }),
    ...(example.cache && isMirrored(example) && { mirrored: true }),
  })),
  exports: [
    {
      ...commonPart(example),
      subsystemNqn: nqnOn(node, example),
      serial: `serial${node}`,
      hostNqn: hostNqn(id('node', CLIENT)),
      transport: example.transport ?? 'rdma',
      serviceId: SERVICE_ID,
      portals: NETWORKS.map((storageNetwork, network) => ({
        storageNetwork,
        address: address(network, node),
        hostAddress: address(network, CLIENT),
      })),
      namespaces: legsOf(node, example).map((leg, at) => ({ nsid: at + 1, legId: id('leg', leg) })),
      fenceForeign: example.fenceForeign ?? false,
      desired: example.exported ? 'exported' : 'absent',
    },
  ],
  attachments: [],
});

const clientPart = (example: Example): Parts => ({
  drives: [],
  legs: [],
  exports: [],
  attachments: [
    {
      ...commonPart(example),
      desired: example.attached ? 'attached' : 'detached',
      revoked: null,
      onlyBootId: null,
      protection: example.protection,
      sizeBytes: example.protection === 'raid1' ? 60 * MiB : 119 * MiB,
      stripeSizeBytes: MiB,
      array: isMirrored(example) ? arrayOf(example) : null,
      legs: targetsOf(example)
        .flatMap((target) => attachedLegs(target, example))
        .sort((a, b) => a.index - b.index),
    },
  ],
});

const arrayOf = (example: Example): NonNullable<AttachmentAssignment['array']> => ({
  uuid: id('array', 1),
  level: example.protection === 'raid1' ? 'raid1' : 'raid10',
  ...(example.copies && { copies: example.copies }),
  create: example.create ?? true,
  dataOffsetBytes: 4 * MiB,
  bitmapChunkBytes: example.bitmapChunkBytes ?? null,
  previousUuid: null,
  syncSpeed: null,
});

const attachedLegs = (target: number, example: Example): AttachedLeg[] =>
  legsOf(target, example).map((index, at) => ({
    legId: id('leg', index),
    index,
    nodeId: id('node', target),
    nodeName: `t${target}`,
    subsystemNqn: nqnOn(target, example),
    nsid: at + 1,
    sizeBytes: 64 * MiB,
    dataBytes: 60 * MiB,
    inSync: true,
    role: 'member',
    anchor: isMirrored(example) && target === 1,
    fastIoFailSeconds: isMirrored(example) ? 5 : -1,
    paths: NETWORKS.map((storageNetwork, network) => ({
      storageNetwork,
      transport: example.transport ?? 'rdma',
      address: address(network, target),
      serviceId: SERVICE_ID,
      hostAddress: address(network, CLIENT),
    })),
  }));

export const assignmentFor = (node: number, generation: number, content: AssignmentContent): Assignment => ({
  clusterId: id('cluster', 1),
  nodeId: id('node', node),
  generation,
  hash: String(generation),
  ...NO_HISTORY,
  content,
});

/** Simulated steps take no time, but a busy machine may be slow: a turn ends when they are done, not before. */
const LONG_ROUND_MS = 30_000;

/** An agent without its link, on a simulated host. `restart` forgets everything but the ledger's files. */
export class ExampleAgent {
  state: NodeState | undefined;
  traces = new Traces();
  #loop: ReconcileLoop | undefined;
  #ledger: Ledger | undefined;
  #generation = 0;

  private constructor(
    readonly node: number,
    readonly host: ExampleHost,
    readonly stateDir: string,
    private readonly roundMs: number,
  ) {}

  static async create(
    node: number,
    fabric: ExampleFabric,
    roundMs = LONG_ROUND_MS,
    sanitize?: DriveSpec['sanitize'],
    cacheDrives = false,
  ): Promise<ExampleAgent> {
    const drive = { serial: `S${node}`, model: 'm', sizeBytes: 1024 * MiB, numaNode: null, leftovers: true, sanitize };
    const host = new ExampleHost(fabric, {
      name: node === CLIENT ? 'client' : `t${node}`,
      cpus: 2,
      memoryBytes: 2 ** 30,
      nics: NETWORKS.map((storageNetwork, network) => ({
        name: `eth${network}`,
        address: address(network, node),
        storageNetwork,
        speedBitsPerSecond: null,
      })),
      drives: node === CLIENT ? [] : [drive, ...(cacheDrives ? [{ ...drive, serial: `C${node}` }] : [])],
    });
    const agent = new ExampleAgent(node, host, await temporaryFolder(), roundMs);
    await agent.restart();
    return agent;
  }

  get ledger(): Ledger {
    if (!this.#ledger) throw new Error('the agent is not started');
    return this.#ledger;
  }

  async restart(): Promise<void> {
    this.#ledger = await Ledger.open(this.stateDir, silent);
    this.traces = new Traces(() => this.host.fabric.clock.now());
    this.#loop = new ReconcileLoop({
      host: this.host,
      ledger: this.#ledger,
      traces: this.traces,
      log: silent,
      now: () => this.host.fabric.clock.now(),
      roundMs: this.roundMs,
      onState: (state) => {
        this.state = state;
      },
    });
  }

  async assign(content: AssignmentContent): Promise<string | null> {
    this.traces.arrived(++this.#generation);
    return this.ledger.accept(assignmentFor(this.node, this.#generation, content), {
      nodeId: id('node', this.node),
      clusterId: id('cluster', 1),
    });
  }

  /** As if a server reported it. */
  reachable(subsystemNqns: string[]): void {
    this.#loop?.reachable(subsystemNqns);
  }

  /** The default is longer than every back-off and every cache's age. */
  async turn({ afterMs = 600_000 } = {}): Promise<void> {
    this.host.fabric.clock.advance(afterMs);
    await this.#loop?.turn(new AbortController().signal);
  }

  /** Turns of a running agent, one every two seconds, for this many seconds. */
  async live(seconds: number): Promise<void> {
    for (let second = 0; second < seconds; second += 2) await this.turn({ afterMs: 2_000 });
  }

  /** "kind state" or "kind state: code" of every object. */
  get summary(): string[] {
    return (this.state?.objects ?? []).map(({ kind, state, reason }) => `${kind} ${state}${reason ? `: ${reason.code}` : ''}`);
  }
  get allDone(): boolean {
    return (this.state?.objects ?? []).every(({ state }) => state === 'done');
  }
}

/** `roundMs`: how long a turn waits for its steps; short where a step hangs on purpose. */
export async function exampleCluster({
  roundMs = LONG_ROUND_MS,
  sanitize,
  cacheDrives,
  copies,
  ...fabricOptions
}: FabricOptions & Pick<Example, 'copies'> & { roundMs?: number; sanitize?: DriveSpec['sanitize']; cacheDrives?: boolean } = {}): Promise<{
  fabric: ExampleFabric;
  targets: ExampleAgent[];
  client: ExampleAgent;
  agents: ExampleAgent[];
}> {
  const fabric = new ExampleFabric(fabricOptions);
  const targets: ExampleAgent[] = [];
  for (const target of targetsOf({ copies })) targets.push(await ExampleAgent.create(target, fabric, roundMs, sanitize, cacheDrives));
  const client = await ExampleAgent.create(CLIENT, fabric, roundMs);
  return { fabric, targets, client, agents: [...targets, client] };
}

export async function assignAll(agents: ExampleAgent[], example: Example): Promise<void> {
  for (const agent of agents) await agent.assign(contentFor(agent.node, example));
}

export async function turns(agents: ExampleAgent[], count = 3): Promise<void> {
  for (let turn = 0; turn < count; turn++) for (const agent of agents) await agent.turn();
}
