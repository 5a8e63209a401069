import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { endpoints } from '@weft/shared/endpoints/endpoints';
import { AGENT_NAMESPACE, type AgentAck, type AgentToServerEvents, type ServerToAgentEvents } from '@weft/shared/links/agent-link';
import type { Inventory } from '@weft/shared/messages/inventory';
import type { IoSample, Sample } from '@weft/shared/messages/sample';
import { AGENT_PROTOCOL } from '@weft/shared/version';
import type { Db } from 'mongodb';
import { io, type Socket } from 'socket.io-client';
import { storedAttachment } from '../../../apps/server/test-support/stored-attachment.js';
import { storedVolume } from '../../../apps/server/test-support/stored-volume.js';
import type { ApiClient } from '../../support/api-client.js';

export const size = { targets: 128, drives: 24, clients: 1000, volumesOfClient: 4, intervalMs: 5000 };

type AgentEnd = Socket<ServerToAgentEvents, AgentToServerEvents>;
export interface Sender {
  nodeId: string;
  socket: AgentEnd;
  /** Builds one sample of the sender's objects; the counts change with every sample. */
  sample: (sequence: number, durationMs: number) => Sample;
  /** The interval that the server ordered: a watched node samples every second. */
  intervalMs: number;
  /** When the intervals of its samples ended, in milliseconds of this machine's clock. */
  readonly endedAt: number[];
}

/** A volume, and the client that it is attached to. */
export interface Watched {
  volumeId: string;
  sender: Sender;
}

/** About 20 buckets, as a device under mixed load has. */
const ioSample = (seed: number): IoSample => {
  const histogram = Array.from({ length: 20 }, (_, n): [number, number] => [6 + n, 1 + ((seed * 31 + n * 97) % (n < 8 ? 4000 : 300))]);
  const all = histogram.reduce((sum, [, count]) => sum + count, 0);
  const reads = Math.floor(all * 0.7);
  const writes = all - reads;
  return {
    ...{ reads, writes, readBytes: reads * 8192, writtenBytes: writes * 16_384 },
    ...{ timeNs: all * 180_000, readTimeNs: reads * 180_000, writeTimeNs: writes * 180_000 },
    histogram,
  };
};

const cores = (count: number, seconds: number) =>
  Array.from({ length: count }, (_, n) => ({
    user: seconds * 0.01 * n,
    system: seconds * 0.01,
    irq: 0,
    softirq: seconds * 0.005,
    steal: 0,
    idle: seconds * (0.98 - 0.01 * n),
  }));

const node = (seconds: number, seed: number): Sample['node'] => ({
  cores: cores(16, seconds),
  targetTaxSeconds: seconds * 0.04,
  agentCpuSeconds: seconds * 0.01,
  agentMemoryBytes: 60 * 2 ** 20 + seed * 4096,
  memoryTotalBytes: 2 ** 37,
  memoryAvailableBytes: 2 ** 36 + seed * 4096,
  interrupts: 50_000 + seed * 13,
  nics: ['eth1', 'eth2'].map((name) => ({ name, rxBytes: 3e9 + seed * 1021, txBytes: 1e9 + seed * 509, rxErrors: 0, txErrors: 0 })),
});

async function enroll(api: ApiClient, name: string): Promise<{ nodeId: string; credential: string }> {
  const { token } = await api.call(endpoints.createEnrollmentToken, { body: {} });
  const body = { token, name, hostname: name, agentVersion: '0.1.0', protocol: AGENT_PROTOCOL };
  return api.call(endpoints.enroll, { body });
}

/** Connects agents that only send samples, and puts the objects of those samples into the database in their stored form. */
export async function buildSenders(api: ApiClient, db: Db): Promise<{ senders: Sender[]; watched: Watched }> {
  const bootIds = new Map<AgentEnd, string>();
  const connect = async (name: string) => {
    const { nodeId, credential } = await enroll(api, name);
    const bootId = randomUUID();
    const auth = { nodeId, credential, protocol: AGENT_PROTOCOL, agentVersion: '0.1.0', bootId };
    const socket: AgentEnd = io(`${api.url}${AGENT_NAMESPACE}`, { transports: ['websocket'], forceNew: true, reconnection: false, auth });
    socket.on('assignment', ({ generation }, ack) => ack({ generation }));
    await new Promise<void>((resolve, reject) => {
      socket.once('connect', resolve);
      socket.once('connect_error', reject);
    });
    bootIds.set(socket, bootId);
    return { nodeId, socket };
  };
  const names = [
    ...Array.from({ length: size.targets }, (_, n) => `t${n + 1}`),
    ...Array.from({ length: size.clients }, (_, n) => `c${n + 1}`),
  ];
  const connected: Awaited<ReturnType<typeof connect>>[] = [];
  for (let at = 0; at < names.length; at += 16) connected.push(...(await Promise.all(names.slice(at, at + 16).map(connect))));
  const targets = connected.slice(0, size.targets);
  const clients = connected.slice(size.targets);

  const volumes = clients.flatMap((client) =>
    Array.from({ length: size.volumesOfClient }, () => ({ id: randomUUID(), attachmentId: randomUUID(), client })),
  );
  await Promise.all(
    targets.map(({ socket }, t) => socket.timeout(60_000).emitWithAck('inventory', inventory(`t${t + 1}`, bootIds.get(socket) ?? ''))),
  );
  const drives = await db.collection<{ _id: string; serial: string; nodeId: string }>('drives').find().toArray();
  const legs = drives.map(({ _id, serial, nodeId }, n) => ({
    id: randomUUID(),
    driveId: _id,
    serial,
    nodeId,
    volume: volumes[n]?.id ?? '',
  }));
  await insertObjects(
    db,
    volumes.map(({ id, attachmentId, client }) => ({ id, attachmentId, nodeId: client.nodeId })),
    legs,
  );

  const senders = [
    ...targets.map(({ nodeId, socket }) => {
      const own = legs.filter((leg) => leg.nodeId === nodeId);
      return sender(nodeId, socket, (sequence, durationMs) => ofTarget(own, sequence, durationMs));
    }),
    ...clients.map((client) => {
      const own = volumes.filter((volume) => volume.client === client);
      return sender(client.nodeId, client.socket, (sequence, durationMs) => ofClient(own, sequence, durationMs));
    }),
  ];
  const [volume, watched] = [volumes[0], senders[targets.length]];
  if (!volume || !watched) throw new Error('a cluster without clients cannot be watched');
  return { senders, watched: { volumeId: volume.id, sender: watched } };
}

function sender(nodeId: string, socket: AgentEnd, sample: Sender['sample']): Sender {
  const made: Sender = { nodeId, socket, sample, intervalMs: size.intervalMs, endedAt: [] };
  socket.on('sampling', ({ intervalSeconds }) => {
    made.intervalMs = intervalSeconds * 1000;
  });
  return made;
}

const ofClient = (own: readonly { id: string; attachmentId: string }[], sequence: number, durationMs: number): Sample => ({
  sequence,
  durationMs,
  endedAgoMs: 0,
  attachments: own.map(({ id, attachmentId }, n) => ({ attachmentId, volumeId: id, io: ioSample(sequence * 7 + n) })),
  legs: [],
  drives: [],
  node: node(durationMs / 1000, sequence),
});

const ofTarget = (own: readonly { id: string; volume: string; serial: string }[], sequence: number, durationMs: number): Sample => ({
  sequence,
  durationMs,
  endedAgoMs: 0,
  attachments: [],
  legs: own.map(({ id, volume, serial }, n) => ({ legId: id, volumeId: volume, driveSerial: serial, io: ioSample(sequence * 5 + n) })),
  drives: own.map(({ serial }) => ({
    serial,
    health: { wearRatio: 0.03, availableSpareRatio: 1, temperatureCelsius: 40 + (sequence % 3), mediaErrors: 0, criticalWarning: 0 },
  })),
  node: node(durationMs / 1000, sequence),
});

const inventory = (name: string, bootId: string): Inventory => ({
  agentVersion: '0.1.0',
  hostname: name,
  kernel: 'scripted',
  bootId,
  distribution: 'scripted',
  cpu: { model: 'scripted', sockets: 1, cores: 16, threads: 16 },
  memoryBytes: 2 ** 37,
  nics: [],
  drives: Array.from({ length: size.drives }, (_, d) => ({
    serial: `${name}-d${d + 1}`,
    nsid: 1,
    model: 'scripted',
    firmware: '1',
    wwid: null,
    sizeBytes: 2.4e12,
    logicalBlockBytes: 512,
    pciAddress: null,
    numaNode: 0,
    contents: [],
    weftDriveId: null,
    inUse: false,
    smart: null,
  })),
  capabilities: { rdma: true, nvmet: true, nvmeAuthentication: false },
});

/** Bypasses the API: the bench measures how the server takes in samples, and making 4,000 volumes would take longer than that. */
async function insertObjects(
  db: Db,
  volumes: readonly { id: string; attachmentId: string; nodeId: string }[],
  legs: readonly { id: string; driveId: string; nodeId: string; volume: string }[],
): Promise<void> {
  const legsOf = new Map(legs.map((leg) => [leg.volume, leg]));
  const documents = volumes.map(({ id }, n) => {
    const leg = legsOf.get(id);
    const stored = storedVolume(`v${n + 1}`, leg ? [leg] : [], `class-${n % 4}`);
    return {
      ...stored,
      _id: id,
      legs: stored.legs.map((each) => ({ ...each, id: leg?.id ?? '', status: { ...each.status, state: 'ready' as const } })),
      status: { ...stored.status, state: 'available' as const },
    };
  });
  await db.collection<(typeof documents)[number]>('volumes').insertMany(documents);
  const attachments = volumes.map(({ id, attachmentId, nodeId }, n) => ({
    ...storedAttachment({ _id: id, name: `v${n + 1}` }, { _id: nodeId, name: nodeId }),
    _id: attachmentId,
  }));
  await db.collection<(typeof attachments)[number]>('attachments').insertMany(attachments);
}

export interface Sent {
  /** Milliseconds from sending each sample to the server's answer. */
  answersMs: number[];
  refusals: string[];
}

/** Until stopped, each sender samples at its own point of every interval. */
export function keepSending(senders: readonly Sender[]): { stop(): Promise<Sent> } {
  const sent: Sent = { answersMs: [], refusals: [] };
  let stopped = false;
  const send = async (sender: Sender, index: number) => {
    let due = performance.now() + (size.intervalMs * index) / senders.length;
    for (let sequence = 1; !stopped; sequence++) {
      const { socket, sample, intervalMs, endedAt } = sender;
      due += intervalMs;
      await sleep(Math.max(0, due - performance.now()));
      if (stopped) return;
      const at = performance.now();
      endedAt.push(Date.now());
      const answer = (await socket.timeout(30_000).emitWithAck('sample', sample(sequence, intervalMs))) as AgentAck;
      sent.answersMs.push(performance.now() - at);
      if (!answer.ok) sent.refusals.push(`${answer.code}: ${answer.detail}`);
    }
  };
  const all = Promise.all(senders.map(send));
  return {
    async stop() {
      stopped = true;
      await all;
      return sent;
    },
  };
}
