/**
 * The unmodified NVMeshSDK 2.3.0 against a real server with agents on simulated machines. `WEFT_NVMESH_SDK` names the folder that holds its package: no
 * registry has it.
 */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { endpoints } from '@weft/shared/endpoints/endpoints';
import { GiB } from '@weft/shared/units';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { NvmeshCluster } from '../support/nvmesh/nvmesh-cluster.js';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const run = promisify(execFile);

let cluster: NvmeshCluster;
let sdk: string;

beforeAll(async () => {
  sdk = process.env.WEFT_NVMESH_SDK ?? '';
  if (!existsSync(join(sdk, 'NVMeshSDK/ConnectionManager.py')))
    throw new Error(`WEFT_NVMESH_SDK must name the folder that holds the package NVMeshSDK (CONTRIBUTING.md); it is "${sdk}".`);
  cluster = await NvmeshCluster.start();
  const members = { by: 'selector' as const, selector: { models: ['Simulated NVMe'] } };
  await cluster.api.call(endpoints.createDriveClass, { body: { name: 'all', members } });
}, 120_000);
afterAll(() => cluster?.stop());

/** Runs a flow of flows.py with the SDK. @returns what it found. @throws Error with its output */
// biome-ignore lint/suspicious/noExplicitAny: each flow has its own answer.
async function flow(name: string, user = 'admin@example.com', password = cluster.password): Promise<any> {
  const path = [sdk, here('../../.cache/nvmesh-sdk')].join(delimiter);
  const env = { PATH: process.env.PATH, PYTHONPATH: path, PYTHONDONTWRITEBYTECODE: '1', PYTHONWARNINGS: 'ignore' };
  const { stdout } = await run('python3', [here('flows.py'), cluster.url, user, password, name], { env, timeout: 120_000 });
  return JSON.parse(stdout.trim().split('\n').at(-1) ?? '');
}

const refused = (code: string) => ({ success: false, error: expect.any(String) as string, payload: { code } });

describe('NVMeshSDK', () => {
  it('creates, lists, extends and deletes volumes', async () => {
    expect(await flow('volumes')).toMatchObject({
      made: ['vol1', 'vol2', 'vol3', 'vol4'],
      coded: [{ _id: 'vol5', ...refused('no-counterpart') }],
      projected: [
        { _id: 'vol1', name: 'vol1', capacity: GiB, RAIDLevel: 'Mirrored RAID-1' },
        { _id: 'vol2', name: 'vol2', capacity: GiB, RAIDLevel: 'Concatenated' },
        { _id: 'vol3', name: 'vol3', RAIDLevel: 'Striped RAID-0' },
        { _id: 'vol4', name: 'vol4', RAIDLevel: 'Striped & Mirrored RAID-10' },
      ],
      page: ['vol4'],
      segments: { length: 2 },
      grown: (2 * GiB) / 4096,
      rebuild: [{ _id: 'vol1', ...refused('no-counterpart') }],
      missing: [{ _id: 'no-such', ...refused('not-found') }],
      deleted: ['vol3', 'vol4', 'vol1', 'vol2'],
    });
  });

  it('attaches and detaches as the CSI driver of NVMesh does', async () => {
    expect(await flow('attachments')).toMatchObject({
      device: { name: 'att1', io: 1, mode: 3 },
      reservedBy: 'client-1',
      busy: [{ _id: 'att1', ...refused('in-use') }],
      found: ['client-1'],
    });
  });

  it('creates, changes and deletes drive classes', async () => {
    expect(await flow('drive_classes')).toEqual({
      made: ['dc1', 'dc2'],
      drives: [
        { id: 'SIM11.1', model: 'Simulated NVMe', target: 'target-1' },
        { id: 'SIM12.1', model: 'Simulated NVMe', target: 'target-1' },
      ],
      deleted: ['dc1', 'dc2'],
    });
  });

  it('reads targets, clients, drives, status, profiles and logs, and is told what has no counterpart', async () => {
    const { clusterId } = await cluster.api.call(endpoints.getSettings);
    expect(await flow('cluster')).toMatchObject({
      targets: ['target-3', 'target-2', 'target-1'],
      targetCount: 3,
      clients: { length: 5 },
      clientCount: 5,
      drives: ['SIM21.1', 'SIM22.1'],
      total: 3,
      space: 0,
      healthy: 3,
      profile: 'Cluster Default',
      profileSaved: [{ _id: 'Cluster Default', ...refused('no-counterpart') }],
      vpgs: [],
      targetClasses: [],
      clusterID: clusterId,
      settings: clusterId,
      shutDown: refused('no-counterpart'),
      deleted: [{ _id: 'target-1', ...refused('no-counterpart') }],
      formatted: [null, refused('no-counterpart')],
    });
  });

  it('gets a refused filter and a failed login as errors of HTTP', async () => {
    expect(await flow('refusals')).toMatchObject({ code: 422, content: refused('bad-filter'), out: null });
    expect(await flow('login', 'admin', 'not this one')).toMatchObject({ code: 401, content: { success: false } });
  });
});
