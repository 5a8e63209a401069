/** Plans from a server with a real database, and the commands that real agents on simulated machines then run for the same change. */

import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Simulation, startSimulation } from '@weft/agent/simulation/simulation';
import { simulationConfigSchema } from '@weft/agent/simulation/simulation-config';
import { endpoints } from '@weft/shared/endpoints/endpoints';
import type { Job } from '@weft/shared/kinds/job';
import type { Plan, PlanChange } from '@weft/shared/kinds/plan';
import { GiB } from '@weft/shared/units';
import { AGENT_PROTOCOL } from '@weft/shared/version';
import { testDatabase } from '@weft/test-support/database';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { startTestServer, type TestServer } from '../../test-support/app.js';
import { concurrency } from '../core/load/concurrency.js';
import type { DriveDocument } from '../domain/documents/drive.document.js';
import { PlansRepository } from './plans.repository.js';

const MODEL = 'Plan 100G';
const TARGETS = ['plan-t1', 'plan-t2', 'plan-t3', 'plan-t4'];
const CLIENT = 'plan-client';
const OTHER_CLIENT = 'plan-other-client';
const CLIENTS = [CLIENT, OTHER_CLIENT];

let folder: string;
let server: TestServer;
let simulation: Simulation;
/** Commands that agents ran since the map was last cleared, by node. */
const ran = new Map<string, string[]>();

const until = <T>(check: () => T | Promise<T>) => vi.waitFor(check, { timeout: 60_000, interval: 50 });
const call: TestServer['adminClient']['call'] = (...given) => server.adminClient.call(...given);
const refused: TestServer['adminClient']['refused'] = async (...given) => {
  const { requestId: _, ...problem } = await server.adminClient.refused(...given);
  return { ...problem, requestId: '' };
};
const refusedPlan = (body: PlanChange) => refused(endpoints.planChange, { body });
const plan = (body: PlanChange): Promise<Plan> => call(endpoints.planChange, { body });
const done = (job: Job) => until(async () => expect((await call(endpoints.getJob, { params: { id: job.id } })).state).toBe('done'));

async function nodeId(name: string): Promise<string> {
  const { items } = await call(endpoints.listNodes, { query: { name } });
  return items[0]?.id ?? '';
}
async function driveOf(serial: string) {
  const { items } = await call(endpoints.listDrives, { query: { serial } });
  if (!items[0]) throw new Error(`no drive ${serial}`);
  return items[0];
}
const volumeOf = (id: string) => call(endpoints.getVolume, { params: { id } });
async function attachmentOf(volumeId: string) {
  const { items } = await call(endpoints.listAttachments, { query: { volumeId } });
  if (!items[0]) throw new Error(`volume ${volumeId} is not attached`);
  return items[0];
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'weft-plans-'));
  server = await startTestServer({ mongoUri: testDatabase().uri, config: { simulated: true } });
  const settings = await call(endpoints.getSettings);
  const storageNetworks = [1, 2].map((network) => ({ name: `plan-${network}`, cidrs: [`10.77.${network}.0/24`] }));
  await call(endpoints.updateSettings, { body: { storageNetworks }, ifMatch: settings.version });
  const nodes = await Promise.all(
    [...TARGETS, ...CLIENTS].map(async (name, at) => {
      const { token } = await call(endpoints.createEnrollmentToken, { body: { description: '', labels: {}, expiresInSeconds: 600 } });
      const enrolled = await server.anonymous.call(endpoints.enroll, {
        body: { token, name, hostname: name, agentVersion: '0.1.0', protocol: AGENT_PROTOCOL },
      });
      const { nodeId, clusterId, credential, hostId, hostNqn } = enrolled;
      const drives = CLIENTS.includes(name) ? [] : [{ serial: `${name}-1`, model: MODEL, sizeBytes: 100 * GiB }];
      const nics = [1, 2].map((network) => ({
        name: `eth${network}`,
        address: `10.77.${network}.${at + 1}/24`,
        storageNetwork: `plan-${network}`,
      }));
      return { agentConfig: { nodeId, clusterId, name, credential, hostId, hostNqn }, host: { nics, drives } };
    }),
  );
  simulation = await startSimulation(
    simulationConfigSchema.parse({ servers: [server.url], stateDir: folder, nodes, logLevel: 'error', wipeBytesPerSecond: 0 }),
  );
  await simulation.connected;
  for (const host of simulation.fabric.hosts.values()) {
    const perform = host.perform.bind(host);
    host.perform = async (operation, signal) => {
      const lines = host.explain(operation);
      await perform(operation, signal);
      // Not of a plan: several changes of a label become one command.
      if (operation.op === 'label-logical-volume') return;
      ran.set(host.name, [...(ran.get(host.name) ?? []), ...lines]);
    };
  }
  await until(async () => expect((await call(endpoints.listDrives, { query: { state: 'available' } })).total).toBe(4));
}, 120_000);

afterAll(async () => {
  await simulation?.stop();
  await server?.stop();
  await rm(folder, { recursive: true, force: true });
});

/** Conditions on a line of their own are joined differently from those on a command's line. */
const inOneLine = (text: string): string => text.replace(/(# unless: .*) {2}# only if: /, '$1, only if: ').replaceAll("'", '');
const toldLine = ({ command, condition }: Plan['nodes'][number]['commands'][number]): string =>
  (condition === null ? command : `${command}  # ${condition}`).replaceAll("'", '');
const PLACEHOLDER = /<(?:drive|controller|subsystem|leg|md array|port|id|serial|UUID)[^>]*>/;
const pattern = (told: string): RegExp =>
  new RegExp(
    `^${told
      .split(PLACEHOLDER)
      .map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'))
      .join('[a-z0-9:-]+')}$`,
    's',
  );

/** Expects the same commands, equally often, on the same nodes. An agent works on a node's legs in parallel, so their order varies. */
function expectRan(told: Plan): void {
  const names = new Set(told.nodes.map(({ node }) => node.name));
  expect([...ran.keys()].sort()).toEqual([...names].sort());
  for (const name of names) {
    const left = (ran.get(name) ?? []).map((text) => inOneLine(text).replace(/<controller at [^>]*>/, 'nvme0'));
    const lines = told.nodes.filter(({ node }) => node.name === name).flatMap(({ commands }) => commands.map(toldLine));
    const notRun = lines.filter((text) => {
      const at = left.findIndex((line) => pattern(text).test(line));
      if (at >= 0) left.splice(at, 1);
      return at < 0;
    });
    // The anchor moves for a moment when one target is connected before another: nothing can predict that.
    const moved = left.filter((text) => text.endsWith('/fast_io_fail_tmo'));
    const checked = left.filter((text) => text.startsWith('# check: controller is '));
    const notTold = left.filter((text) => !moved.includes(text) && !checked.includes(text));
    expect({ name, notRun, notTold, checked: checked.length }).toEqual({ name, notRun: [], notTold: [], checked: moved.length });
  }
}

/** Gets the plan, runs the change, waits for the job and compares. @returns the plan. */
async function tellAndDo(change: PlanChange, act: () => Promise<{ job: Job }>): Promise<Plan> {
  const told = await plan(change);
  ran.clear();
  const { job } = await act();
  await done(job);
  await until(() => expectRan(told));
  return told;
}

test('plans exactly the commands that a node runs to take a blank drive', async () => {
  for (const serial of TARGETS.map((name) => `${name}-1`)) {
    const { id, version } = await driveOf(serial);
    const told = await tellAndDo({ kind: 'drive.take', driveId: id }, () =>
      call(endpoints.takeDrive, { params: { id }, ifMatch: version }),
    );
    expect(told.nodes.map(({ node, commands }) => [node.name, commands.some(({ command }) => command.startsWith('vgcreate'))])).toEqual([
      [serial.slice(0, -2), true],
    ]);
  }
}, 120_000);

describe.each([
  ['raid1', 'tcp'],
  ['raid10', 'rdma'],
  ['raid0', 'tcp'],
  ['concatenated', 'rdma'],
] as const)('%s volume over %s', (protection, transport) => {
  const name = `plan-${protection}-${transport}`;
  let id: string;

  test('has nodes run exactly the planned commands, from creation to deletion', async () => {
    const existing = (await call(endpoints.listDriveClasses)).items.find((each) => each.name === 'plan');
    const members = { by: 'selector' as const, selector: { models: [MODEL] } };
    const driveClass = existing ?? (await call(endpoints.createDriveClass, { body: { name: 'plan', members } }));
    const volume = { name, driveClassId: driveClass.id, sizeBytes: 4 * GiB, protection } as const;
    const parsed = endpoints.createVolume.body.parse(volume);
    await tellAndDo({ kind: 'volume.create', volume: parsed }, async () => {
      const created = await call(endpoints.createVolume, { body: parsed });
      id = created.volume.id;
      return created;
    });
    const attachment = endpoints.createAttachment.body.parse({ volumeId: id, nodeId: await nodeId(CLIENT), transport });
    const attach = () => tellAndDo({ kind: 'attachment.create', attachment }, () => call(endpoints.createAttachment, { body: attachment }));
    const detach = async () => {
      const { id: attachmentId, version } = await attachmentOf(id);
      return tellAndDo({ kind: 'attachment.delete', attachmentId }, () =>
        call(endpoints.deleteAttachment, { params: { id: attachmentId }, ifMatch: version }),
      );
    };
    const first = await attach();
    expect(first.nodes.at(-1)?.node.name).toBe(CLIENT);
    await tellAndDo({ kind: 'volume.grow', volumeId: id, sizeBytes: 8 * GiB }, async () => {
      const { version } = await until(async () => {
        const found = await volumeOf(id);
        expect(found.health).toBe('healthy');
        return found;
      });
      await call(endpoints.updateVolume, { params: { id }, body: { sizeBytes: 8 * GiB }, ifMatch: version });
      const { items } = await call(endpoints.listJobs, { query: { subjectId: id, kind: 'volume.grow' } });
      if (!items[0]) throw new Error('no job of the growth');
      return { job: items[0] };
    });
    const last = await detach();
    expect(last.nodes[0]?.node.name).toBe(CLIENT);
    const again = await attach();
    const commands = again.nodes.flatMap((each) => each.commands.map(({ command }) => command));
    expect(commands.some((command) => command.startsWith('mdadm --create'))).toBe(false);
    await detach();
    const { version } = await volumeOf(id);
    await tellAndDo({ kind: 'volume.delete', volumeId: id }, () => call(endpoints.deleteVolume, { params: { id }, ifMatch: version }));
  }, 180_000);
});

/** Creates a volume and attaches it to the first client. */
async function attached(name: string): Promise<string> {
  const [driveClass] = (await call(endpoints.listDriveClasses)).items;
  const body = endpoints.createVolume.body.parse({ name, driveClassId: driveClass?.id, sizeBytes: 2 * GiB, protection: 'raid1' });
  const { volume, job } = await call(endpoints.createVolume, { body });
  await done(job);
  const attachment = endpoints.createAttachment.body.parse({ volumeId: volume.id, nodeId: await nodeId(CLIENT), transport: 'tcp' });
  await done((await call(endpoints.createAttachment, { body: attachment })).job);
  await until(async () => expect((await volumeOf(volume.id)).health).toBe('healthy'));
  return volume.id;
}
async function removed(volumeId: string): Promise<void> {
  const { items } = await call(endpoints.listAttachments, { query: { volumeId } });
  for (const { id, version } of items) await done((await call(endpoints.deleteAttachment, { params: { id }, ifMatch: version })).job);
  const { version } = await volumeOf(volumeId);
  await done((await call(endpoints.deleteVolume, { params: { id: volumeId }, ifMatch: version })).job);
}

test('plans exactly the commands of a force detach and of an attach elsewhere', async () => {
  const volumeId = await attached('plan-forced');
  const { id, version } = await attachmentOf(volumeId);
  const statements = { clientIsOff: false, targetsOff: [], acceptLoss: false };
  const told = await tellAndDo({ kind: 'attachment.revoke', attachmentId: id, ...statements }, () =>
    call(endpoints.revokeAttachment, { params: { id }, ifMatch: version, body: { volumeName: 'plan-forced', ...statements } }),
  );
  expect(told.nodes[0]?.node.name).toBe(CLIENT);
  await until(async () => expect((await call(endpoints.listAttachments, { query: { volumeId } })).total).toBe(0));
  const attachment = endpoints.createAttachment.body.parse({ volumeId, nodeId: await nodeId(OTHER_CLIENT), transport: 'tcp' });
  await tellAndDo({ kind: 'attachment.create', attachment }, () => call(endpoints.createAttachment, { body: attachment }));
  await removed(volumeId);
}, 120_000);

test('plans exactly the commands to accept a loss and to discard the lost leg', async () => {
  const volumeId = await attached('plan-loss');
  const [leg] = (await volumeOf(volumeId)).legs;
  if (!leg) throw new Error('the volume has no leg');
  simulation.fabric.kill(leg.node.name);
  simulation.fabric.kill(CLIENT);
  const lost = async (name: string) => {
    const { items } = await call(endpoints.listNodes, { query: { name } });
    expect(items[0]?.connection.state).not.toBe('online');
  };
  await until(() => lost(leg.node.name));
  await until(() => lost(CLIENT));
  simulation.fabric.boot(CLIENT);
  const change: PlanChange = { kind: 'volume.accept-loss', volumeId, legIds: [leg.id] };
  // Until its client reports that it waits, it may be running.
  const told = await until(() => plan(change));
  expect(told.nodes.map(({ node }) => node.name)).toEqual([CLIENT]);
  expect(told.notes).toMatchObject([{ code: 'leg-withheld-later', message: expect.stringContaining(`${leg.node.name} is offline.`) }]);
  ran.clear();
  const accept = async () => {
    const { version } = await volumeOf(volumeId);
    const body = { volumeName: 'plan-loss', legIds: [leg.id] };
    return call(endpoints.acceptLoss, { params: { id: volumeId }, ifMatch: version, body });
  };
  expect((await until(accept)).epoch).toBe(2);
  await until(() => expectRan(told));
  await until(async () => expect((await attachmentOf(volumeId)).state).toBe('attached'));
  simulation.fabric.boot(leg.node.name);
  // Only the leg that this node kept is left to be removed, after the node has reported it.
  const discard: PlanChange = { kind: 'volume.discard', volumeId, legIds: [leg.id] };
  await until(() => plan(discard));
  await until(async () => expect((await volumeOf(volumeId)).obsoleteLegs[0]).toMatchObject({ id: leg.id }));
  await tellAndDo(discard, () =>
    until(async () => {
      const { version } = await volumeOf(volumeId);
      return call(endpoints.discardLegs, {
        params: { id: volumeId },
        ifMatch: version,
        body: { volumeName: 'plan-loss', legIds: [leg.id] },
      });
    }),
  );
  await removed(volumeId);
}, 180_000);

test('plans exactly the commands of a drive eviction and of a node drain', async () => {
  const volumeId = await attached('plan-moving');
  const whole = () =>
    until(async () => {
      const found = await volumeOf(volumeId);
      expect(found).toMatchObject({ health: 'healthy', obsoleteLegs: [] });
      expect(found.legs.map(({ role }) => role)).toEqual(['member', 'member']);
      return found;
    });
  const [{ drive, node: from } = expect.fail('no leg')] = (await whole()).legs;
  const told = await tellAndDo({ kind: 'drive.evict', driveId: drive.id }, async () => {
    const { version } = await call(endpoints.getDrive, { params: { id: drive.id } });
    return call(endpoints.evictDrive, { params: { id: drive.id }, ifMatch: version });
  });
  const replaced = told.nodes.flatMap(({ commands }) => commands).filter(({ command }) => /^mdadm .*--replace .*--with/.test(command));
  expect(replaced).toHaveLength(1);
  expect(told.nodes.every(({ purpose }) => purpose?.message.includes(`from drive ${drive.serial} of ${from.name}`))).toBe(true);
  expect(told.notes).toMatchObject([{ code: 'placed-as-now', message: expect.stringContaining('as of now') }]);
  const { legs } = await whole();
  const node = legs.find((leg) => leg.index === 1)?.node ?? expect.fail('no leg 1');
  await tellAndDo({ kind: 'node.drain', nodeId: node.id }, async () => {
    const { version } = await call(endpoints.getNode, { params: { id: node.id } });
    return call(endpoints.drainNode, { params: { id: node.id }, ifMatch: version });
  });
  await whole();
  for (const { id } of (await call(endpoints.listNodes, { query: {} })).items) {
    const { version } = await call(endpoints.getNode, { params: { id } });
    await call(endpoints.uncordonNode, { params: { id }, ifMatch: version });
  }
  const { version } = await call(endpoints.getDrive, { params: { id: drive.id } });
  await call(endpoints.uncordonDrive, { params: { id: drive.id }, ifMatch: version });
  await removed(volumeId);
}, 240_000);

test('plans no commands to evict a drive of a detached mirror, and notes why', async () => {
  const volumeId = await attached('plan-idle');
  const { id, version } = await attachmentOf(volumeId);
  await done((await call(endpoints.deleteAttachment, { params: { id }, ifMatch: version })).job);
  const [{ drive } = expect.fail('no leg')] = (await volumeOf(volumeId)).legs;
  const told = await plan({ kind: 'drive.evict', driveId: drive.id });
  expect(told.nodes).toEqual([]);
  expect(told.notes).toMatchObject([
    { message: expect.stringMatching(/^plan-idle: .*exclusive.*\. The plan lists no commands for it\.$/) },
  ]);
  await removed(volumeId);
}, 60_000);

test('plans no commands for maintenance, which changes no assignment', async () => {
  const name = TARGETS[3] ?? '';
  const id = await nodeId(name);
  const told = await plan({ kind: 'node.maintenance', nodeId: id });
  expect(told).toMatchObject({ nodes: [], waits: [], notes: [{ message: expect.stringContaining('No agent runs a command for it.') }] });
  const assigned = async () =>
    (
      await server.mongo.db
        .collection('assignments')
        .find({}, { sort: { _id: 1 } })
        .toArray()
    ).map(({ _id, generation, hash }) => ({ _id, generation, hash }));
  const before = await assigned();
  const { version } = await call(endpoints.getNode, { params: { id } });
  const started = await call(endpoints.startMaintenance, { params: { id }, ifMatch: version, body: { untilHours: 1 } });
  expect(started.maintenance).not.toBeNull();
  expect(await assigned()).toEqual(before);
  await call(endpoints.endMaintenance, { params: { id }, ifMatch: started.version });
}, 60_000);

test('stores nothing of a planned change', async () => {
  const stored = async () => {
    const { db } = server.mongo;
    const ids = async (name: string) => (await db.collection(name).find({}).toArray()).map(({ _id }) => String(_id)).sort();
    const drives = await db
      .collection<DriveDocument>('drives')
      .find({}, { sort: { _id: 1 } })
      .toArray();
    return {
      drives: drives.map(({ _id, spec: { desired, wipe }, status: { allocatedBytes } }) => ({ _id, desired, wipe, allocatedBytes })),
      assignments: (
        await db
          .collection('assignments')
          .find({}, { sort: { _id: 1 } })
          .toArray()
      ).map(({ _id, generation, hash }) => ({ _id, generation, hash })),
      others: await Promise.all(['volumes', 'attachments', 'jobs', 'audit'].map(ids)),
    };
  };
  const [driveClass] = (await call(endpoints.listDriveClasses)).items;
  const volume = endpoints.createVolume.body.parse({
    name: 'plan-unborn',
    driveClassId: driveClass?.id,
    sizeBytes: GiB,
    protection: 'raid1',
  });
  const before = await stored();
  expect((await plan({ kind: 'volume.create', volume })).nodes).toHaveLength(2);
  expect((await plan({ kind: 'drive.release', driveId: (await driveOf('plan-t2-1')).id })).nodes).toHaveLength(1);
  expect(await stored()).toEqual(before);
});

test('refuses a plan with the same problem as the change itself', async () => {
  const { id, version } = await driveOf('plan-t2-1');
  const [driveClass] = (await call(endpoints.listDriveClasses)).items;
  const volume = endpoints.createVolume.body.parse({
    name: 'plan-huge',
    driveClassId: driveClass?.id,
    sizeBytes: 2 ** 45,
    protection: 'raid1',
  });
  const nobody = randomUUID();
  const pairs = [
    [await refusedPlan({ kind: 'drive.take', driveId: id }), await refused(endpoints.takeDrive, { params: { id }, ifMatch: version })],
    [
      await refusedPlan({ kind: 'drive.wipe', driveId: id }),
      await refused(endpoints.wipeDrive, { params: { id }, ifMatch: version, body: { serial: 'plan-t2-1' } }),
    ],
    [await refusedPlan({ kind: 'volume.create', volume }), await refused(endpoints.createVolume, { body: volume })],
    [
      await refusedPlan({ kind: 'volume.delete', volumeId: nobody }),
      await refused(endpoints.deleteVolume, { params: { id: nobody }, ifMatch: 1 }),
    ],
    [
      await refusedPlan({ kind: 'volume.grow', volumeId: nobody, sizeBytes: GiB }),
      await refused(endpoints.updateVolume, { params: { id: nobody }, ifMatch: 1, body: { sizeBytes: GiB } }),
    ],
    [
      await refusedPlan({ kind: 'attachment.delete', attachmentId: nobody }),
      await refused(endpoints.deleteAttachment, { params: { id: nobody }, ifMatch: 1 }),
    ],
    [await refusedPlan({ kind: 'node.drain', nodeId: nobody }), await refused(endpoints.drainNode, { params: { id: nobody }, ifMatch: 1 })],
    [
      await refusedPlan({ kind: 'volume.accept-loss', volumeId: nobody, legIds: [nobody] }),
      await refused(endpoints.acceptLoss, { params: { id: nobody }, ifMatch: 1, body: { volumeName: 'plan-none', legIds: [nobody] } }),
    ],
    [
      await refusedPlan({ kind: 'attachment.revoke', attachmentId: nobody, clientIsOff: false, targetsOff: [], acceptLoss: false }),
      await refused(endpoints.revokeAttachment, { params: { id: nobody }, ifMatch: 1, body: { volumeName: 'plan-none' } }),
    ],
  ];
  for (const [planned, asked] of pairs) expect(planned).toEqual(asked);
  expect(pairs.map(([planned]) => planned?.code)).toEqual([
    'wrong-state',
    'wrong-state',
    'insufficient-space',
    'not-found',
    'not-found',
    'not-found',
    'not-found',
    'not-found',
    'not-found',
  ]);
});

test('refuses a plan beyond the concurrency limit, and accepts it once others are finished', async () => {
  const change: PlanChange = { kind: 'drive.release', driveId: (await driveOf('plan-t2-1')).id };
  let go: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    go = resolve;
  });
  const repository = server.app.get(PlansRepository);
  const snapshot = repository.snapshot.bind(repository);
  const spy = vi.spyOn(repository, 'snapshot').mockImplementation(async (work) => {
    await held;
    return snapshot(work);
  });
  const running = Array.from({ length: concurrency.plans.concurrent }, () => plan(change));
  await until(() => expect(spy).toHaveBeenCalledTimes(concurrency.plans.concurrent));
  const answer = await server.adminClient.try(endpoints.planChange, { body: change });
  expect(answer).toMatchObject({ status: 429, body: { code: 'rate-limited' } });
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
  go();
  await Promise.all(running);
  spy.mockRestore();
  expect((await plan(change)).nodes).toHaveLength(1);
});

test('plans exactly the commands that a node runs to release a drive without legs', async () => {
  const { id, version } = await driveOf(`${TARGETS[0]}-1`);
  const told = await tellAndDo({ kind: 'drive.release', driveId: id }, () =>
    call(endpoints.releaseDrive, { params: { id }, ifMatch: version }),
  );
  expect(told.nodes[0]?.commands.some(({ command }) => command.startsWith('vgremove'))).toBe(true);
}, 60_000);
