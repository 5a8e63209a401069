import { endpoints } from '@weft/shared/endpoints/endpoints';
import type { Deployment } from '@weft/shared/kinds/deployments/deployment';
import type { DeploymentDocument } from '@weft/shared/kinds/deployments/document';
import { GiB } from '@weft/shared/units';
import { testDatabase } from '@weft/test-support/database';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startTestServer, type TestServer } from '../../test-support/app.js';
import { SimulatedCluster } from '../../test-support/simulated-cluster.js';

let server: TestServer;
let cluster: SimulatedCluster;

const nodes = [
  { name: 'r1-t1', drives: 2 },
  { name: 'r2-t2', drives: 2 },
  { name: 'r3-t3', drives: 2 },
  { name: 'c1', drives: 0 },
];

beforeEach(async () => {
  server = await startTestServer({ mongoUri: testDatabase().uri });
  cluster = await SimulatedCluster.blank(server, nodes);
}, 120_000);
afterEach(async () => {
  await cluster?.stop();
  await server?.stop();
});

const until = <T>(check: () => Promise<T>) => vi.waitFor(check, { timeout: 60_000, interval: 50 });
const propose = (body = {}) => server.adminClient.call(endpoints.proposeDeployment, { body });
const plan = (document: DeploymentDocument) => server.adminClient.call(endpoints.planDeployment, { body: { document } });
const apply = (document: DeploymentDocument, fingerprint?: string) =>
  server.adminClient.call(endpoints.createDeployment, { body: { title: 'first', document, ...(fingerprint && { fingerprint }) } });
const read = (id: string) => server.adminClient.call(endpoints.getDeployment, { params: { id } });
const ended = (id: string): Promise<Deployment> =>
  until(async () => {
    const found = await read(id);
    expect(found.state).not.toBe('running');
    return found;
  });
const undo = (id: string) => server.adminClient.call(endpoints.undoDeployment, { params: { id } });
const current = (serials: 'true' | 'false' = 'true') => server.adminClient.call(endpoints.currentDeployment, { query: { serials } });
/** Small volumes, so that the wipe takes no time. */
const small = (document: DeploymentDocument): DeploymentDocument => ({
  ...document,
  volumes: document.volumes.map((volume) => ({ ...volume, sizeBytes: 2 * GiB })),
});
const withoutAttachments = (document: DeploymentDocument) => ({ ...document, attachments: [] });

describe('deployments', () => {
  it('takes enrolled, empty nodes to an attached volume, and then differs in nothing', async () => {
    const { document, alternatives } = await propose();
    expect(document).toMatchObject({
      storageNetworks: [{ name: 'storage-1', cidrs: ['10.79.1.0/24'] }],
      driveClasses: [{ name: 'sim-100g-100gib' }],
      volumes: [{ name: 'data-c1', protection: 'raid10', failureDomain: 'rack' }],
      attachments: [{ volume: 'data-c1', node: 'c1' }],
    });
    expect(document.nodes.map(({ name, labels }) => [name, labels])).toEqual([
      ['c1', {}],
      ['r1-t1', { rack: 'r1' }],
      ['r2-t2', { rack: 'r2' }],
      ['r3-t3', { rack: 'r3' }],
    ]);
    expect(alternatives.find(({ chosen }) => chosen)).toMatchObject({ protection: 'raid10', failureDomain: 'rack', possible: true });
    const shown = await plan(small(document));
    expect(shown.problems).toEqual([]);
    expect(shown.steps.map(({ work }) => work.kind)).toEqual([
      'networks',
      ...['labels', 'labels', 'labels'],
      ...['take', 'take', 'take'],
      ...['class', 'volume', 'attach'],
    ]);
    // Nothing has changed yet.
    expect((await server.adminClient.call(endpoints.listDrives, { query: { state: 'available' } })).total).toBe(6);
    const started = await apply(small(document), shown.fingerprint);
    expect(await ended(started.id)).toMatchObject({ state: 'done', error: null, goal: 'applied' });
    const { items } = await server.adminClient.call(endpoints.listAttachments);
    expect(items).toMatchObject([{ state: 'attached', volume: { name: 'data-c1' }, node: { name: 'c1' } }]);
    const diff = await server.adminClient.call(endpoints.diffDeployment, { body: { document: small(document) } });
    expect(diff).toMatchObject({ add: [], change: [], conflicts: [], untouched: [] });
    expect(await server.adminClient.refused(endpoints.createDeployment, { body: { document: small(document) } })).toMatchObject({
      code: 'not-possible',
    });
    // Each request has the entry that a person's request would have.
    const audit = await server.adminClient.call(endpoints.listAudit, { query: { action: 'change', limit: 100 } });
    const routes = audit.items.filter(({ request }) => request?.id === started.id).map(({ request }) => request?.route);
    for (const [route, count] of Object.entries({ updateSettings: 1, updateNode: 3, takeDrive: 6, createDriveClass: 1, createVolume: 1 }))
      expect(routes.filter((each) => each === route)).toHaveLength(count);
    // It was attached, so it may hold data.
    const refused = await server.adminClient.refused(endpoints.undoDeployment, { params: { id: started.id } });
    expect(refused).toMatchObject({ code: 'in-use', detail: expect.stringContaining('data-c1') });
  }, 120_000);

  it('undoes what it made while blank, and only that', async () => {
    const { document } = await propose({ clients: ['c1'] });
    const before = await current();
    const started = await apply(withoutAttachments(small(document)));
    expect(await ended(started.id)).toMatchObject({ state: 'done' });
    const undoPlan = await server.adminClient.call(endpoints.undoPlanOfDeployment, { params: { id: started.id } });
    expect(undoPlan.blockers).toEqual([]);
    expect(undoPlan.steps[0]?.work.kind).toBe('volume');
    await undo(started.id);
    const undone = await ended(started.id);
    expect(undone).toMatchObject({ state: 'done', goal: 'undone', error: null });
    expect(await current()).toEqual(before);
    await until(async () => expect((await server.adminClient.call(endpoints.listDrives, { query: { state: 'available' } })).total).toBe(6));
    expect(await server.adminClient.refused(endpoints.undoDeployment, { params: { id: started.id } })).toMatchObject({
      code: 'wrong-state',
    });
  }, 120_000);

  it('stops at the first step that is refused, with the reason, and resumes after it', async () => {
    const { document } = await propose();
    const exact = withoutAttachments(small(document));
    const started = await apply(exact);
    // Between plan and step somebody makes a class of the name with other members.
    await server.adminClient.call(endpoints.createDriveClass, {
      body: { name: 'sim-100g-100gib', members: { by: 'selector', selector: { models: ['other'] } } },
    });
    const failed = await ended(started.id);
    expect(failed).toMatchObject({ state: 'failed', error: { code: 'deployment-conflict' } });
    expect(failed.steps.map(({ state }) => state)).toContain('pending');
    const [other] = (await server.adminClient.call(endpoints.listDriveClasses)).items;
    await server.adminClient.call(endpoints.deleteDriveClass, { params: { id: other?.id ?? '' }, ifMatch: other?.version ?? 0 });
    await server.adminClient.call(endpoints.resumeDeployment, { params: { id: started.id } });
    expect(await ended(started.id)).toMatchObject({ state: 'done', error: null });
  }, 120_000);

  it('lists a drive that is not there as a problem, and refuses to apply', async () => {
    const { document } = await propose();
    const [first] = (await server.adminClient.call(endpoints.listDrives, { query: { state: 'available' } })).items;
    cluster.fault({ fault: 'drive', node: first?.node.name ?? '', serial: first?.serial ?? '', present: false });
    await until(async () => {
      const { problems } = await plan(document);
      expect(problems.map(({ code }) => code)).toContain('deployment-drive-not-blank');
    });
    expect(await server.adminClient.refused(endpoints.createDeployment, { body: { document } })).toMatchObject({ code: 'not-possible' });
  }, 120_000);

  it('stops at a request, and lets only one run', async () => {
    const { document } = await propose();
    const started = await apply(small(document));
    expect(await server.adminClient.refused(endpoints.createDeployment, { body: { document: small(document) } })).toMatchObject({
      code: 'wrong-state',
    });
    const stopped = await server.adminClient.call(endpoints.stopDeployment, { params: { id: started.id } });
    expect(stopped).toMatchObject({ state: 'stopped', error: { code: 'deployment-stopped' } });
    expect(await server.adminClient.call(endpoints.listDeployments)).toMatchObject({ total: 1, items: [{ state: 'stopped' }] });
    await server.adminClient.call(endpoints.resumeDeployment, { params: { id: started.id } });
    expect(await ended(started.id)).toMatchObject({ state: 'done' });
  }, 120_000);

  it('refuses the steps of a plan that is no longer that of the cluster', async () => {
    const { document } = await propose();
    const { fingerprint } = await plan(small(document));
    const body = { name: 'sim-100g-100gib', description: document.driveClasses[0]?.description ?? '' };
    await server.adminClient.call(endpoints.createDriveClass, {
      body: { ...body, members: { by: 'selector', selector: { models: ['Sim 100G'], minSizeBytes: 100 * GiB, maxSizeBytes: 100 * GiB } } },
    });
    expect(
      await server.adminClient.refused(endpoints.createDeployment, { body: { document: small(document), fingerprint } }),
    ).toMatchObject({ code: 'wrong-state' });
  }, 120_000);

  it('exports a living cluster that applies to another one by model and size', async () => {
    const { document } = await propose();
    const started = await apply(small(document));
    expect(await ended(started.id)).toMatchObject({ state: 'done' });
    const exported = await current('false');
    expect(exported.drives.every(({ serials }) => serials === null)).toBe(true);
    const otherServer = await startTestServer({ mongoUri: testDatabase().uri });
    const other = await SimulatedCluster.blank(otherServer, nodes);
    try {
      const { id } = await otherServer.adminClient.call(endpoints.createDeployment, { body: { document: exported } });
      await until(async () => expect((await otherServer.adminClient.call(endpoints.getDeployment, { params: { id } })).state).toBe('done'));
      expect(await otherServer.adminClient.call(endpoints.currentDeployment, { query: { serials: 'false' } })).toEqual(exported);
    } finally {
      await other.stop();
      await otherServer.stop();
    }
  }, 180_000);
});
