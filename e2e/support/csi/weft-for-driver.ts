import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { endpoints } from '@weft/shared/endpoints/endpoints';
import type { Permission } from '@weft/shared/kinds/access/permissions';
import { GiB } from '@weft/shared/units';
import { testDatabase } from '@weft/test-support/database';
import type { ApiClient } from '../api-client.js';
import { ServerProcess } from '../server-process.js';
import { SimulationProcess } from '../simulation-process.js';
import { takeDrives } from '../take-drives.js';

const nic = (host: number) => [{ name: 'eth1', address: `10.10.1.${host}/24`, storageNetwork: 'storage-1' }];
const nodes = [
  ...[1, 2, 3].map((index) => ({
    ...{ name: `target-${index}`, labels: { zone: index === 2 ? 'west' : 'east' }, nics: nic(index) },
    drives: [{ serial: `SIM-${index}`, model: 'Simulated NVMe', sizeBytes: 200 * GiB }],
  })),
  ...[1, 2].map((index) => ({ name: `client-${index}`, labels: { zone: 'east' }, nics: nic(100 + index), drives: [] })),
];

const page = readFileSync(new URL('../../../docs/kubernetes.md', import.meta.url), 'utf8');
const permissionsIn = (text: string): Permission[] => [...text.matchAll(/`([a-z-]+:[a-z-]+)`/g)].map(([, name]) => name as Permission);

/** Permissions of the driver, as docs/kubernetes.md names them: those of the controller in the table, those of the node service below it. */
function documentedPermissions(): { controller: Permission[]; node: Permission[] } {
  const [, section = ''] = page.split('### Role and token');
  const [table = '', below = ''] = section.split('The token of the node service');
  return { controller: permissionsIn(table), node: permissionsIn(below.split('\n## ')[0] ?? '') };
}

/** A simulated host finds its devices by the API; a real one asks its kernel. */
const SIMULATED_DEVICES: Permission = 'attachment:read';

/** A real server of Weft with a simulated cluster, a drive class `fast`, and tokens of the driver. */
export interface WeftCluster {
  server: ServerProcess;
  api: ApiClient;
  simulation: SimulationProcess;
  /** Tokens with the rights that the documentation names. */
  tokens: { controller: string; node: string };
  stop(): Promise<void>;
}

export async function startWeft(directory: string): Promise<WeftCluster> {
  const { uri, name: database } = testDatabase();
  const environment = { WEFT_LOG_LEVEL: 'warn' };
  const server = await ServerProcess.start({ directory: join(directory, 'server'), mongoUri: uri, database, environment });
  const api = await server.administrator();
  const { version } = await api.call(endpoints.getSettings);
  const storageNetworks = [{ name: 'storage-1', cidrs: ['10.10.1.0/24'] }];
  await api.call(endpoints.updateSettings, { body: { storageNetworks, nodeLostAfterSeconds: 2 }, ifMatch: version });
  const simulation = await SimulationProcess.enroll(api, join(directory, 'simulation'), nodes);
  await simulation.start();
  await takeDrives(api, 3, 120);
  await api.call(endpoints.createDriveClass, { body: { name: 'fast', members: { by: 'selector', selector: {} } } });
  const { controller, node } = documentedPermissions();
  const tokens = {
    controller: await tokenOf(api, 'csi-controller', controller),
    node: await tokenOf(api, 'csi-node', [...node, SIMULATED_DEVICES]),
  };
  const stop = async () => {
    await simulation.stop();
    await server.stop();
  };
  return { server, api, simulation, tokens, stop };
}

async function tokenOf(api: ApiClient, name: string, permissions: Permission[]): Promise<string> {
  await api.call(endpoints.createRole, { body: { name, permissions } });
  return (await api.call(endpoints.createApiToken, { body: { name, role: name, expiresInDays: 1 } })).token;
}
