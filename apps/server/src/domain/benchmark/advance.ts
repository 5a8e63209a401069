import type { BenchmarkStep } from '@weft/shared/kinds/benchmarks/benchmark';
import type { JobReason } from '@weft/shared/kinds/job';
import { BENCHMARK_UNLISTED_SECONDS } from '@weft/shared/messages/benchmark-orders';
import { nodeRef } from '@weft/shared/text/references';
import type { BenchmarkDocument, BenchmarkOrderDocument } from '../documents/benchmark.document.js';
import { jobReason } from '../job-messages/job-message.js';
import { deeper } from './benchmark-steps.js';

/*
 * One step on of a benchmark: pure and level-triggered. Scenarios:
 *  - no step runs: the next one begins at all clients at once; after the last one the benchmark ends.
 *  - every client of a measurement has claimed its volumes: all start fio at one time, a moment later. A client that is not ready in time fails the benchmark.
 *  - every client has finished the step: the next one. A latency-bound search first decides whether it goes deeper.
 *  - a client refuses or fails: the benchmark fails with its reason. The results until then are kept. So it is when a client restarts, is offline for longer than
 *    its agent waits for a server, or does not finish in time.
 *  - it is cancelled: no order is open from then on, so the agents kill their fio.
 *  - it ends, and it made scratch volumes: it is `removing` until they are gone.
 */

/** A step may take this much longer than its run time: fio starts its threads, and reports at its end. */
const LATE_SECONDS = 120;
/** A client claims its volumes within this time: it reads 64 places of each. */
const READY_SECONDS = 60;
/** The start is ordered this far ahead: until then every agent has heard of it, also over other servers. */
const START_AHEAD_MS = 1000;
/** Slowest preconditioning: at this rate it still ends in time. */
const SLOWEST_BYTES_PER_SECOND = 5e6;

export interface ClientState {
  name: string;
  isOnline: boolean;
  /** When its connection last changed; null: not known. */
  since: Date | null;
  bootId: string | null;
}

export interface BenchmarkWorld {
  now: Date;
  clients: ReadonlyMap<string, ClientState>;
  /** Attachments that are attached now. */
  attached: ReadonlySet<string>;
  newId: () => string;
}

type Benchmark = BenchmarkDocument;

/** Time within which a step has to end after its start, seconds. */
function latestSeconds({ kind, seconds }: BenchmarkStep, { volumes }: Pick<Benchmark, 'volumes'>): number {
  const bytes = volumes.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  return LATE_SECONDS + (kind === 'precondition' ? bytes / SLOWEST_BYTES_PER_SECOND : seconds);
}

/** Whether the current step has not ended in time. */
export function isLate(benchmark: Pick<Benchmark, 'steps' | 'stepIndex' | 'current' | 'volumes'>, now: Date): boolean {
  const { steps, stepIndex, current } = benchmark;
  const step = steps[stepIndex];
  if (!step || !current) return false;
  const from = current.startsAt ?? current.startedAt;
  return now.getTime() - from.getTime() > latestSeconds(step, benchmark) * 1000;
}

/** Only measurements are compared between clients. */
export const hasCommonStart = ({ kind }: Pick<BenchmarkStep, 'kind'>): boolean => kind === 'measure';

/** @returns the same object when there is nothing to do. */
export function advance(benchmark: Benchmark, world: BenchmarkWorld): Benchmark {
  const { state, cancelledBy, current } = benchmark;
  if (state !== 'preparing' && state !== 'running') return benchmark;
  if (cancelledBy !== null)
    return ended(benchmark, 'cancelled', jobReason('benchmark-cancelled', { user: cancelledBy }, 'cancelled'), world.now);
  if (state === 'preparing') return benchmark;
  const gone = benchmark.volumes.find(({ attachmentId }) => !world.attached.has(attachmentId));
  if (gone) return failed(benchmark, jobReason('benchmark-volume-gone', { volume: gone.volume.name }), world.now);
  const step = benchmark.steps[benchmark.stepIndex];
  if (!step) return ended(benchmark, 'done', null, world.now);
  if (!current) return begun(benchmark, world);
  const failure = failureOf(benchmark, step, current, world);
  if (failure) return failed(benchmark, failure, world.now);
  if (current.orders.every((order) => order.state === 'done')) return advance(finished(benchmark, step, current, world.now), world);
  const isReady = hasCommonStart(step) && !current.startsAt && current.orders.every((order) => order.state !== 'open');
  return isReady ? { ...benchmark, current: { ...current, startsAt: new Date(world.now.getTime() + START_AHEAD_MS) } } : benchmark;
}

function begun(benchmark: Benchmark, { clients, now, newId }: BenchmarkWorld): Benchmark {
  const nodes = new Map(benchmark.volumes.map(({ node }) => [node.id, node]));
  const offline = [...nodes.values()].find(({ id }) => !clients.get(id)?.isOnline);
  // It may be back in a moment; longer is a failure.
  if (offline) return lost(offline, clients.get(offline.id), now) ? failed(benchmark, lostReason(offline), now) : benchmark;
  const orders = [...nodes.values()].map(
    (node): BenchmarkOrderDocument => ({
      id: newId(),
      node,
      bootId: clients.get(node.id)?.bootId ?? '',
      state: 'open',
      attempt: null,
      progressRatio: 0,
      reason: null,
      slowRatio: null,
    }),
  );
  return { ...benchmark, current: { startedAt: now, startsAt: null, orders } };
}

function failureOf(
  benchmark: Benchmark,
  step: BenchmarkStep,
  { startedAt, startsAt, orders }: NonNullable<Benchmark['current']>,
  { clients, now }: BenchmarkWorld,
): JobReason | null {
  const refused = orders.find(({ state }) => state === 'failed');
  if (refused) return refused.reason;
  const open = orders.filter(({ state }) => state !== 'done');
  const restarted = open.find(({ node, bootId }) => ![null, undefined, bootId].includes(clients.get(node.id)?.bootId));
  if (restarted) return jobReason('benchmark-client-restarted', { node: nodeRef(restarted.node.id, restarted.node.name) });
  const away = open.find(({ node }) => lost(node, clients.get(node.id), now));
  if (away) return lostReason(away.node);
  const isUnready = hasCommonStart(step) && !startsAt && (now.getTime() - startedAt.getTime()) / 1000 > READY_SECONDS;
  const unready = isUnready ? orders.find(({ state }) => state === 'open') : undefined;
  if (unready)
    return jobReason('benchmark-client-not-ready', { node: nodeRef(unready.node.id, unready.node.name), seconds: READY_SECONDS });
  const late = isLate(benchmark, now) ? open[0] : undefined;
  const seconds = Math.round(latestSeconds(step, benchmark));
  return late ? jobReason('benchmark-step-late', { node: nodeRef(late.node.id, late.node.name), seconds }) : null;
}

/** Its agent has killed fio by now. */
const lost = (_node: { id: string }, client: ClientState | undefined, now: Date): boolean =>
  !client || (!client.isOnline && (client.since === null || now.getTime() - client.since.getTime() > BENCHMARK_UNLISTED_SECONDS * 1000));
const lostReason = ({ id, name }: { id: string; name: string }): JobReason =>
  jobReason('benchmark-client-lost', { node: nodeRef(id, name), seconds: BENCHMARK_UNLISTED_SECONDS });

function finished(
  benchmark: Benchmark,
  step: BenchmarkStep,
  { startedAt, startsAt, orders }: NonNullable<Benchmark['current']>,
  now: Date,
): Benchmark {
  const { latencyBound, steps, stepIndex } = benchmark;
  const isLast = stepIndex === steps.length - 1;
  const slow = Math.max(0, ...orders.map(({ slowRatio }) => slowRatio ?? 0));
  const next = latencyBound && isLast && step.kind === 'measure' ? deeper(latencyBound, step, slow) : null;
  return {
    ...benchmark,
    steps: next ? [...steps, next] : steps,
    stepIndex: stepIndex + 1,
    current: null,
    times: [...benchmark.times, { startedAt: startsAt ?? startedAt, endedAt: now }],
  };
}

const failed = (benchmark: Benchmark, error: JobReason, now: Date): Benchmark => ended(benchmark, 'failed', error, now);

export function ended(benchmark: Benchmark, endsAs: 'done' | 'failed' | 'cancelled', error: JobReason | null, now: Date): Benchmark {
  const removes = benchmark.scratchVolumes.length > 0;
  return {
    ...benchmark,
    state: removes ? 'removing' : endsAs,
    endsAs,
    error,
    current: null,
    finishedAt: removes ? null : now,
  };
}
