import { endpoints } from '@weft/shared/endpoints/endpoints';
import type { Job } from '@weft/shared/kinds/job';
import { GiB } from '@weft/shared/units';
import { testDatabase } from '@weft/test-support/database';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { startTestServer, type TestServer } from '../../../test-support/app.js';
import { driveInventory, FakeAgent } from '../../../test-support/fake-agent.js';
import { SimulatedCluster } from '../../../test-support/simulated-cluster.js';

const CLIENT = 'c1';
let server: TestServer;
let cluster: SimulatedCluster;
beforeAll(async () => {
  server = await startTestServer({ mongoUri: testDatabase().uri, config: { simulated: true } });
  cluster = await SimulatedCluster.start([server], ['t1', 't2'], [CLIENT]);
});
afterAll(async () => {
  await cluster?.stop();
  await server?.stop();
});

const timelineOf = ({ id }: Job) => server.adminClient.call(endpoints.jobTimeline, { params: { id } });
/** The timeline once each node of the job has sent its record. */
const complete = (job: Job) =>
  vi.waitFor(
    async () => {
      const timeline = await timelineOf(job);
      expect(timeline.notRecorded).toEqual([]);
      return timeline;
    },
    { timeout: 30_000, interval: 50 },
  );

it('shows the operations of each node in an attach, inside the time of the job and in order', async () => {
  const body = endpoints.createVolume.body.parse({
    name: 'timed',
    driveClassId: cluster.driveClassId,
    sizeBytes: GiB,
    protection: 'raid1',
  });
  const { volume, job: create } = await server.adminClient.call(endpoints.createVolume, { body });
  await cluster.done(create);
  const node = (await server.adminClient.call(endpoints.listNodes, { query: { name: CLIENT } })).items[0];
  const attach = endpoints.createAttachment.body.parse({ volumeId: volume.id, nodeId: node?.id });
  const { job } = await server.adminClient.call(endpoints.createAttachment, { body: attach });
  await cluster.done(job);

  const made = await complete(create);
  const laneOf = ({ node: { name }, kind }: (typeof made.lanes)[number]) => `${kind} ${name}`;
  // A leg that is ready before the other one gets another generation within the job: a lane of its own, in which nothing is left to do.
  expect([...new Set(made.lanes.map(laneOf))].sort()).toEqual(['leg t1', 'leg t2']);
  for (const name of ['leg t1', 'leg t2']) {
    const [first, ...later] = made.lanes.filter((lane) => laneOf(lane) === name).sort((one, other) => one.generation - other.generation);
    const operations = (lane: typeof first) => lane?.spans.flatMap(({ operation }) => operation ?? []);
    expect(operations(first)).toEqual(expect.arrayContaining(['create-logical-volume', 'wipe-logical-volume']));
    expect(later.length).toBeLessThanOrEqual(1);
    for (const lane of later) expect([lane.generation > (first?.generation ?? 0), operations(lane)]).toEqual([true, []]);
  }

  const timeline = await complete(job);
  const { createdAt, finishedAt } = await server.adminClient.call(endpoints.getJob, { params: { id: job.id } });
  expect(timeline.durationMs).toBe(Date.parse(finishedAt ?? '') - Date.parse(createdAt));
  expect(timeline.lanes.map(({ node: { name }, kind }) => `${kind} ${name}`).sort()).toEqual(['attachment c1', 'export t1', 'export t2']);
  const client = timeline.lanes.find(({ kind }) => kind === 'attachment');
  expect(client?.spans.flatMap(({ operation }) => operation ?? [])).toEqual(expect.arrayContaining(['connect', 'create-array']));
  for (const { begin, spans } of timeline.lanes) {
    expect(begin).toBe('assignment');
    expect(spans.map(({ startMs }) => startMs)).toEqual(spans.map(({ startMs }) => startMs).sort((one, other) => one - other));
    for (const { startMs, durationMs } of spans) {
      expect(startMs).toBeGreaterThanOrEqual(0);
      expect(startMs + durationMs).toBeLessThanOrEqual(timeline.durationMs + 0.1);
    }
    // The parts of the agent and its pauses follow each other without holes.
    const own = spans.filter(({ by }) => by === 'agent');
    for (const [at, { startMs }] of own.entries()) {
      const endMs = Math.max(...own.slice(0, at).map((span) => span.startMs + span.durationMs), own[0]?.startMs ?? 0);
      expect(startMs - endMs).toBeLessThanOrEqual(1.2);
    }
  }

  // A list of jobs carries no timeline.
  const listed = await server.adminClient.call(endpoints.listJobs, { query: { subjectId: job.subject.id } });
  expect(JSON.stringify(listed)).not.toContain('create-array');
});

it('shows in a snapshot how long the client of its volume holds it, beside the copies of the targets', async () => {
  const body = endpoints.createVolume.body.parse({
    ...{ name: 'held', driveClassId: cluster.driveClassId, sizeBytes: GiB, protection: 'raid1', provisioning: 'thin' },
  });
  const { volume, job: create } = await server.adminClient.call(endpoints.createVolume, { body });
  await cluster.done(create);
  const node = (await server.adminClient.call(endpoints.listNodes, { query: { name: CLIENT } })).items[0];
  const attach = endpoints.createAttachment.body.parse({ volumeId: volume.id, nodeId: node?.id });
  await cluster.done((await server.adminClient.call(endpoints.createAttachment, { body: attach })).job);
  const taken = endpoints.createSnapshots.body.parse({ volumeIds: [volume.id], name: null });
  const { jobs } = await server.adminClient.call(endpoints.createSnapshots, { body: taken });
  for (const job of jobs) await cluster.done(job);

  const operations = await vi.waitFor(
    async () => {
      const lanes = (await Promise.all(jobs.map(timelineOf))).flatMap((timeline) => timeline.lanes);
      const found = lanes.flatMap(({ kind, node: { name }, spans }) => spans.map(({ operation }) => `${kind} ${name} ${operation}`));
      expect(found).toEqual(
        expect.arrayContaining(['attachment c1 hold-io', 'attachment c1 release-io', 'leg t1 create-thin', 'leg t2 create-thin']),
      );
      return found;
    },
    { timeout: 30_000, interval: 50 },
  );
  expect(operations.indexOf('attachment c1 hold-io')).toBeLessThan(operations.indexOf('attachment c1 release-io'));
});

it('names the nodes without a record, and takes records only of objects that the node has reported', async () => {
  const fake = await FakeAgent.enroll(server, 'fake');
  await fake.connect(server.url);
  await fake.inventory([driveInventory('FAKE1')]);
  const drive = (await server.adminClient.call(endpoints.listDrives, { query: { nodeId: fake.nodeId } })).items[0];
  const id = drive?.id ?? '';
  const { job } = await server.adminClient.call(endpoints.takeDrive, { params: { id }, ifMatch: drive?.version ?? 0 });
  await vi.waitFor(() => expect(fake.newest?.content.drives).toHaveLength(1), { timeout: 20_000 });
  // As of a newer agent: fields and a kind of work that this server does not know.
  const trace = {
    ...{ kind: 'drive', id, generation: fake.newest?.generation, begin: 'assignment', omitted: 3, sentMs: 20, host: 'new' },
    spans: [
      { what: 'operation', op: 'create-volume-group', startMs: 1, durationMs: 5, bytes: 7 },
      { what: 'compress', startMs: 6, durationMs: 4 },
    ],
  };
  expect(await fake.send('trace', { traces: [trace], newer: true })).toEqual({ ok: true });
  // The reconciler stores the steps of a job after the assignment that they show.
  const missing = await vi.waitFor(async () => {
    const found = await timelineOf(job);
    expect(found.notRecorded).toEqual([{ id: fake.nodeId, name: 'fake' }]);
    return found;
  }, 20_000);
  expect(missing.lanes).toEqual([]);

  await fake.reportDrives();
  expect(await fake.send('trace', { traces: [trace], newer: true })).toEqual({ ok: true });
  const { lanes } = await complete(job);
  expect(lanes).toMatchObject([{ node: { name: 'fake' }, kind: 'drive', omitted: 3 }]);
  expect(lanes[0]?.spans.filter(({ by }) => by === 'agent').map(({ what, operation }) => [what, operation])).toEqual([
    ['operation', 'create-volume-group'],
    ['other', 'compress'],
  ]);
  expect(await fake.send('trace', { traces: [{ ...trace, id: 'no id' }] })).toMatchObject({ ok: false, code: 'invalid' });
  expect(await server.adminClient.refused(endpoints.jobTimeline, { params: { id: fake.nodeId } })).toMatchObject({ status: 404 });
  fake.disconnect();
});
