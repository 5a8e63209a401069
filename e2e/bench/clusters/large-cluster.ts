import { endpoints } from '@weft/shared/endpoints/endpoints';
import type { Volume } from '@weft/shared/kinds/volume';
import { TiB } from '@weft/shared/units';
import { type ApiClient, until } from '../../support/api-client.js';
import { ScriptedAgent } from '../../support/scripted-agent.js';
import type { ScriptedDrive } from '../../support/scripted-statuses.js';

/** The size that the tested release of the reference architecture claims. Agents are scripted; everything else is real. */
export type ClusterSize = Record<'targets' | 'drivesPerTarget' | 'clients' | 'volumes', number>;
export const size = { targets: 128, drivesPerTarget: 24, clients: 1000, volumes: 1000, attachments: 250 };
export const zones = 8;
const nodesPerRack = { targets: 8, clients: 40 };
const width = 16;

export interface LargeCluster {
  agents: ScriptedAgent[];
  volumes: Volume[];
  driveClassId: string;
}

export async function inParallel<T, R>(items: readonly T[], work: (item: T, index: number) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  let next = 0;
  const workers = Array.from({ length: width }, async () => {
    for (let index = next++; index < items.length; index = next++) results[index] = await work(items[index] as T, index);
  });
  await Promise.all(workers);
  return results;
}

export async function timed<T>(what: string, work: () => Promise<T>): Promise<T> {
  const began = performance.now();
  const result = await work();
  console.log(`bench: ${what}: ${((performance.now() - began) / 1000).toFixed(1)} s`);
  return result;
}

interface ClusterNode {
  name: string;
  /** Last two bytes of its addresses. */
  network: number;
  drives: ScriptedDrive[];
  labels: Record<string, string>;
}

/** A node of a cluster of that size by its number, the targets first. */
export function nodeAt(index: number, { targets, drivesPerTarget }: Pick<ClusterSize, 'targets' | 'drivesPerTarget'>): ClusterNode {
  const network = index + 1;
  if (index >= targets) {
    const client = index - targets;
    return { name: `c${client + 1}`, network, drives: [], labels: { rack: `c${Math.floor(client / nodesPerRack.clients) + 1}` } };
  }
  const name = `t${index + 1}`;
  const drives = Array.from({ length: drivesPerTarget }, (_, drive) => ({ serial: `${name}-d${drive + 1}`, sizeBytes: 2.4e12 }));
  const rack = Math.floor(index / zones / nodesPerRack.targets) + 1;
  return { name, network, drives, labels: { zone: `z${(index % zones) + 1}`, rack: `r${rack}` } };
}

/** Enrolls and connects every node with its drives. */
export const enroll = (api: ApiClient, sizes: ClusterSize = size): Promise<ScriptedAgent[]> =>
  inParallel(Array.from({ length: sizes.targets + sizes.clients }), (_, index) => {
    const { name, drives, ...more } = nodeAt(index, sizes);
    return ScriptedAgent.enroll(api, name, drives, more);
  });

const countOf = (total: number, ask: () => Promise<{ total: number }>) => async () => ((await ask()).total >= total ? true : undefined);

async function takeDrives(api: ApiClient): Promise<void> {
  const total = size.targets * size.drivesPerTarget;
  await until(
    'all drives listed',
    120,
    countOf(total, () => api.call(endpoints.listDrives, { query: { limit: 1 } })),
  );
  const drives: { id: string; version: number; serial: string }[] = [];
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page: { items: typeof drives; nextCursor: string | null } = await api.call(endpoints.listDrives, {
      query: { limit: 200, ...(cursor ? { cursor } : {}) },
    });
    drives.push(...page.items);
    cursor = page.nextCursor;
  }
  // One drive of each target in turn: drives of the same target change the same assignment and would wait for each other.
  drives.sort((a, b) => a.serial.split('-d')[1]!.localeCompare(b.serial.split('-d')[1]!));
  await inParallel(drives, ({ id, version }) => api.call(endpoints.takeDrive, { params: { id }, ifMatch: version }));
  await until(
    'all drives in service',
    300,
    countOf(total, () => api.call(endpoints.listDrives, { query: { state: 'in-service', limit: 1 } })),
  );
}

async function createVolumes(api: ApiClient, isShared: boolean): Promise<{ volumes: Volume[]; driveClassId: string }> {
  const classes = await inParallel(Array.from({ length: zones }), (_, index) =>
    api.call(endpoints.createDriveClass, {
      body: { name: `zone-${index + 1}`, members: { by: 'selector', selector: { nodeLabels: { zone: `z${index + 1}` } } } },
    }),
  );
  const volumes = await inParallel(Array.from({ length: size.volumes }), async (_, index) => {
    const driveClassId = classes[index % zones]!.id;
    // A volume that several clients write to has no mirror.
    const shape = isShared ? { protection: 'raid0' as const, stripeWidth: 8 } : { protection: 'raid10' as const, stripeWidth: 4 };
    const body = { name: `v${index + 1}`, sizeBytes: TiB, ...shape, driveClassId };
    return (await api.call(endpoints.createVolume, { body })).volume;
  });
  await until(
    'all volumes available',
    600,
    countOf(size.volumes, () => api.call(endpoints.listVolumes, { query: { state: 'available', limit: 1 } })),
  );
  return { volumes, driveClassId: classes[0]!.id };
}

/** Attaches each volume to `clientsEach` clients: exclusive to one, or shared by several. */
async function attach(api: ApiClient, volumes: readonly Volume[], clients: readonly ScriptedAgent[], clientsEach: number): Promise<void> {
  const mode = clientsEach > 1 ? 'shared' : 'exclusive';
  const wanted = volumes.flatMap(({ id }, index) =>
    Array.from({ length: clientsEach }, (_, n) => ({ volumeId: id, client: index + n * 7 })),
  );
  await inParallel(wanted, ({ volumeId, client }) =>
    api.call(endpoints.createAttachment, { body: { volumeId, nodeId: clients[client % clients.length]!.nodeId, mode } }),
  );
  await until(
    'all volumes attached',
    900,
    countOf(wanted.length, () => api.call(endpoints.listAttachments, { query: { state: 'attached', limit: 1 } })),
  );
}

/** Builds the cluster through the API: 128 targets, 3,072 drives, 1,000 volumes of 8 legs, of which `attached` (a quarter) are attached to `clientsEach`. */
export async function buildLargeCluster(
  api: ApiClient,
  { attached = size.attachments, clientsEach = 1 }: { attached?: number; clientsEach?: number } = {},
): Promise<LargeCluster> {
  const settings = await api.call(endpoints.getSettings);
  const storageNetworks = [{ name: 'storage', cidrs: ['10.0.0.0/16'] }];
  await api.call(endpoints.updateSettings, { body: { storageNetworks }, ifMatch: settings.version });
  const agents = await timed('enrolled 1,128 agents', () => enroll(api));
  await timed('took 3,072 drives', () => takeDrives(api));
  const { volumes, driveClassId } = await timed('made 1,000 volumes', () => createVolumes(api, clientsEach > 1));
  await timed(`attached ${attached} volumes, each by ${clientsEach}`, () =>
    attach(api, volumes.slice(0, attached), agents.slice(size.targets), clientsEach),
  );
  return { agents, volumes, driveClassId };
}
