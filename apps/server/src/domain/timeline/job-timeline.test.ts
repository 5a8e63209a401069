import { legRef } from '@weft/shared/text/references';
import { jobTimelineSchema, type TimelineLane } from '@weft/shared/timeline/job-timeline';
import { describe, expect, it } from 'vitest';
import type { JobDocument } from '../documents/job.document.js';
import type { TraceDocument } from '../documents/trace.document.js';
import { stepName } from '../job-messages/job-message.js';
import { jobTimeline, objectsOf } from './job-timeline.js';

const uuid = (number: number) => `00000000-0000-4000-8000-00000000000${number}`;
const [attachmentId, legId, client, target] = [uuid(1), uuid(2), uuid(3), uuid(4)];
const START = Date.UTC(2026, 0, 1);
const at = (ms: number) => new Date(START + ms);

const job = (more: Partial<JobDocument> = {}): JobDocument => ({
  ...{ _id: uuid(9), version: 1, revision: 1, createdAt: at(0), updatedAt: at(900), kind: 'attachment.attach' },
  ...{
    subject: { kind: 'attachment', id: attachmentId, name: 'db on c1' },
    state: 'done',
    waitingFor: [],
    error: null,
    requestedBy: 'admin',
  },
  steps: [
    { ...stepName('export-legs', {}), node: 't1', nodeId: target, state: 'done', reason: null, since: at(300) },
    { ...stepName('build-device', {}), node: 'c1', nodeId: client, state: 'done', reason: null, since: at(900) },
  ],
  finishedAt: at(900),
  ...more,
});

const trace = (more: Partial<TraceDocument> = {}): TraceDocument => ({
  ...{ _id: 'x', nodeId: client, nodeName: 'c1', kind: 'attachment', objectId: attachmentId, generation: 7, begin: 'assignment' },
  spans: [
    { what: 'store', startMs: 0, durationMs: 5 },
    { what: 'observe', startMs: 5, durationMs: 20 },
    { what: 'operation', op: 'connect', startMs: 25, durationMs: 30, failed: true },
    { what: 'operation', op: 'connect', startMs: 300, durationMs: 40 },
    { what: 'operation', op: 'create-array', startMs: 340, durationMs: 400 },
    { what: 'report', startMs: 745, durationMs: 30 },
  ],
  ...{ omitted: 0, sentMs: 776, receivedAt: at(890) },
  delivery: { writtenAt: at(12), sentAt: at(100), acknowledgedAt: at(110) },
  report: { arrivedAt: at(850), storedAt: at(872) },
  ...more,
});

const texts = (lane: TimelineLane | undefined) =>
  lane?.spans.map(({ by, what, operation, startMs, durationMs, failed }) =>
    [by, operation ?? what, startMs, durationMs, ...(failed ? ['failed'] : [])].join(' '),
  );

describe('jobTimeline', () => {
  it('shows the parts of servers and agent in order, from the request to the end', () => {
    const shown = jobTimeline(job(), [trace()], at(5000));
    expect(jobTimelineSchema.parse(shown)).toEqual(shown);
    expect([shown.durationMs, shown.isEnded]).toEqual([900, true]);
    expect(texts(shown.lanes[0])).toEqual([
      'server order 0 12',
      'server send 12 88',
      'server deliver 100 10',
      'agent store 100 5',
      'agent observe 105 20',
      'agent connect 125 30 failed',
      'agent pause 155 245',
      'agent connect 400 40',
      'agent create-array 440 400',
      'agent pause 840 5',
      'agent report 845 30',
      'server take-report 850 22',
      'server decide 872 28',
    ]);
  });

  it('says how much later the parts of the agent may have been', () => {
    // The trace came back 790 ms after the assignment was sent, and the agent counted 776 ms of them.
    expect(jobTimeline(job(), [trace()], at(5000)).lanes[0]?.uncertaintyMs).toBe(14);
  });

  it('places the parts by the arrival of the trace if another connection sent the assignment', () => {
    const [lane] = jobTimeline(job(), [trace({ delivery: null })], at(5000)).lanes;
    expect(lane?.uncertaintyMs).toBeNull();
    expect(texts(lane)?.slice(0, 2)).toEqual(['agent store 114 5', 'agent observe 119 20']);
  });

  it('places the parts of an agent that restarted by the arrival of its trace', () => {
    const restarted = trace({
      begin: 'agent-start',
      spans: [{ what: 'operation', op: 'create-array', startMs: 10, durationMs: 400 }],
      sentMs: 440,
    });
    const [lane] = jobTimeline(job(), [restarted], at(5000)).lanes;
    expect([lane?.begin, texts(lane)?.[0]]).toEqual(['agent-start', 'agent create-array 460 400']);
  });

  it('has a lane for each object and node, the earliest first, and names nodes without a record', () => {
    const exported = trace({
      nodeId: target,
      nodeName: 't1',
      kind: 'export',
      delivery: { writtenAt: at(1), sentAt: at(40), acknowledgedAt: null },
    });
    const both = jobTimeline(job(), [trace(), exported], at(5000));
    expect(both.lanes.map(({ node }) => node.name)).toEqual(['c1', 't1']);
    expect(both.notRecorded).toEqual([]);
    expect(jobTimeline(job(), [exported], at(5000)).notRecorded).toEqual([{ id: client, name: 'c1' }]);
    expect(jobTimeline(job(), [], at(5000)).notRecorded.map(({ name }) => name)).toEqual(['t1', 'c1']);
  });

  it('measures an open or failed job until now, or until its end, and decides nothing for steps that are not done', () => {
    const waiting = job({ finishedAt: null, steps: job().steps.map((step) => ({ ...step, state: 'failed' as const })) });
    const shown = jobTimeline(waiting, [trace()], at(5000));
    expect([shown.durationMs, shown.isEnded]).toEqual([5000, false]);
    expect(texts(shown.lanes[0])?.at(-1)).toBe('server take-report 850 22');
    expect(jobTimeline({ ...waiting, finishedAt: at(450) }, [trace()], at(5000)).durationMs).toBe(450);
  });

  it('cuts off what an agent did after the end of the job', () => {
    const { lanes } = jobTimeline(job({ finishedAt: at(450) }), [trace()], at(5000));
    for (const { startMs, durationMs } of lanes.flatMap(({ spans }) => spans)) expect(startMs + durationMs).toBeLessThanOrEqual(450);
    expect(texts(lanes[0])?.at(-1)).toBe('agent create-array 440 10');
  });

  it('leaves out an earlier and a later change of the same object', () => {
    const earlier = trace({ delivery: { writtenAt: at(-2000), sentAt: at(-1990), acknowledgedAt: null } });
    const later = trace({ delivery: { writtenAt: at(3000), sentAt: at(3001), acknowledgedAt: null } });
    expect(jobTimeline(job(), [earlier, later], at(5000)).lanes).toEqual([]);
  });

  it('keeps work of a newer agent under its own name, and the number of parts over the bound', () => {
    const newer = trace({ spans: [{ what: 'compress', startMs: 0, durationMs: 5 }], omitted: 12 });
    const [lane] = jobTimeline(job(), [newer], at(5000)).lanes;
    expect(lane?.spans.find(({ by }) => by === 'agent')).toMatchObject({ what: 'other', operation: 'compress' });
    expect(lane?.omitted).toBe(12);
  });

  it('does not depend on the clock of a node: a server whose clock was set back shows no part before the job', () => {
    const [lane] = jobTimeline(
      job(),
      [trace({ delivery: { writtenAt: at(-100), sentAt: at(-50), acknowledgedAt: at(-40) } })],
      at(5000),
    ).lanes;
    expect(Math.min(...(lane?.spans.map(({ startMs }) => startMs) ?? [-1]))).toBe(0);
  });
});

describe('objectsOf', () => {
  it('names the subject of a job and the legs of its steps', () => {
    const made = {
      ...stepName('create-leg', { leg: legRef({ id: legId, index: 1 }) }),
      node: 't1',
      nodeId: target,
      state: 'done' as const,
    };
    expect(objectsOf(job({ steps: [{ ...made, reason: null }] }))).toEqual([attachmentId, legId]);
  });
});
