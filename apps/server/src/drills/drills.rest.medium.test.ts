import { endpoints } from '@weft/shared/endpoints/endpoints';
import type { Attachment } from '@weft/shared/kinds/attachment';
import { type Drill, type DrillCreate, drillEnded } from '@weft/shared/kinds/drills/drill';
import { MiB } from '@weft/shared/units';
import { testDatabase } from '@weft/test-support/database';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startTestServer, type TestServer } from '../../test-support/app.js';
import { SimulatedCluster } from '../../test-support/simulated-cluster.js';
import { DrillRunner } from './drill-runner.service.js';

let server: TestServer;
let cluster: SimulatedCluster;

beforeAll(async () => {
  server = await startTestServer({ mongoUri: testDatabase().uri });
  cluster = await SimulatedCluster.start([server], ['t1', 't2'], ['c1'], { networks: ['left', 'right'] });
}, 120_000);
afterAll(async () => {
  await cluster?.stop();
  await server?.stop();
});

const until = <T>(check: () => Promise<T>, timeout = 90_000) => vi.waitFor(check, { timeout, interval: 50 });
const nodeId = async (name: string) => (await server.adminClient.call(endpoints.listNodes, { query: { name } })).items[0]?.id ?? '';
const drill = (id: string) => server.adminClient.call(endpoints.getDrill, { params: { id } });
const create = (body: Omit<DrillCreate, 'load' | 'faultSeconds'> & Partial<DrillCreate>) =>
  server.adminClient.call(endpoints.createDrill, { body: { faultSeconds: 5, ...body } });
const ended = (id: string): Promise<Drill> =>
  until(async () => {
    const found = await drill(id);
    expect(drillEnded).toContain(found.state);
    return found;
  });
const inFault = (id: string): Promise<Drill> =>
  until(async () => {
    const found = await drill(id);
    expect(found, JSON.stringify(found.error)).toMatchObject({ phase: 'fault', faultAt: expect.any(String) });
    return found;
  });
const volumeOf = (id: string) => server.adminClient.call(endpoints.getVolume, { params: { id } });
const whole = (id: string) =>
  until(async () => {
    const { health, legs } = await volumeOf(id);
    expect(health).toBe('healthy');
    expect(legs.map(({ observations }) => [observations?.health, observations?.reason === 'path-lost'])).toEqual(
      legs.map(() => ['healthy', false]),
    );
    // Both paths to each leg: a drill begins with nothing less.
    const { items } = await server.adminClient.call(endpoints.listAttachments, { query: { volumeId: id } });
    for (const { paths } of items) expect(new Set(paths.map(({ controllerState }) => controllerState))).toEqual(new Set(['live']));
  });

let volumes = 0;
async function attachedVolume(protection: 'raid1' | 'concatenated' = 'raid1'): Promise<Attachment> {
  const name = `v${++volumes}`;
  const created = await server.adminClient.call(endpoints.createVolume, {
    body: { name, driveClassId: cluster.driveClassId, sizeBytes: 64 * MiB, protection },
  });
  await cluster.done(created.job);
  const attached = await server.adminClient.call(endpoints.createAttachment, {
    body: { volumeId: created.volume.id, nodeId: await nodeId('c1') },
  });
  await cluster.done(attached.job);
  await whole(created.volume.id);
  return server.adminClient.call(endpoints.getAttachment, { params: { id: attached.attachment.id } });
}
async function removeVolume({ id, volume, version }: Attachment): Promise<void> {
  const { job } = await server.adminClient.call(endpoints.deleteAttachment, { params: { id }, ifMatch: version });
  await cluster.done(job);
  const { version: ifMatch } = await volumeOf(volume.id);
  await cluster.done((await server.adminClient.call(endpoints.deleteVolume, { params: { id: volume.id }, ifMatch })).job);
}

let mirror: Attachment;

describe('drills', () => {
  it('makes the fault, shows it, takes it back, and reports the stall', async () => {
    mirror ??= await attachedVolume();
    const { drill: started, job } = await create({ kind: 'close-path', attachmentId: mirror.id, confirmName: mirror.volume.name });
    expect(started).toMatchObject({ state: 'running', phase: 'settling', touched: [{ name: mirror.volume.name }] });
    const another = { kind: 'close-path' as const, attachmentId: mirror.id, load: false };
    expect(await server.adminClient.refused(endpoints.createDrill, { body: another })).toMatchObject({
      code: 'wrong-state',
      detail: expect.stringContaining('Only one drill'),
    });
    await inFault(started.id);
    const done = await ended(started.id);
    expect(done, JSON.stringify(done.error)).toMatchObject({ state: 'done', error: null });
    expect(done.report).toMatchObject({ errors: 0, longestStallSeconds: expect.any(Number), withinLimit: true });
    expect(done.report.ios).toBeGreaterThan(100);
    expect(done.report.shownSeconds).toBeGreaterThanOrEqual(0);
    expect(done.report.wholeSeconds).toBeGreaterThanOrEqual(0);
    expect(await server.adminClient.call(endpoints.getJob, { params: { id: job.id } })).toMatchObject({ state: 'done' });
    await whole(mirror.volume.id);
  }, 150_000);

  it('refuses what is not redundant: another volume without a mirror, and a path that is lost', async () => {
    const single = await attachedVolume('concatenated');
    const leg = (await volumeOf(single.volume.id)).legs[0]?.node.id ?? '';
    const body = { kind: 'stop-exports' as const, attachmentId: mirror.id, load: false, nodeId: leg };
    const plan = await server.adminClient.call(endpoints.planDrill, { body });
    expect(plan.refusals).toMatchObject([{ code: 'drill-not-redundant', message: expect.stringContaining(single.volume.name) }]);
    expect(plan.touched.map(({ name }) => name).sort()).toEqual([mirror.volume.name, single.volume.name].sort());
    expect(await server.adminClient.refused(endpoints.createDrill, { body })).toMatchObject({ code: 'wrong-state' });
    await removeVolume(single);

    cluster.fault({ fault: 'nic', node: 't2', nic: 'eth1', up: false });
    const closePath = { kind: 'close-path' as const, attachmentId: mirror.id, load: false };
    await until(async () => {
      const { refusals } = await server.adminClient.call(endpoints.planDrill, { body: closePath });
      expect(refusals).toMatchObject([{ code: 'drill-not-whole' }]);
    });
    expect(await server.adminClient.refused(endpoints.createDrill, { body: closePath })).toMatchObject({ code: 'wrong-state' });
    cluster.fault({ fault: 'nic', node: 't2', nic: 'eth1', up: true });
    await whole(mirror.volume.id);
  }, 150_000);

  it('takes the fault back when its agent is killed in the middle', async () => {
    const target = (await volumeOf(mirror.volume.id)).legs[0]?.node;
    const body = {
      kind: 'cut-network' as const,
      attachmentId: mirror.id,
      confirmName: mirror.volume.name,
      nodeId: target?.id,
      faultSeconds: 120,
    };
    const { drill: started } = await create(body as Parameters<typeof create>[0]);
    await inFault(started.id);
    cluster.killAgent(target?.name ?? '');
    expect(await ended(started.id)).toMatchObject({ state: 'failed', error: { code: 'drill-agent-restarted' } });
    await whole(mirror.volume.id);
  }, 150_000);

  it('cancels: the fault is taken back at once', async () => {
    const attachment = await attachedVolume();
    const { drill: started } = await create({ kind: 'close-path', attachmentId: attachment.id, faultSeconds: 120 });
    await inFault(started.id);
    const cancelled = await server.adminClient.call(endpoints.cancelDrill, { params: { id: started.id } });
    expect(cancelled).toMatchObject({ state: 'cancelled', error: { code: 'cancelled' } });
    await whole(attachment.volume.id);
    expect(await server.adminClient.call(endpoints.cancelDrill, { params: { id: started.id } })).toMatchObject({ state: 'cancelled' });
    await server.adminClient.call(endpoints.deleteDrill, { params: { id: started.id }, ifMatch: (await drill(started.id)).version });
    expect(await server.adminClient.refused(endpoints.getDrill, { params: { id: started.id } })).toMatchObject({ code: 'not-found' });
  }, 150_000);

  it('begins the drills of the schedule in turns, and stores what stands against one as a failed drill', async () => {
    const hour = (new Date().getUTCHours() + 12) % 24;
    /** The schedule's hour, so many days from now: the running server does not begin a drill meanwhile. */
    const inDays = (days: number) => {
      const at = new Date(Date.now() + days * 86_400_000);
      at.setUTCHours(hour, 5);
      return at;
    };
    const scratch = { nodeId: await nodeId('c1'), driveClassId: cluster.driveClassId, sizeBytes: 64 * MiB };
    const set = async (drillSchedule: object | null) => {
      const { version } = await server.adminClient.call(endpoints.getSettings);
      await server.adminClient.call(endpoints.updateSettings, { body: { drillSchedule } as never, ifMatch: version });
    };
    const lease = { transaction: <T>(work: (session: never) => Promise<T>) => server.mongo.transaction(work as never) as Promise<T> };
    const due = (days: number) => server.app.get(DrillRunner).scheduled(lease as never, inDays(days));
    const newest = async () =>
      (await server.adminClient.call(endpoints.listDrills, { query: { sort: '-createdAt', limit: 1 } })).items[0] as Drill;
    await set({ everyDays: 1, hour, kinds: ['close-path', 'fail-leg'], faultSeconds: 5, scratch });
    await due(1);
    const first = await newest();
    expect(first).toMatchObject({ kind: 'close-path', requestedBy: 'schedule', state: 'preparing', isScratch: true });
    await expect(due(3)).rejects.toThrow('Only one drill runs at a time');
    const done = await ended(first.id);
    expect(done, JSON.stringify(done.error)).toMatchObject({ state: 'done', report: { errors: 0, withinLimit: true } });
    expect((await server.adminClient.call(endpoints.listVolumes, { query: { search: done.volume?.name ?? '' } })).items).toEqual([]);
    const t1 = await server.adminClient.call(endpoints.getNode, { params: { id: await nodeId('t1') } });
    const about = { params: { id: t1.id }, ifMatch: t1.version };
    const started = await server.adminClient.call(endpoints.startMaintenance, { ...about, body: { untilHours: 1 } });
    await due(3);
    expect(await newest()).toMatchObject({
      kind: 'fail-leg',
      state: 'failed',
      isScratch: true,
      error: { code: 'drill-refused-now', message: expect.stringContaining('maintenance') },
    });
    await server.adminClient.call(endpoints.endMaintenance, { params: { id: t1.id }, ifMatch: started.version });
    await set(null);
    const before = await newest();
    await due(10);
    expect((await newest()).id).toBe(before.id);
  }, 150_000);

  it('ends at the first I/O error, and puts everything back', async () => {
    const [first, second] = (await volumeOf(mirror.volume.id)).legs;
    const body = {
      kind: 'fail-leg' as const,
      attachmentId: mirror.id,
      confirmName: mirror.volume.name,
      legId: first?.id ?? '',
      faultSeconds: 120,
    };
    const { drill: started } = await create(body);
    await inFault(started.id);
    const serial = second?.drive.serial ?? '';
    cluster.fault({ fault: 'write-errors', node: second?.node.name ?? '', serial, fails: true });
    const failed = await ended(started.id);
    cluster.fault({ fault: 'write-errors', node: second?.node.name ?? '', serial, fails: false });
    expect(failed).toMatchObject({ state: 'failed', error: { messageCode: 'drill-io-error' }, report: { errors: 1, withinLimit: false } });
    // The fault would have lasted two minutes.
    await until(async () => {
      const found = (await volumeOf(mirror.volume.id)).legs.find(({ id }) => id === first?.id);
      expect(found?.observations?.attachments[0]?.member?.inSync).toBe(true);
    }, 30_000);
  }, 150_000);
});
