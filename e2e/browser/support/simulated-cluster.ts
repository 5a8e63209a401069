import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endpoints } from '@weft/shared/endpoints/endpoints';
import type { SettingsUpdate } from '@weft/shared/kinds/settings/settings';
import { GiB } from '@weft/shared/units';
import { SimulationProcess } from '../../support/simulation-process.js';
import { takeDrives } from '../../support/take-drives.js';
import { Cluster } from './cluster.js';

const nics = (host: number) =>
  [1, 2].map((network) => ({ name: `eth${network}`, address: `10.10.${network}.${host}/24`, storageNetwork: `storage-${network}` }));
const cacheSerial = (target: number): string => `CACHE-${target}`;
const nodesWith = (targets: number, caches: boolean) => [
  ...Array.from({ length: targets }, (_, index) => ({
    name: `target-${index + 1}`,
    nics: nics(index + 1),
    drives: [`SIM-${index + 1}`, ...(caches ? [cacheSerial(index + 1)] : [])].map((serial) => ({
      ...{ serial, model: 'Simulated NVMe', sizeBytes: 100 * GiB },
    })),
  })),
  { name: 'client-1', nics: nics(101), drives: [], latencyByDirection: true },
];

interface SimulatedOptions {
  /** Number of targets, with one drive each. */
  targets?: number;
  /** Each target has a second drive, in service as a cache. */
  caches?: boolean;
  settings?: SettingsUpdate;
  sizeBytes?: number;
  /** The mirror has checksums. */
  integrity?: 'dm-integrity';
  /** The database knows that it is simulated, and the server reaches the simulation. Otherwise the cluster looks real. */
  isSimulated?: boolean;
}

/** A cluster of real agents on simulated machines, with one mirrored volume under load. */
export interface SimulatedCluster {
  cluster: Cluster;
  simulation: SimulationProcess;
  /** Ids of objects that have a page. */
  volume: string;
  target: string;
  client: string;
  drive: string;
  stop(): Promise<void>;
}

export async function startSimulatedCluster(
  mongoUri: string,
  { targets = 2, caches = false, settings: more = {}, sizeBytes = 10 * GiB, integrity, isSimulated = false }: SimulatedOptions = {},
): Promise<SimulatedCluster> {
  const directory = await mkdtemp(join(tmpdir(), 'weft-browser-simulation-'));
  const socket = isSimulated ? join(directory, 'simulation.sock') : null;
  const cluster = await Cluster.start(mongoUri, socket === null ? {} : { WEFT_SIMULATED: 'true', WEFT_SIMULATION_SOCKET: socket });
  const { admin } = cluster;
  const settings = await admin.call(endpoints.getSettings);
  const storageNetworks = [1, 2].map((network) => ({ name: `storage-${network}`, cidrs: [`10.10.${network}.0/24`] }));
  await admin.call(endpoints.updateSettings, { body: { storageNetworks, ...more }, ifMatch: settings.version });
  const simulation = await SimulationProcess.enroll(admin, directory, nodesWith(targets, caches), {
    load: { readIops: 7000, writeIops: 3000 },
    socket,
  });
  await simulation.start();
  const cacheSerials = caches ? Array.from({ length: targets }, (_, index) => cacheSerial(index + 1)) : [];
  const drives = await takeDrives(admin, targets + cacheSerials.length, 30, cacheSerials);
  await admin.call(endpoints.createDriveClass, { body: { name: 'fast', members: { by: 'selector', selector: {} } } });
  const volume = await cluster.volume('orders', { sizeBytes, protection: 'raid1', ...(integrity && { integrity }) });
  const { items } = await admin.call(endpoints.listNodes);
  const node = (wanted: string) => items.find(({ name }) => name === wanted)?.id ?? '';
  const { job } = await admin.call(endpoints.createAttachment, { body: { volumeId: volume, nodeId: node('client-1') } });
  await admin.done(job.id);
  return {
    cluster,
    simulation,
    volume,
    target: node('target-1'),
    client: node('client-1'),
    drive: drives.find(({ serial }) => serial === 'SIM-1')?.id ?? '',
    stop: async () => {
      await simulation.stop();
      await cluster.stop();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
