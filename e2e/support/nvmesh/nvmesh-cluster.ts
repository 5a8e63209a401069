import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endpoints } from '@weft/shared/endpoints/endpoints';
import { GiB } from '@weft/shared/units';
import { testDatabase } from '@weft/test-support/database';
import { freePort } from '@weft/test-support/free-ports';
import type { ApiClient } from '../api-client.js';
import { ServerProcess } from '../server-process.js';
import { type SimulatedNode, SimulationProcess } from '../simulation-process.js';
import { takeDrives } from '../take-drives.js';

const nics = (host: number) =>
  [1, 2].map((network) => ({ name: `eth${network}`, address: `10.10.${network}.${host}/24`, storageNetwork: `storage-${network}` }));
const nodes: SimulatedNode[] = [
  ...[1, 2, 3].map((at) => ({
    name: `target-${at}`,
    labels: { zone: `z${at}` },
    nics: nics(at),
    drives: [1, 2].map((drive) => ({ serial: `SIM${at}${drive}`, model: 'Simulated NVMe', sizeBytes: 100 * GiB })),
  })),
  ...[1, 2].map((at) => ({ name: `client-${at}`, nics: nics(100 + at), drives: [] })),
];

/** A real server that speaks NVMesh's dialect, and agents on simulated machines. All drives are in service. */
export class NvmeshCluster {
  private constructor(
    readonly api: ApiClient,
    /** Address of the dialect. */
    readonly url: string,
    readonly password: string,
    private readonly ends: (() => Promise<unknown>)[],
  ) {}

  static async start(): Promise<NvmeshCluster> {
    const directory = await mkdtemp(join(tmpdir(), 'weft-nvmesh-'));
    const ends: (() => Promise<unknown>)[] = [() => rm(directory, { recursive: true, force: true })];
    try {
      const { uri, name: database } = testDatabase();
      const port = await freePort();
      const server = await ServerProcess.start({
        directory: join(directory, 'server'),
        mongoUri: uri,
        database,
        environment: { WEFT_LOG_LEVEL: 'warn', WEFT_NVMESH_PORT: String(port) },
      });
      ends.push(() => server.stop());
      const api = await server.administrator();
      const settings = await api.call(endpoints.getSettings);
      const storageNetworks = [1, 2].map((network) => ({ name: `storage-${network}`, cidrs: [`10.10.${network}.0/24`] }));
      await api.call(endpoints.updateSettings, { body: { storageNetworks }, ifMatch: settings.version });
      const simulation = await SimulationProcess.enroll(api, join(directory, 'simulation'), nodes);
      await simulation.start();
      ends.push(() => simulation.stop());
      await takeDrives(api, 6);
      const password = (await readFile(server.passwordFile, 'utf8')).trim();
      return new NvmeshCluster(api, `http://127.0.0.1:${port}`, password, ends);
    } catch (error) {
      for (const end of ends.reverse()) await end();
      throw error;
    }
  }

  async stop(): Promise<void> {
    for (const end of this.ends.reverse()) await end();
  }
}
