import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endpoints } from '@weft/shared/endpoints/endpoints';
import type { volumeCreateSchema } from '@weft/shared/kinds/volume';
import { GiB } from '@weft/shared/units';
import { MongoClient } from 'mongodb';
import type { z } from 'zod';
import { seedLargeCluster } from '../../bench/clusters/seeded-cluster.js';
import { liveUpdates } from '../../bench/live-updates.js';
import type { ApiClient } from '../../support/api-client.js';
import { SimulationProcess } from '../../support/simulation-process.js';
import { takeDrives } from '../../support/take-drives.js';
import { Cluster, DRIVE_BYTES, PASSWORD } from '../support/cluster.js';

/** A cluster of agents on simulated machines, with volumes under load. */
export interface PicturedCluster {
  url: string;
  api: ApiClient;
  /** Password of `admin`. */
  password: string;
  stop(): Promise<void>;
}

const nics = (host: number) =>
  ['left', 'right'].map((storageNetwork, at) => ({ name: `ens${at + 1}f0`, address: `10.10.${at}.${host}/24`, storageNetwork }));

const sixDriveNodes = [
  ...[1, 2, 3].map((at) => ({
    name: `t${at}`,
    labels: { rack: `r${at}` },
    nics: nics(at),
    drives: [1, 2].map((slot) => ({ serial: `S4YNNE0R${at}0${slot}`, model: 'Micron_9100_MTFDHAX2T4MCF', sizeBytes: DRIVE_BYTES })),
  })),
  ...[1, 2].map((at) => ({ name: `c${at}`, labels: { rack: `r${at}` }, nics: nics(100 + at), drives: [] })),
];

/** One volume of each protection; the last one is not attached. */
const sixDriveVolumes: (Omit<z.input<typeof volumeCreateSchema>, 'driveClassId'> & { client?: string })[] = [
  { name: 'orders', sizeBytes: 1536 * GiB, protection: 'raid10', client: 'c1' },
  { name: 'audit-log', sizeBytes: 400 * GiB, protection: 'raid1', client: 'c1' },
  { name: 'scratch', sizeBytes: 900 * GiB, protection: 'raid0', client: 'c2' },
  { name: 'archive', sizeBytes: 200 * GiB, protection: 'concatenated' },
];

/** Three targets with two drives each, and two clients. */
export async function sixDrives(mongoUri: string): Promise<PicturedCluster> {
  const directory = await mkdtemp(join(tmpdir(), 'weft-screenshots-'));
  const socket = join(directory, 'simulation.sock');
  const cluster = await Cluster.start(mongoUri, { WEFT_SIMULATED: 'true', WEFT_SIMULATION_SOCKET: socket });
  const api = cluster.admin;
  const { version } = await api.call(endpoints.getSettings);
  const storageNetworks = ['left', 'right'].map((name, at) => ({ name, cidrs: [`10.10.${at}.0/24`] }));
  await api.call(endpoints.updateSettings, { body: { storageNetworks }, ifMatch: version });
  const simulation = await SimulationProcess.enroll(api, directory, sixDriveNodes, {
    load: { readIops: 70_000, writeIops: 30_000, varied: true },
    socket,
  });
  await simulation.start();
  await takeDrives(api, 6, 30);
  const { id: driveClassId } = await api.call(endpoints.createDriveClass, {
    body: { name: 'fast', description: 'All drives', members: { by: 'selector', selector: {} } },
  });
  const { items: nodes } = await api.call(endpoints.listNodes);
  for (const { client, ...spec } of sixDriveVolumes) {
    const { volume, job } = await api.call(endpoints.createVolume, { body: { ...spec, driveClassId } });
    await api.done(job.id);
    const nodeId = nodes.find(({ name }) => name === client)?.id;
    if (nodeId === undefined) continue;
    const attaching = await api.call(endpoints.createAttachment, { body: { volumeId: volume.id, nodeId } });
    await api.done(attaching.job.id);
  }
  // A forced maintenance, for an entry in the audit.
  const away = nodes.find(({ name }) => name === 't3');
  if (away) {
    const at = { params: { id: away.id } };
    const body = { force: true, nodeName: away.name };
    const { version: begun } = await api.call(endpoints.startMaintenance, { ...at, ifMatch: away.version, body });
    await api.call(endpoints.endMaintenance, { ...at, ifMatch: begun });
  }
  return {
    url: cluster.server.url,
    api,
    password: PASSWORD,
    stop: async () => {
      await simulation.stop();
      await cluster.stop();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

/** 128 targets, 3,072 drives, 1,000 clients, 1,000 volumes and 2,000 attachments, as in the bench: nodes without hosts, with invented statistics. */
export async function threeThousandDrives(mongoUri: string): Promise<PicturedCluster> {
  // All nodes enroll at once from one address.
  const cluster = await Cluster.start(mongoUri, { WEFT_SIMULATED: 'true', WEFT_REQUESTS_PER_SECOND: '10000' });
  const client = await MongoClient.connect(mongoUri);
  const seeded = await seedLargeCluster(cluster.admin, client.db(cluster.database));
  const updates = liveUpdates(cluster.admin, seeded);
  return {
    url: cluster.server.url,
    api: cluster.admin,
    password: PASSWORD,
    stop: async () => {
      await updates.stop();
      await Promise.all(seeded.agents.map((agent) => agent.close()));
      await client.close();
      await cluster.stop();
    },
  };
}
