/** S3, S4, S11, S12, S13 and S2 through the API: a real server and MongoDB, and agents whose reports simulate faults. */
import { endpoints } from '@weft/shared/endpoints/endpoints';
import type { Problem } from '@weft/shared/errors/errors';
import type { Attachment } from '@weft/shared/kinds/attachment';
import type { Volume } from '@weft/shared/kinds/volume';
import type { AttachmentStatus, ObjectStatus } from '@weft/shared/messages/report';
import { GiB } from '@weft/shared/units';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ApiClient, ProblemError, until } from '../support/api-client.js';
import { ScriptedCluster } from '../support/scripted-cluster.js';

const names = ['t1', 't2', 'c1', 'c2'] as const;
type Name = (typeof names)[number];
const cluster = new ScriptedCluster(names);
const agent = (name: Name) => cluster.agent(name);
let api: ApiClient;
let driveClassId: string;
const all = (status: ObjectStatus) => status;

beforeAll(async () => {
  ({ api, driveClassId } = await cluster.start());
}, 120_000);
afterAll(() => cluster.stop());

const volumeOf = (id: string): Promise<Volume> => api.call(endpoints.getVolume, { params: { id } });
const attachmentOf = (id: string): Promise<Attachment> => api.call(endpoints.getAttachment, { params: { id } });
const legOn = (volume: Volume, name: Name) => volume.legs.find((leg) => leg.node.name === name) ?? expect.fail(`no leg on ${name}`);
async function create(name: string): Promise<Volume> {
  const body = { name, sizeBytes: GiB, protection: 'raid1' as const, driveClassId };
  const { volume, job } = await api.call(endpoints.createVolume, { body });
  await api.done(job.id);
  return volume;
}
async function attach(volumeId: string, name: Name): Promise<Attachment> {
  const { attachment, job } = await api.call(endpoints.createAttachment, { body: { volumeId, nodeId: agent(name).nodeId } });
  await api.done(job.id);
  return attachment;
}
async function refused(call: Promise<unknown>): Promise<Problem> {
  try {
    await call;
  } catch (error) {
    if (error instanceof ProblemError) return error.problem;
    throw error;
  }
  return expect.fail('it was not refused');
}
async function away(name: Name): Promise<void> {
  await agent(name).goAway();
  await until(`${name} lost`, 30, async () => {
    const { connection } = await api.call(endpoints.getNode, { params: { id: agent(name).nodeId } });
    return connection.state === 'lost' ? true : undefined;
  });
}
async function back(name: Name): Promise<void> {
  agent(name).comeBack();
  await until(`${name} online`, 30, async () => {
    const { connection } = await api.call(endpoints.getNode, { params: { id: agent(name).nodeId } });
    return connection.state === 'online' ? true : undefined;
  });
}
const waiting = (jobId: string, node: string) =>
  until(`job waiting for ${node}`, 30, async () => {
    const job = await api.call(endpoints.getJob, { params: { id: jobId } });
    return job.waitingFor.find((wait) => wait.node === node);
  });
async function revoke(
  attachmentId: string,
  body: { volumeName: string; clientIsOff?: boolean; targetsOff?: string[]; acceptLoss?: boolean },
) {
  const { version } = await attachmentOf(attachmentId);
  return api.call(endpoints.revokeAttachment, { params: { id: attachmentId }, body, ifMatch: version });
}
const allocated = async (name: Name): Promise<number> => {
  const { items } = await api.call(endpoints.listDrives, { query: { nodeId: agent(name).nodeId } });
  return items[0]?.allocatedBytes ?? -1;
};
const inAttachment =
  (change: (status: AttachmentStatus) => AttachmentStatus) =>
  (status: ObjectStatus): ObjectStatus =>
    status.kind === 'attachment' ? change(status) : status;

test('waits for an offline target in a force detach until it is stated off (S3, S12, S13)', { timeout: 180_000 }, async () => {
  const volume = await create('moved');
  const taken = await allocated('t2');
  const attachment = await attach(volume.id, 'c1');
  await away('t2');
  expect(await refused(revoke(attachment.id, { volumeName: 'other' }))).toMatchObject({ field: 'volumeName' });
  expect(await refused(revoke(attachment.id, { volumeName: 'moved', targetsOff: [agent('t1').nodeId] }))).toMatchObject({
    code: 'wrong-state',
  });

  // The device no longer reaches any leg; a process has it open.
  const open = { state: 'waiting' as const, reason: { code: 'device-busy', message: 'it is open' } };
  agent('c1').say = inAttachment((status) => ({ ...status, ...open, observed: { ...status.observed, present: true } }));
  const { job } = await revoke(attachment.id, { volumeName: 'moved' });
  await waiting(job.id, 't2');
  await away('c1');
  agent('c1').say = all;
  expect((await revoke(attachment.id, { volumeName: 'moved', clientIsOff: true })).job.id).toBe(job.id);
  expect((await waiting(job.id, 't2')).unblockedBy).toContain(agent('t2').nodeId);
  const elsewhere = api.call(endpoints.createAttachment, { body: { volumeId: volume.id, nodeId: agent('c2').nodeId } });
  expect(await refused(elsewhere)).toMatchObject({ code: 'in-use', detail: expect.stringContaining('being force-detached') });

  expect((await revoke(attachment.id, { volumeName: 'moved', targetsOff: [agent('t2').nodeId] })).job.id).toBe(job.id);
  await api.done(job.id);
  expect(await volumeOf(volume.id)).toMatchObject({
    epoch: 2,
    legs: [{ node: { name: 't1' }, inSync: true }],
    obsoleteLegs: [{ node: { name: 't2' }, why: 'fence-pending', fenceConfirmed: false }],
  });
  expect(await attachmentOf(attachment.id)).toMatchObject({ state: 'revoked', revoked: { fencePending: [{ name: 't2' }] } });
  expect(await allocated('t2')).toBe(taken);

  const next = await attach(volume.id, 'c2');
  expect((await attachmentOf(next.id)).epoch).toBe(2);
  await back('t2');
  await until('the leg left out is gone', 30, async () => ((await volumeOf(volume.id)).obsoleteLegs.length === 0 ? true : undefined));
  expect(await allocated('t2')).toBe(0);
  await until('the old attachment is gone', 30, async () => ((await volumeOf(volume.id)).attachmentIds.length === 1 ? true : undefined));
  await back('c1');

  const { items } = await api.call(endpoints.listAudit, { query: { subjectId: attachment.id, sort: 'at' } });
  const statements = items.filter(({ request }) => request === null);
  expect(statements.map(({ by, statements }) => [by, statements.map(({ statement, about }) => `${statement} ${about.name}`)])).toEqual([
    ['admin', ['force-detach c1']],
    ['admin', ['client-is-off c1']],
    ['admin', ['target-is-off t2']],
  ]);
});

test('waits for the leg in sync; accepting its loss starts an epoch and keeps the leg (S4, S11)', { timeout: 180_000 }, async () => {
  const volume = await create('halved');
  const [a, b] = [legOn(volume, 't1'), legOn(volume, 't2')];
  const attachment = await attach(volume.id, 'c1');
  agent('c1').say = inAttachment((status) => {
    const { array } = status.observed;
    if (!array) return status;
    const members = array.members.map((each) => (each.legId === a.id ? { ...each, flags: ['faulty'] } : each));
    return { ...status, observed: { ...status.observed, array: { ...array, degraded: 1, members } } };
  });
  await agent('c1').sayAgain();
  await until('A known to be out of sync', 30, async () => (legOn(await volumeOf(volume.id), 't1').inSync ? undefined : true));
  const { version } = await attachmentOf(attachment.id);
  await api.done((await api.call(endpoints.deleteAttachment, { params: { id: attachment.id }, ifMatch: version })).job.id);

  await away('t2');
  const reason = { code: 'leg-missing', message: 'waits for leg 1 on t2', node: 't2' };
  agent('c1').say = inAttachment((status) => ({
    ...status,
    state: 'waiting',
    reason,
    observed: { ...status.observed, available: false, array: null },
  }));
  const again = await api.call(endpoints.createAttachment, { body: { volumeId: volume.id, nodeId: agent('c1').nodeId } });
  expect((await waiting(again.job.id, 't2')).unblockedBy).toContain(`accept-loss with ${b.id}`);
  await until('the client says that it waits', 30, async () => {
    const { conditions } = await attachmentOf(again.attachment.id);
    return conditions.some((each) => each.reason === 'leg-missing') ? true : undefined;
  });

  const accept = async (legIds: string[], volumeName = 'halved') => {
    const { version: at } = await volumeOf(volume.id);
    return api.call(endpoints.acceptLoss, { params: { id: volume.id }, body: { volumeName, legIds }, ifMatch: at });
  };
  expect(await refused(accept([b.id], 'other'))).toMatchObject({ field: 'volumeName' });
  expect((await refused(accept([a.id]))).detail).toMatch(/t1 is connected and has leg \d.*nothing is lost/);
  const next = await accept([b.id]);
  expect(next).toMatchObject({ epoch: 2, legs: [{ id: a.id, inSync: true }], obsoleteLegs: [{ id: b.id, why: 'loss-accepted' }] });
  expect(next.arrayUuid).not.toBe(volume.arrayUuid);
  expect(await refused(accept([b.id]))).toMatchObject({ code: 'invalid-field' });

  agent('c1').say = all;
  await agent('c1').sayAgain();
  await api.done(again.job.id);
  await back('t2');
  await until('the fence of B is confirmed', 30, async () =>
    (await volumeOf(volume.id)).obsoleteLegs[0]?.fenceConfirmed ? true : undefined,
  );
  expect(await allocated('t2')).toBe(b.sizeBytes);

  const { version: now } = await volumeOf(volume.id);
  const body = { volumeName: 'halved', legIds: [b.id] };
  await api.done((await api.call(endpoints.discardLegs, { params: { id: volume.id }, body, ifMatch: now })).job.id);
  expect([(await volumeOf(volume.id)).obsoleteLegs, await allocated('t2')]).toEqual([[], 0]);
  const { items } = await api.call(endpoints.listAudit, { query: { subjectId: volume.id } });
  expect(items.filter(({ request }) => request === null).map(({ action }) => action)).toEqual(['volume.accept-loss', 'volume.discard']);
});

test('grows for clients only after every leg was wiped in its new size (S2)', { timeout: 120_000 }, async () => {
  const volume = await create('wider');
  const attachment = await attach(volume.id, 'c2');
  const grow = async (sizeBytes: number, dryRun = false) => {
    const { version } = await volumeOf(volume.id);
    return api.call(endpoints.updateVolume, { params: { id: volume.id }, body: { sizeBytes, dryRun }, ifMatch: version });
  };
  expect((await refused(grow(200 * GiB))).shortages).toMatchObject([{ what: 'space' }, { what: 'space' }]);
  expect((await grow(2 * GiB, true)).legs[0]?.sizeBytes).toBeGreaterThan(2 * GiB);
  expect(await volumeOf(volume.id)).toMatchObject({ growth: null, legs: [{ sizeBytes: volume.legs[0]?.sizeBytes }, {}] });

  agent('t2').say = (status) =>
    status.kind === 'leg' ? { ...status, observed: { ...status.observed, wiped: false }, state: 'working' } : status;
  const growing = await grow(2 * GiB);
  expect(growing).toMatchObject({ sizeBytes: GiB, growth: { toSizeBytes: 2 * GiB } });
  expect(await allocated('t2')).toBe(growing.legs[1]?.sizeBytes);
  const { items } = await api.call(endpoints.listJobs, { query: { kind: 'volume.grow', subjectId: volume.id } });
  const jobId = items[0]?.id ?? expect.fail('no job');
  await until('t1 has grown its leg', 30, async () => {
    const { steps } = await api.call(endpoints.getJob, { params: { id: jobId } });
    return steps.some((each) => each.node === 't1' && each.state === 'done') ? true : undefined;
  });
  expect((await volumeOf(volume.id)).sizeBytes).toBe(GiB);
  agent('t2').say = all;
  await agent('t2').sayAgain();
  await api.done(jobId);
  expect(await volumeOf(volume.id)).toMatchObject({ sizeBytes: 2 * GiB, growth: null });
  expect((await attachmentOf(attachment.id)).generation).toBe(2);
});

test('lists the dependents of nodes, drives, NICs and storage networks', async () => {
  const volume = (await api.call(endpoints.listVolumes, { query: { name: 'wider' } })).items[0] ?? expect.fail('no volume');
  const of = (list: { volume: { id: string }; effect: string }[]) => list.find((each) => each.volume.id === volume.id)?.effect;
  const id = agent('t1').nodeId;
  const node = await api.call(endpoints.nodeDependents, { params: { id } });
  expect([of(node.volumes), node.repair[0]?.enough]).toEqual(['degraded', false]);
  const drive = legOn(volume, 't1').drive.id;
  expect(of((await api.call(endpoints.driveDependents, { params: { id: drive } })).volumes)).toBe('degraded');
  expect(of((await api.call(endpoints.nicDependents, { params: { id, nic: 'eth1' } })).volumes)).toBe('degraded');
  expect(of((await api.call(endpoints.storageNetworkDependents, { params: { name: 'left' } })).volumes)).toBe('stalled');
  const client = await api.call(endpoints.nodeDependents, { params: { id: agent('c2').nodeId } });
  expect(client.clientOf.map((each) => each.volume.name)).toContain('wider');
});

test('accepts the loss of a leg out of sync only while its client waits for it (S11)', { timeout: 120_000 }, async () => {
  const volume = await create('back-unseen');
  const [a, b] = [legOn(volume, 't1'), legOn(volume, 't2')];
  await attach(volume.id, 'c1');
  const running = (change: Partial<AttachmentStatus>, observed: Partial<AttachmentStatus['observed']>) =>
    inAttachment((status) =>
      status.observed.array?.uuid === volume.arrayUuid ? { ...status, ...change, observed: { ...status.observed, ...observed } } : status,
    );
  const members = [a, b].map(({ id: legId, index: slot }) => ({ legId, slot, errors: 0, badBlocks: 0, events: null }));
  const halved = members.map((each) => ({ ...each, flags: [each.legId === b.id ? 'faulty' : 'in_sync'] }));
  const whole = { state: 'clean', syncAction: 'idle', syncProgressRatio: null, syncSpeedBytesPerSecond: null };
  agent('c1').say = running({}, { array: { ...whole, uuid: volume.arrayUuid ?? '', degraded: 1, members: halved } });
  await agent('c1').sayAgain();
  await until('B known to be out of sync', 30, async () => (legOn(await volumeOf(volume.id), 't2').inSync ? undefined : true));
  await away('t2');
  const accept = async () => {
    const { version } = await volumeOf(volume.id);
    const body = { volumeName: 'back-unseen', legIds: [b.id] };
    return api.call(endpoints.acceptLoss, { params: { id: volume.id }, body, ifMatch: version });
  };
  const says = async (reason: AttachmentStatus['reason']) => {
    agent('c1').say = running({ state: 'waiting', reason }, { available: false, array: null });
    await agent('c1').sayAgain();
    await until('the server has its report', 30, async () => {
      const { health, conditions } = await volumeOf(volume.id);
      return health === 'unavailable' && conditions.some((each) => each.message.includes(reason?.message ?? '')) ? true : undefined;
    });
  };
  await says({ code: 'path-missing', message: 'connecting' });
  expect((await refused(accept())).detail).toContain('none was in sync');
  await says({ code: 'leg-missing', message: 'waits for leg on t2', node: 't2' });
  expect(await accept()).toMatchObject({
    epoch: 2,
    legs: [{ id: a.id, inSync: true }],
    obsoleteLegs: [{ id: b.id, why: 'loss-accepted' }],
  });
  agent('c1').say = all;
  await back('t2');
});

test('fences targets one by one when an online client does not let go in time (S3, S4)', { timeout: 120_000 }, async () => {
  const volume = await create('not-let-go');
  const attachment = await attach(volume.id, 'c1');
  // The anchor of the only mirror set is its first leg.
  const [last, first] = volume.legs.map(({ node }) => node.name) as [Name, Name];
  await away(last);
  agent('c1').say = inAttachment((status) => ({ ...status, state: 'working', observed: { ...status.observed, present: true } }));
  const { job } = await revoke(attachment.id, { volumeName: 'not-let-go' });
  const steps = async () =>
    new Map((await api.call(endpoints.getJob, { params: { id: job.id } })).steps.map(({ node, state }) => [node, state]));
  await until('the job shows whom it waits for', 10, async () => ((await steps()).size === 3 ? true : undefined));
  expect(Object.fromEntries(await steps())).toEqual({ c1: 'running', t1: 'pending', t2: 'pending' });
  const { waitingFor } =
    (await attachmentOf(attachment.id)).conditions.find(({ type }) => type === 'Fenced') ?? expect.fail('it does not say');
  expect(waitingFor).toBe('c1');
  // No agent reports: the server checks by itself, and before its next complete check.
  await until(`${first} fenced`, 55, async () => ((await steps()).get(first) === 'done' ? true : undefined));
  // The server no longer waits for c1, which has still not let go.
  expect(Object.fromEntries(await steps())).toEqual({ c1: 'running', [first]: 'done', [last]: 'waiting' });
  expect(await refused(revoke(attachment.id, { volumeName: 'not-let-go', targetsOff: [agent(last).nodeId] }))).toMatchObject({
    code: 'not-possible',
    detail: expect.stringContaining('c1 has not reported that it released the volume'),
  });
  await back(last);
  await api.done(job.id, 60);
  expect(await volumeOf(volume.id)).toMatchObject({ epoch: 1, legs: [{ inSync: true }, { inSync: true }], obsoleteLegs: [] });
  agent('c1').say = all;
  await agent('c1').sayAgain();
});

test('requires an accepted loss to leave out a leg that may have been written alone (S4)', { timeout: 120_000 }, async () => {
  const volume = await create('unheard');
  const left = legOn(volume, 't2');
  const attachment = await attach(volume.id, 'c1');
  await away('c1');
  await away('t2');
  const { job } = await revoke(attachment.id, { volumeName: 'unheard', clientIsOff: true });
  await waiting(job.id, 't2');
  const off = { volumeName: 'unheard', targetsOff: [agent('t2').nodeId] };
  expect(await refused(revoke(attachment.id, off))).toMatchObject({
    code: 'not-possible',
    detail: expect.stringMatching(/c1 has not reported that it released the volume .* leg \d on t2 alone/),
  });
  await revoke(attachment.id, { ...off, acceptLoss: true });
  await api.done(job.id);
  await back('t2');
  await until('the fence confirmed', 30, async () => ((await volumeOf(volume.id)).obsoleteLegs[0]?.fenceConfirmed ? true : undefined));
  expect(await volumeOf(volume.id)).toMatchObject({
    epoch: 2,
    legs: [{ node: { name: 't1' } }],
    obsoleteLegs: [{ id: left.id, why: 'loss-accepted', discarding: false }],
  });
  await back('c1');
});
