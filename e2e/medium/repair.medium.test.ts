/** Failure of a leg (docs/repair.md): a real server and MongoDB, and agents whose reports simulate faults. */
import { endpoints } from '@weft/shared/endpoints/endpoints';
import type { Job } from '@weft/shared/kinds/job';
import type { Leg, Volume } from '@weft/shared/kinds/volume';
import type { ObjectStatus } from '@weft/shared/messages/report';
import { GiB } from '@weft/shared/units';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ApiClient, ProblemError, until } from '../support/api-client.js';
import { ScriptedCluster } from '../support/scripted-cluster.js';

const names = ['t1', 't2', 't3', 'c1'] as const;
type Name = (typeof names)[number];
const cluster = new ScriptedCluster(names);
const agent = (name: Name) => cluster.agent(name);
let api: ApiClient;
let driveClassId: string;

beforeAll(async () => {
  ({ api, driveClassId } = await cluster.start());
}, 120_000);
afterAll(() => cluster.stop());

const volumeOf = (id: string): Promise<Volume> => api.call(endpoints.getVolume, { params: { id } });
const legAs = (volume: Volume, role: Leg['role']) => volume.legs.find((leg) => leg.role === role);
const healthy = (volume: Volume) => volume.conditions.find(({ type }) => type === 'Healthy');
const seen = (id: string, what: string, is: (volume: Volume) => boolean) => {
  let last: Volume | undefined;
  return until(what, 30, async () => {
    last = await volumeOf(id);
    return is(last) ? last : undefined;
  }).catch((cause: Error) => {
    const { legs = [], conditions = [] } = last ?? {};
    const shown = [
      ...legs.map(({ role, node }) => `${role} on ${node.name}`),
      ...conditions.map(({ type, message }) => `${type}: ${message}`),
    ];
    throw new Error(`${cause.message}; it has ${shown.join('; ')}`, { cause });
  });
};
const allocated = async (name: Name): Promise<number> => {
  const { items } = await api.call(endpoints.listDrives, { query: { nodeId: agent(name).nodeId } });
  return items[0]?.allocatedBytes ?? -1;
};
const repairOf = (id: string, what: string, is: (job: Job) => boolean) =>
  until(`repair job ${what}`, 30, async () => {
    const { items } = await api.call(endpoints.listJobs, { query: { kind: 'volume.repair', subjectId: id } });
    return items.find(is);
  });
/** Updates a volume as a person who reads again after a conflict: the volume's blockers change as other volumes' resyncs end. */
function patch(id: string, body: { rebuildDelaySeconds?: number; rebuildPriority?: 'low' | 'normal' | 'high' }) {
  return until(`a version of volume ${id} that stays`, 30, async () => {
    const { version } = await volumeOf(id);
    return api.call(endpoints.updateVolume, { params: { id }, body, ifMatch: version }).catch((error: Error) => {
      if (error instanceof ProblemError && error.problem.code === 'version-mismatch') return undefined;
      throw error;
    });
  });
}

async function removeAll(): Promise<void> {
  await clientSays();
  const { items: attachments } = await api.call(endpoints.listAttachments);
  for (const { id, version } of attachments)
    await api.done((await api.call(endpoints.deleteAttachment, { params: { id }, ifMatch: version })).job.id);
  const { items: volumes } = await api.call(endpoints.listVolumes);
  for (const { id, version } of volumes)
    await api.done((await api.call(endpoints.deleteVolume, { params: { id }, ifMatch: version })).job.id);
}

/** State of legs that md on the client reports in place of "in sync", by leg id. */
const md = new Map<string, { flags: string[]; path?: string }>();
let copied: number | null = null;
async function clientSays(...changes: [string, { flags: string[]; path?: string } | null][]): Promise<void> {
  for (const [legId, change] of changes) change ? md.set(legId, change) : md.delete(legId);
  agent('c1').say = (status: ObjectStatus): ObjectStatus => {
    if (status.kind !== 'attachment' || !status.observed.array) return status;
    const { array, paths, ...observed } = status.observed;
    const members = array.members.map((member) => ({ ...member, flags: md.get(member.legId)?.flags ?? member.flags }));
    const degraded = 2 - members.filter((member) => member.flags.includes('in_sync')).length;
    const sync = { syncAction: copied === null ? 'idle' : 'recover', syncProgressRatio: copied };
    return {
      ...status,
      observed: {
        ...observed,
        array: { ...array, members, degraded: Math.max(0, degraded), ...sync },
        paths: paths.map((path) => ({ ...path, controllerState: md.get(path.legId)?.path ?? path.controllerState })),
      },
    };
  };
  await agent('c1').sayAgain();
}

test('replaces a leg lost for longer than rebuildDelay, and frees the old one (S6, S8, S12)', { timeout: 180_000 }, async () => {
  const body = { name: 'db', sizeBytes: GiB, protection: 'raid1' as const, driveClassId, rebuildDelaySeconds: 604_800 };
  const created = await api.call(endpoints.createVolume, { body });
  await api.done(created.job.id);
  const { id } = created.volume;
  const attach = { volumeId: id, nodeId: agent('c1').nodeId };
  await api.done((await api.call(endpoints.createAttachment, { body: attach })).job.id);
  // The volume was healthy before it was attached too: the legs are unknown until their targets report on the new exports.
  const isWhole = ({ health, legs }: Volume) =>
    health === 'healthy' && legs.every(({ observations }) => observations?.health === 'healthy');
  const whole = await seen(id, 'healthy', isWhole);
  expect(whole.rebuildPriority).toBe('normal');
  expect(whole.legs).toHaveLength(2);
  // A list has only the health of the legs: the observations behind them, of 50 volumes, would use up a core of the server.
  // They are stored with the reconciler's next step, a moment after the volume alone shows them.
  const listed = await until('the health of the legs in the list', 60, async () => {
    const { items } = await api.call(endpoints.listVolumes);
    const legs = items.find((each) => each.id === id)?.legs ?? [];
    return legs.every(({ health }) => health === 'healthy') ? legs : undefined;
  });
  expect(listed).toMatchObject(Array(2).fill({ health: 'healthy', observations: null }));
  const [kept, lost] = whole.legs;
  if (!kept || !lost) throw new Error('two legs');
  const onDrive = async (driveId: string) => (await api.call(endpoints.listVolumes, { query: { driveId } })).items.map((each) => each.id);
  expect(await onDrive(kept.drive.id)).toEqual([id]);
  const lostName = lost.node.name as Name;
  const spare = (['t1', 't2', 't3'] as const).find((name) => name !== lostName && name !== kept.node.name) ?? 't3';

  // Copies that will be made get the newest leg as a spare, whatever its id.
  copied = null;
  await agent(lostName).goAway();
  await clientSays([lost.id, { flags: ['faulty'], path: 'connecting' }]);
  const degraded = await seen(id, 'degraded', ({ health }) => health === 'degraded');
  expect(degraded.legs.find((leg) => leg.id === lost.id)?.observations).toMatchObject({
    health: 'missing',
    attachments: [{ paths: [{ controllerState: 'connecting' }], member: { faulty: true } }],
  });
  expect(healthy(degraded)).toMatchObject({ status: 'false', waitingFor: `the legs on ${lostName}` });

  copied = 0.5;
  const saysSpare = agent('c1').say;
  agent('c1').say = (status) => {
    const said = saysSpare(status);
    if (said.kind !== 'attachment' || !said.observed.array) return said;
    const { array } = said.observed;
    const members = array.members.map((each) => (each.legId === kept.id || each.legId === lost.id ? each : { ...each, flags: ['spare'] }));
    return { ...said, observed: { ...said.observed, array: { ...array, members, degraded: 1 } } };
  };
  await patch(id, { rebuildDelaySeconds: 0, rebuildPriority: 'high' });
  const rebuilding = await seen(id, 'rebuilding', ({ health }) => health === 'rebuilding');
  expect(legAs(rebuilding, 'leaving')).toMatchObject({ id: lost.id });
  const joining = legAs(rebuilding, 'joining') ?? expect.fail('nothing joins');
  expect(joining).toMatchObject({
    index: lost.index,
    node: { name: spare },
    inSync: false,
    observations: { health: 'rebuilding', attachments: [{ member: { rebuilding: { progressRatio: 0.5 } } }] },
  });
  expect(await allocated(spare)).toBe(lost.sizeBytes);
  const job = await repairOf(id, 'copying', ({ steps }) => steps.some((step) => step.reason?.message === '50 % copied'));
  expect(job).toMatchObject({ state: 'running', requestedBy: 'weft' });

  copied = null;
  await clientSays([joining.id, null]);
  await api.done(job.id);
  const replaced = await seen(id, 'healthy again', ({ health }) => health === 'healthy');
  expect(replaced.legs.map((leg) => [leg.id, leg.role, leg.inSync])).toEqual([
    [kept.id, 'member', true],
    [joining.id, 'member', true],
  ]);
  expect(replaced.obsoleteLegs).toMatchObject([{ id: lost.id, why: 'replaced', discarding: true }]);
  expect(await onDrive(lost.drive.id)).toEqual([id]);
  expect(await allocated(lostName)).toBe(lost.sizeBytes);

  agent(lostName).comeBack();
  await seen(id, 'the old leg removed', ({ obsoleteLegs }) => obsoleteLegs.length === 0);
  expect(await onDrive(lost.drive.id)).toEqual([]);
  expect(await allocated(lostName)).toBe(0);
});

test('waits without space in another failure domain, and ends when the leg returns (S10)', { timeout: 180_000 }, async () => {
  const body = { name: 'big', sizeBytes: 60 * GiB, protection: 'raid1' as const, driveClassId, rebuildDelaySeconds: 0 };
  const created = await api.call(endpoints.createVolume, { body });
  await api.done(created.job.id);
  const { id } = created.volume;
  const other = { name: 'filler', sizeBytes: 80 * GiB, protection: 'concatenated' as const, driveClassId };
  await api.done((await api.call(endpoints.createVolume, { body: other })).job.id);
  const attach = { volumeId: id, nodeId: agent('c1').nodeId };
  await api.done((await api.call(endpoints.createAttachment, { body: attach })).job.id);
  const [, lost] = (await seen(id, 'healthy', ({ health }) => health === 'healthy')).legs;
  if (!lost) throw new Error('two legs');

  await clientSays([lost.id, { flags: ['faulty'], path: 'connecting' }]);
  const job = await repairOf(id, 'waiting', ({ state }) => state === 'waiting');
  expect(job.waitingFor).toMatchObject([
    { node: null, message: expect.stringMatching(/leg 1 needs a drive with 60\.01 GiB free: in class all, outside of node t/) },
  ]);
  expect((await volumeOf(id)).conditions).toContainEqual(expect.objectContaining({ type: 'RepairWaiting', reason: 'insufficient-space' }));

  await clientSays([lost.id, null]);
  await api.done(job.id);
  expect((await seen(id, 'healthy again', ({ health }) => health === 'healthy')).conditions.map(({ type }) => type)).not.toContain(
    'RepairWaiting',
  );
});

test('queues repairs that share a drive, and starts the higher priority next (S10)', { timeout: 180_000 }, async () => {
  await removeAll();
  const create = async (name: string, rebuildPriority: 'low' | 'normal' | 'high') => {
    const body = { name, sizeBytes: GiB, protection: 'raid1' as const, driveClassId, rebuildDelaySeconds: 604_800, rebuildPriority };
    const { volume, job } = await api.call(endpoints.createVolume, { body });
    await api.done(job.id);
    await api.done((await api.call(endpoints.createAttachment, { body: { volumeId: volume.id, nodeId: agent('c1').nodeId } })).job.id);
    const [kept, lost] = (await seen(volume.id, 'healthy', ({ health }) => health === 'healthy')).legs;
    return kept && lost ? { id: volume.id, kept: kept.id, lost: lost.id } : expect.fail('two legs');
  };
  const [one, two, three] = [await create('one', 'normal'), await create('two', 'low'), await create('three', 'high')];
  const own = new Set([one, two, three].flatMap(({ kept, lost }) => [kept, lost]));
  const copied = new Set<string>();
  // Three drives, one resync per drive: any two mirrors on three nodes share a drive.
  await clientSays(
    ...[one, two, three].map(({ lost }): [string, { flags: string[]; path: string }] => [lost, { flags: ['faulty'], path: 'connecting' }]),
  );
  const says = agent('c1').say;
  agent('c1').say = (status) => {
    const said = says(status);
    if (said.kind !== 'attachment' || !said.observed.array) return said;
    const { array } = said.observed;
    const members = array.members.map((each) => (own.has(each.legId) || copied.has(each.legId) ? each : { ...each, flags: ['spare'] }));
    const degraded = members.some((each) => copied.has(each.legId)) ? 0 : 1;
    return { ...said, observed: { ...said.observed, array: { ...array, members, degraded } } };
  };
  await agent('c1').sayAgain();
  const joins = (id: string) => seen(id, 'a leg that joins', (volume) => legAs(volume, 'joining') !== undefined);
  const waits = (id: string, message: RegExp) =>
    seen(id, `waiting: ${message}`, ({ conditions }) =>
      conditions.some((each) => each.type === 'RepairWaiting' && message.test(each.message)),
    );

  await patch(one.id, { rebuildDelaySeconds: 0 });
  const first = legAs(await joins(one.id), 'joining') ?? expect.fail('nothing joins');
  await patch(two.id, { rebuildDelaySeconds: 0 });
  await waits(two.id, /waits for the copies of leg \d of one on .*; 1st in line, priority low/);
  await patch(three.id, { rebuildDelaySeconds: 0 });
  await waits(three.id, /waits for the copies of leg \d of one on .*; 1st in line, priority high/);
  await repairOf(three.id, 'in line', ({ waitingFor }) => waitingFor.some(({ message }) => message.includes('1st in line')));

  copied.add(first.id);
  await agent('c1').sayAgain();
  await seen(one.id, 'whole', ({ legs }) => legs.every(({ role }) => role === 'member'));
  // Whichever the server checks first: the volume behind in the queue lets the other go first.
  await patch(two.id, { rebuildDelaySeconds: 1 });
  await waits(two.id, /three \(priority high\) goes first|waits for the copies of leg \d of three/);
  await patch(three.id, { rebuildDelaySeconds: 1 });
  await joins(three.id);
  expect(legAs(await volumeOf(two.id), 'joining')).toBeUndefined();
  agent('c1').say = says;
  await removeAll();
});

test('drains a node by moving its mirror legs, and names the legs that cannot move', { timeout: 180_000 }, async () => {
  await removeAll();
  const moving = await api.call(endpoints.createVolume, { body: { name: 'moving', sizeBytes: GiB, protection: 'raid1', driveClassId } });
  await api.done(moving.job.id);
  const { id } = moving.volume;
  await api.done((await api.call(endpoints.createAttachment, { body: { volumeId: id, nodeId: agent('c1').nodeId } })).job.id);
  const [old] = (await seen(id, 'healthy', ({ health }) => health === 'healthy')).legs;
  if (!old) throw new Error('two legs');
  const here = { by: 'list' as const, driveIds: [old.drive.id] };
  const { id: hereId } = await api.call(endpoints.createDriveClass, { body: { name: 'here', members: here } });
  const plain = { name: 'staying', sizeBytes: GiB, protection: 'concatenated' as const, driveClassId: hereId };
  await api.done((await api.call(endpoints.createVolume, { body: plain })).job.id);
  const node = await api.call(endpoints.getNode, { params: { id: old.node.id } });
  const { job } = await api.call(endpoints.drainNode, { params: { id: node.id }, ifMatch: node.version });

  const dryRun = api.call(endpoints.planVolume, { body: { ...plain, name: 'more' } });
  await expect(dryRun).rejects.toThrow(/Not counted: 1 cordoned/);
  const named = await until('what cannot move is named', 30, async () => {
    const shown = await api.call(endpoints.getJob, { params: { id: job.id } });
    return shown.waitingFor.some(({ message }) => message.includes('leg 0 of staying cannot move')) ? shown : undefined;
  });
  expect(named).toMatchObject({ kind: 'node.drain', subject: { kind: 'node', name: node.name } });
  const moved = await seen(id, 'a leg that joins', (volume) => legAs(volume, 'joining') !== undefined);
  expect(legAs(moved, 'leaving')).toMatchObject({ id: old.id, inSync: true });
  expect(legAs(moved, 'joining')?.node.id).not.toBe(node.id);
  await clientSays([old.id, { flags: ['faulty'] }]);
  await seen(id, 'moved away', (volume) => volume.obsoleteLegs.length === 0 && volume.legs.every((leg) => leg.node.id !== node.id));
  expect(await api.call(endpoints.getJob, { params: { id: job.id } })).toMatchObject({ state: 'waiting' });

  const draining = await api.call(endpoints.getNode, { params: { id: node.id } });
  await api.call(endpoints.uncordonNode, { params: { id: node.id }, ifMatch: draining.version });
  const stopped = await until('the drain stopped', 30, async () => {
    const shown = await api.call(endpoints.getJob, { params: { id: job.id } });
    return shown.state === 'failed' ? shown : undefined;
  });
  expect(stopped.error?.code).toBe('cancelled');
});

test('defers repair and placement of legs on a node in maintenance until it ends', { timeout: 180_000 }, async () => {
  await removeAll();
  const body = { name: 'awaited', sizeBytes: GiB, protection: 'raid1' as const, driveClassId, rebuildDelaySeconds: 0 };
  const created = await api.call(endpoints.createVolume, { body });
  await api.done(created.job.id);
  const { id } = created.volume;
  await api.done((await api.call(endpoints.createAttachment, { body: { volumeId: id, nodeId: agent('c1').nodeId } })).job.id);
  const [other, lost] = (await seen(id, 'healthy', ({ health }) => health === 'healthy')).legs;
  if (!other || !lost) throw new Error('two legs');
  const node = await api.call(endpoints.getNode, { params: { id: lost.node.id } });
  const { maintenance, version } = await api.call(endpoints.startMaintenance, {
    params: { id: node.id },
    ifMatch: node.version,
    body: { untilHours: 1 },
  });
  const there = { by: 'list' as const, driveIds: [lost.drive.id] };
  const { id: thereId } = await api.call(endpoints.createDriveClass, { body: { name: 'there', members: there } });
  const plain = { name: 'more', sizeBytes: GiB, protection: 'concatenated' as const, driveClassId: thereId };
  await expect(api.call(endpoints.planVolume, { body: plain })).rejects.toThrow(
    /Not counted: 1 of t\d, in maintenance since .*, asked for by admin/,
  );

  await clientSays([lost.id, { flags: ['faulty'], path: 'connecting' }]);
  const held = await seen(id, 'a repair that waits', ({ conditions }) => conditions.some(({ reason }) => reason === 'maintenance'));
  expect([held.health, held.legs.length]).toEqual(['degraded', 2]);
  expect(healthy(held)?.unblockedBy).toContain(`the end of the maintenance of ${node.name}, ${maintenance?.until}`);
  await repairOf(
    id,
    'waiting for the end',
    ({ state, waitingFor }) => state === 'waiting' && waitingFor[0]?.unblockedBy.includes('ending the maintenance') === true,
  );
  const otherNode = await api.call(endpoints.getNode, { params: { id: other.node.id } });
  const both = api.call(endpoints.startMaintenance, { params: { id: otherNode.id }, ifMatch: otherNode.version, body: {} });
  await expect(both).rejects.toMatchObject({ problem: { code: 'maintenance-unsafe', blockers: [{ volume: { name: 'awaited' } }] } });

  await api.call(endpoints.endMaintenance, { params: { id: node.id }, ifMatch: version });
  await seen(id, 'the lost leg replaced', ({ legs }) => legs.every((leg) => leg.id !== lost.id));
});
