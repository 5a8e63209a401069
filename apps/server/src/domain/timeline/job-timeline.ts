import type { JobTimeline, TimelineLane, TimelineSpan } from '@weft/shared/timeline/job-timeline';
import { type TraceSpanKind, traceSpanKinds } from '@weft/shared/timeline/trace';
import type { JobDocument, StoredStep } from '../documents/job.document.js';
import type { TraceDocument } from '../documents/trace.document.js';

/*
 * Where the time of a job went: the servers' own moments, and the traces of the agents that worked for it. Pure.
 *
 * Clocks: a server stamps the job, the assignment, its sending, the report and each step. Agents report durations by their steady clock, counted from the
 * arrival of the assignment, and no time of day. The arrival is taken to be the moment at which the server sent the assignment (`sentAt`), so an agent's
 * spans are shown early by the time that the message took: never more than `uncertaintyMs`, which follows from the time between sending and the moment
 * at which the trace came back, less the time that the agent itself counted in between. If another connection sent the assignment, or the agent restarted,
 * the spans are placed backwards from the arrival of the trace instead, and are shown late by the time that this message took.
 */

/** By which the clocks of two servers may differ without a trace counting for the wrong job. */
const CLOCKS_DIFFER_MS = 50;
/** Shorter pauses are the loop's own work between two parts. */
const LEAST_PAUSE_MS = 1;

/** Steps of an attachment's client; every other step of a node is about a leg, an export or a drive. */
const CLIENT_STEPS: ReadonlySet<string> = new Set(['build-device', 'remove-device', 'release-volume', 'use-new-size', 'rebuild-leg']);

type TimelineJob = Pick<JobDocument, 'createdAt' | 'finishedAt' | 'steps' | 'subject'>;

/** Ids of the objects that the steps of a job name, and of its subject. */
export function objectsOf({ subject, steps }: Pick<JobDocument, 'subject' | 'steps'>): string[] {
  return [...new Set([subject.id, ...steps.flatMap((step) => legsOf(step))])];
}

export function jobTimeline(job: TimelineJob, traces: readonly TraceDocument[], now: Date): JobTimeline {
  const startMs = job.createdAt.getTime();
  const durationMs = Math.max(0, (job.finishedAt ?? now).getTime() - startMs);
  const lanes = traces
    .filter((trace) => isWithin(trace, startMs, startMs + durationMs))
    .map((trace) => laneOf(trace, job, startMs))
    .map((lane) => ({ ...lane, spans: clipped(lane.spans, durationMs) }))
    .filter(({ spans }) => spans.length > 0)
    .sort((one, other) => firstMs(one) - firstMs(other));
  const known = new Set(lanes.map(({ node }) => node.id));
  const nodes = new Map(job.steps.flatMap(({ node, nodeId }) => (node !== null && nodeId ? [[nodeId, { id: nodeId, name: node }]] : [])));
  return {
    startedAt: job.createdAt.toISOString(),
    durationMs,
    isEnded: job.finishedAt !== null,
    lanes,
    notRecorded: [...nodes.values()].filter(({ id }) => !known.has(id)),
  };
}

const firstMs = ({ spans }: TimelineLane): number => spans[0]?.startMs ?? 0;

/** An earlier change of the same object belongs to another job, and so does a later one. */
function isWithin(trace: TraceDocument, startMs: number, endMs: number): boolean {
  const arrivedMs = arrivalMs(trace);
  return arrivedMs >= startMs - CLOCKS_DIFFER_MS && arrivedMs <= endMs;
}

/** When the agent's times begin, ms since 1970 by the server's clock. */
const arrivalMs = ({ begin, delivery, receivedAt, sentMs }: TraceDocument): number =>
  begin === 'assignment' && delivery ? delivery.sentAt.getTime() : receivedAt.getTime() - sentMs;

function laneOf(trace: TraceDocument, job: TimelineJob, startMs: number): TimelineLane {
  const { nodeId, nodeName, kind, objectId, generation, begin, omitted, delivery, receivedAt, sentMs } = trace;
  const beganMs = arrivalMs(trace) - startMs;
  const agent = trace.spans
    .map(({ what, op, startMs: fromMs, durationMs, failed = false }): TimelineSpan => {
      const isKnown = traceSpanKinds.some((kind) => kind === what);
      const named = isKnown ? { what: what as TraceSpanKind, operation: op ?? null } : { what: 'other' as const, operation: op ?? what };
      return { by: 'agent', ...named, startMs: beganMs + fromMs, durationMs, failed };
    })
    .sort((one, other) => one.startMs - other.startMs);
  const spans = [...serverSpans(trace, job, startMs), ...agent, ...pauses(agent)];
  const isSent = begin === 'assignment' && delivery !== null;
  return {
    node: { id: nodeId, name: nodeName },
    ...{ kind, objectId, generation, begin, omitted },
    uncertaintyMs: isSent ? Math.max(0, receivedAt.getTime() - sentMs - delivery.sentAt.getTime()) : null,
    spans: spans.sort((one, other) => one.startMs - other.startMs),
  };
}

function serverSpans({ begin, delivery, report, ...trace }: TraceDocument, job: TimelineJob, startMs: number): TimelineSpan[] {
  const spans: TimelineSpan[] = [];
  const add = (what: TimelineSpan['what'], from: Date, to: Date): void => {
    const durationMs = to.getTime() - from.getTime();
    if (durationMs > 0) spans.push({ by: 'server', what, operation: null, startMs: from.getTime() - startMs, durationMs, failed: false });
  };
  if (begin === 'assignment' && delivery) {
    add('order', job.createdAt, delivery.writtenAt);
    add('send', delivery.writtenAt, delivery.sentAt);
    if (delivery.acknowledgedAt) add('deliver', delivery.sentAt, delivery.acknowledgedAt);
  }
  if (report) {
    add('take-report', report.arrivedAt, report.storedAt);
    const step = job.steps.find((each) => isAbout(each, trace));
    if (step?.state === 'done' && step.since) add('decide', report.storedAt, step.since);
  }
  return spans;
}

function isAbout(step: StoredStep, { nodeId, kind, objectId }: Pick<TraceDocument, 'nodeId' | 'kind' | 'objectId'>): boolean {
  if (step.nodeId !== nodeId) return false;
  const legs = legsOf(step);
  return kind === 'leg' ? legs.includes(objectId) : CLIENT_STEPS.has(step.code ?? '') === (kind === 'attachment');
}

function legsOf({ params = {} }: StoredStep): string[] {
  return Object.values(params)
    .flat()
    .flatMap((each) => (typeof each === 'object' && 'kind' in each && each.kind === 'leg' ? [each.id] : []));
}

/** Times between an agent's spans in which it did nothing for the object: a lock, its turn, a back-off, or another node. */
function pauses(agent: readonly TimelineSpan[]): TimelineSpan[] {
  const found: TimelineSpan[] = [];
  let endMs = agent[0]?.startMs ?? 0;
  for (const { startMs, durationMs } of agent) {
    if (startMs - endMs >= LEAST_PAUSE_MS)
      found.push({ by: 'agent', what: 'pause', operation: null, startMs: endMs, durationMs: startMs - endMs, failed: false });
    endMs = Math.max(endMs, startMs + durationMs);
  }
  return found;
}

/** Only what lies in the job: an agent goes on with its object after the job has ended. To 0.1 ms. */
const clipped = (spans: readonly TimelineSpan[], durationMs: number): TimelineSpan[] =>
  spans.flatMap((span) => {
    const fromMs = Math.max(0, span.startMs);
    const toMs = Math.min(durationMs, span.startMs + span.durationMs);
    if (toMs < fromMs) return [];
    return [{ ...span, startMs: rounded(fromMs), durationMs: rounded(toMs - fromMs) }];
  });

const rounded = (ms: number): number => Math.round(ms * 10) / 10;
