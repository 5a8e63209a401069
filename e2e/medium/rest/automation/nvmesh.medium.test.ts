/** NVMesh's dialect over HTTP, as NVMeshSDK 2.3.0 speaks it, against a real server with agents on simulated machines. */
import { endpoints } from '@weft/shared/endpoints/endpoints';
import { GiB } from '@weft/shared/units';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { until } from '../../../support/api-client.js';
import { NvmeshClient } from '../../../support/nvmesh/nvmesh-client.js';
import { NvmeshCluster } from '../../../support/nvmesh/nvmesh-cluster.js';

let cluster: NvmeshCluster;
let sdk: NvmeshClient;

beforeAll(async () => {
  cluster = await NvmeshCluster.start();
  sdk = new NvmeshClient(cluster.url, { username: 'admin@example.com', password: cluster.password });
}, 120_000);
afterAll(() => cluster?.stop());

const done = { success: true, error: null };
const volumeOf = async (name: string) => (await sdk.list('volumes', { filter: { _id: name } }))[0];
const becomes = (what: string, found: () => Promise<boolean>) => until(what, 60, async () => ((await found()) ? true : undefined));

describe('targets, clients and drives', () => {
  it('lists them with pages, filters, sort and projection', async () => {
    const targets = await sdk.list('servers', { sort: { node_id: -1 }, projection: { node_id: 1, health: 1, 'disks.diskID': 1 } });
    expect(targets).toHaveLength(3);
    expect(targets[0]).toEqual({
      _id: 'target-3',
      node_id: 'target-3',
      health: 'healthy',
      disks: [{ diskID: 'SIM31.1' }, { diskID: 'SIM32.1' }],
    });
    expect(await sdk.list('servers', { filter: { zone: { $in: ['z1', 'z2'] } } }, 1, 1)).toMatchObject([
      { _id: 'target-2', node_status: 1 },
    ]);
    expect(await sdk.list('servers', { filter: { 'disks.diskID': 'SIM21.1' } })).toMatchObject([{ _id: 'target-2', tomaStatus: 'up' }]);
    expect((await sdk.get('/servers/count')).json).toBe(3);
    expect((await sdk.get('/clients/count', { filter: { _id: { $regex: '^client' } } })).json).toBe(2);
    expect(await sdk.list('clients', { filter: { _id: 'client-1' } })).toMatchObject([{ client_status: 1, block_devices: [] }]);
    const disks = await sdk.list('disks', { filter: { 'disks.nodeID': 'target-1' } });
    expect(disks).toMatchObject([{ disks: { diskID: 'SIM11.1', status: 'Ok', Model: 'Simulated NVMe' } }, { node_id: 'target-1' }]);
    const { json } = await sdk.get('/clients/no-such');
    expect(json).toMatchObject({ success: false, payload: { code: 'not-found' } });
  });
});

describe('drive classes', () => {
  it('creates, changes and deletes them by the disk ids of NVMesh', async () => {
    const disks = ['SIM11.1', 'SIM21.1'].map((diskID) => ({ diskID, model: 'Simulated NVMe' }));
    expect(await sdk.one('/diskClasses/save', [{ _id: 'few', disks, description: 'two' }])).toMatchObject({ _id: 'few', ...done });
    const [few] = await sdk.list('diskClasses', { filter: { _id: 'few' } });
    expect(few.disks.map(({ diskID }: { diskID: string }) => diskID).sort()).toEqual(['SIM11.1', 'SIM21.1']);
    const more = { ...few, disks: [...few.disks, { diskID: 'SIM31.1' }] };
    expect(await sdk.one('/diskClasses/update', [more])).toMatchObject(done);
    expect((await sdk.list('diskClasses', { filter: { _id: 'few' } }))[0].disks).toHaveLength(3);
    expect(await sdk.one('/diskClasses/update', [{ _id: 'few', disks: [{ diskID: 'no-such' }] }])).toMatchObject({
      success: false,
      error: 'There is no drive no-such.',
    });
    expect(await sdk.one('/diskClasses/delete', [{ _id: 'few', uuid: few.uuid }])).toMatchObject(done);
    expect(await sdk.one('/diskClasses/delete', [{ _id: 'few' }])).toMatchObject({ success: false, payload: { code: 'not-found' } });
  });

  it('keeps a selector when a client sends back the drives that it read', async () => {
    const members = { by: 'selector' as const, selector: { models: ['Simulated NVMe'] } };
    await cluster.api.call(endpoints.createDriveClass, { body: { name: 'fast', members } });
    const [fast] = await sdk.list('diskClasses', { filter: { _id: 'fast' } });
    expect(await sdk.one('/diskClasses/update', [{ ...fast, description: 'all drives' }])).toMatchObject(done);
    const [stored] = (await cluster.api.call(endpoints.listDriveClasses, { query: { name: 'fast' } })).items;
    expect(stored).toMatchObject({ members, description: 'all drives' });
  });
});

describe('volumes', () => {
  it('creates one of each RAID level, and answers for each object', async () => {
    const { json } = await sdk.post('/volumes/save', [
      { name: 'mirror', RAIDLevel: 'Mirrored RAID-1', capacity: GiB, numberOfMirrors: 1 },
      { name: 'stripe', RAIDLevel: 'Striped RAID-0', capacity: '1g', stripeSize: 32, stripeWidth: 2, diskClasses: ['fast'] },
      { name: 'ten', RAIDLevel: 'Striped & Mirrored RAID-10', capacity: '2GiB', stripeWidth: 2, numberOfMirrors: 1 },
      { name: 'plain', RAIDLevel: 'Concatenated', capacity: GiB, description: 'see /login' },
      { name: 'coded', RAIDLevel: 'Erasure Coding', capacity: GiB, dataBlocks: 8, parityBlocks: 2 },
      { name: 'Not_A_Name', RAIDLevel: 'Concatenated', capacity: GiB },
    ]);
    expect(json).toMatchObject([
      { _id: 'mirror', ...done, payload: { isReserved: false } },
      { _id: 'stripe', ...done },
      { _id: 'ten', ...done },
      { _id: 'plain', ...done },
      { _id: 'coded', success: false, error: expect.stringContaining('erasure coding') as string, payload: { code: 'no-counterpart' } },
      { _id: 'Not_A_Name', success: false, payload: { code: 'invalid-field', field: 'name' } },
    ]);
    await becomes('four volumes online', async () => (await sdk.list('volumes', { filter: { status: 'online' } })).length === 4);
    // A description with this text must not make NVMeshSDK log in again, and again.
    const before = sdk.logins;
    expect(await volumeOf('plain')).toMatchObject({ description: 'see /login', health: 'healthy', action: 'none' });
    expect(sdk.logins).toBe(before);
    expect(await volumeOf('stripe')).toMatchObject({ RAIDLevel: 'Striped RAID-0', stripeSize: 32, stripeWidth: 2, blocks: 244_141 });
    const ten = await volumeOf('ten');
    expect(ten).toMatchObject({ RAIDLevel: 'Striped & Mirrored RAID-10', numberOfMirrors: 1, capacity: 2 * GiB });
    expect(ten.chunks[0].pRaids).toHaveLength(2);
    expect(ten.chunks[0].pRaids[1].diskSegments).toMatchObject([{ status: 'normal', pRaidIndex: 0 }, { pRaidIndex: 1 }]);
    const { items } = await cluster.api.call(endpoints.listAudit, { query: { sort: '-at', limit: 20 } });
    expect(items.filter(({ by, request }) => by === 'admin' && request?.route === 'createVolume').length).toBeGreaterThan(3);
  });

  it('filters by several conditions, and shows chosen fields', async () => {
    const filter = { $or: [{ RAIDLevel: 'Mirrored RAID-1' }, { capacity: { $gt: GiB } }] };
    expect(await sdk.list('volumes', { filter, sort: { name: 1 }, projection: { name: 1, capacity: 1, _id: 0 } })).toEqual([
      { name: 'mirror', capacity: GiB },
      { name: 'ten', capacity: 2 * GiB },
    ]);
  });

  it('takes as much as fits for MAX, and tells what does not fit', async () => {
    const request = (capacity: unknown) => sdk.one('/volumes/save', [{ name: 'large', RAIDLevel: 'Mirrored RAID-1', capacity }]);
    expect(await request('900TB')).toMatchObject({ success: false, payload: { code: 'insufficient-space' } });
    expect(await request('MAX')).toMatchObject(done);
    expect((await volumeOf('large')).capacity).toBeGreaterThan(50 * GiB);
    expect(await sdk.one('/volumes/delete', [{ _id: 'large' }])).toMatchObject(done);
    await becomes('no volume large', async () => (await volumeOf('large')) === undefined);
  });

  it('extends a volume that the client sends back with another capacity, and refuses other changes', async () => {
    const volume = await volumeOf('plain');
    expect(await sdk.one('/volumes/update', [{ ...volume, capacity: 2 * GiB, description: 'larger' }])).toMatchObject(done);
    await becomes('2 GiB', async () => (await volumeOf('plain')).capacity === 2 * GiB);
    expect(await volumeOf('plain')).toMatchObject({ description: 'larger' });
    expect(await sdk.one('/volumes/extend', [{ _id: 'plain', uuid: volume.uuid, capacity: GiB }])).toMatchObject({ success: false });
    expect(await sdk.one('/volumes/update', [{ _id: 'plain', RAIDLevel: 'Mirrored RAID-1' }])).toMatchObject({
      error: 'RAIDLevel of an existing object cannot be changed.',
    });
    expect(await sdk.one('/volumes/update', [{ _id: 'plain', uuid: 'another' }])).toMatchObject({ payload: { code: 'other-uuid' } });
  });
});

describe('a caller who sees only some volumes', () => {
  it('finds, creates and deletes those alone: metadata are labels', async () => {
    const { token } = await cluster.api.call(endpoints.createApiToken, {
      body: { name: 'orders', role: 'operator', expiresInDays: 1, volumes: [{ label: 'team', value: 'orders' }] },
    });
    const orders = new NvmeshClient(cluster.url, { username: 'admin', password: token });
    expect(await orders.list('volumes')).toEqual([]);
    const volume = { name: 'own', RAIDLevel: 'Concatenated', capacity: GiB, diskClasses: ['fast'] };
    expect(await orders.one('/volumes/save', [{ ...volume, metadata: { team: 'other' } }])).toMatchObject({ success: false });
    expect(await orders.one('/volumes/save', [{ ...volume, metadata: { team: 'orders' } }])).toMatchObject(done);
    expect(await orders.list('volumes')).toMatchObject([{ _id: 'own', metadata: { team: 'orders' } }]);
    expect(await orders.one('/volumes/delete', [{ _id: 'mirror' }])).toMatchObject({ success: false, payload: { code: 'not-found' } });
    expect(await orders.one('/volumes/delete', [{ _id: 'own' }])).toMatchObject(done);
    expect(await volumeOf('mirror')).toMatchObject({ status: 'online' });
    const { items } = await cluster.api.call(endpoints.listAudit, { query: { sort: '-at', limit: 5 } });
    expect(items).toContainEqual(
      expect.objectContaining({
        request: expect.objectContaining({ route: 'deleteVolume', token: { id: expect.any(String) as string, name: 'orders' } }) as object,
      }),
    );
  });
});

describe('attach and detach', () => {
  const blockDevices = async (client: string) => (await sdk.list('clients', { filter: { _id: client } }))[0].block_devices;
  const request = (client: string, volume: object) => ({ client, volumes: [volume] });

  it('attaches exclusively and shared, and shows it at the client and the volume', async () => {
    const exclusive = { name: 'mirror', reservation: { mode: 'EXCLUSIVE_READ_WRITE', preempt: false } };
    expect(await sdk.one('/clients/attach', request('client-1', exclusive))).toMatchObject({ _id: 'mirror', ...done });
    expect(await sdk.one('/clients/attach', request('client-1', { name: 'stripe' }))).toMatchObject(done);
    expect(await sdk.one('/clients/attach', request('client-2', { name: 'stripe' }))).toMatchObject(done);
    await becomes('attachments', async () =>
      (await blockDevices('client-1')).every((each: { vol_status: number }) => each.vol_status === 4),
    );
    expect(await blockDevices('client-1')).toMatchObject([{ is_io_enabled: 1 }, { is_io_enabled: 1 }]);
    expect(await volumeOf('mirror')).toMatchObject({ reservation: { mode: 3, reservedBy: 'client-1' } });
    expect(await volumeOf('stripe')).toMatchObject({ reservation: { mode: 2, reservedBy: null } });
  });

  it('refuses what Weft has not: a shared mirror, preemption, a second exclusive client', async () => {
    const shared = { name: 'ten', reservation: { mode: 'SHARED_READ_WRITE' } };
    expect(await sdk.one('/clients/attach', request('client-1', shared))).toMatchObject({ payload: { code: 'not-shareable' } });
    const preempt = { name: 'mirror', reservation: { mode: 'EXCLUSIVE_READ_WRITE', preempt: true } };
    expect(await sdk.one('/clients/attach', request('client-2', preempt))).toMatchObject({ payload: { code: 'no-counterpart' } });
    expect(await sdk.one('/clients/attach', request('client-2', { name: 'mirror' }))).toMatchObject({ payload: { code: 'in-use' } });
    expect(await sdk.one('/clients/attach', request('no-client', { name: 'ten' }))).toMatchObject({ payload: { code: 'not-found' } });
    expect(await sdk.one('/volumes/delete', [{ _id: 'mirror' }])).toMatchObject({ success: false, payload: { code: 'in-use' } });
  });

  it('detaches, by force too, and deletes', async () => {
    expect(await sdk.one('/clients/detach', request('client-1', { name: 'mirror' }))).toMatchObject(done);
    expect(await sdk.one('/clients/detach', request('client-1', { name: 'stripe', force: 1 }))).toMatchObject(done);
    expect(await sdk.one('/clients/detach', request('client-2', { name: 'stripe' }))).toMatchObject(done);
    await becomes('no attachments', async () => (await cluster.api.call(endpoints.listAttachments)).total === 0);
    expect(await sdk.one('/clients/detach', request('client-1', { name: 'mirror' }))).toMatchObject({ payload: { code: 'not-attached' } });
    const { json } = await sdk.post(
      '/volumes/delete',
      ['mirror', 'stripe', 'ten', 'plain'].map((_id) => ({ _id })),
    );
    expect(json).toMatchObject([done, done, done, done]);
    await becomes('no volumes', async () => (await sdk.get('/volumes/count')).json === 0);
  });
});

describe('the cluster', () => {
  it('answers the queries of monitoring', async () => {
    const { json: status } = await sdk.get('/status');
    expect(status).toMatchObject({ servers: { totalServers: 3, offlineServers: 0 }, clients: { totalClients: 5 } });
    expect(status.totalSpace).toBeGreaterThan(500 * GiB);
    expect(status.freeSpace + status.allocatedSpace).toBe(status.totalSpace);
    const { json: clusterStatus } = await sdk.send('GET', '/getClusterStatus?skipLogs=true');
    expect(clusterStatus).toMatchObject({
      servers: { healthy: 3 },
      drives: { total: 6, healthy: 6, critical: 0 },
      errors: [],
      warnings: [],
    });
    expect((await sdk.get('/getCounters')).json).toMatchObject({ volumeCount: { total: 0 }, serverCount: { total: 3, healthy: 3 } });
    expect((await sdk.get('/getSpaceAllocation')).json.totalCapacityInGigabytes).toBeCloseTo(status.totalSpace / 1e9);
    expect((await sdk.get('/isAlive')).status).toBe(200);
    expect((await sdk.get('/APIVersion')).json).toBe('17');
    expect((await sdk.get('/nvmeshMetadata/clusterID')).json).toMatchObject({ id: status.dbUUID });
  });

  it('shows the settings as the only configuration profile, and changes none', async () => {
    expect(await sdk.list('configurationProfiles')).toMatchObject([
      { _id: 'Cluster Default', editNotAllowed: true, config: { keepAliveSeconds: 5 } },
    ]);
    const refused = await sdk.one('/configurationProfiles/save', [{ name: 'Cluster Default', config: {} }]);
    expect(refused).toMatchObject({ _id: 'Cluster Default', success: false, payload: { code: 'no-counterpart' } });
    expect(await sdk.list('volumeProvisioningGroups')).toEqual([]);
    expect((await sdk.post('/volumes/rebuildVolumes', ['a', 'b'])).json).toMatchObject([{ _id: 'a', success: false }, { _id: 'b' }]);
  });
});
