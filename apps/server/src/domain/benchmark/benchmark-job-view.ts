import type { JobStep } from '@weft/shared/kinds/job';
import type { BenchmarkDocument } from '../documents/benchmark.document.js';
import type { JobView } from '../documents/job.document.js';
import { type StepName, stepName } from '../job-messages/job-message.js';

type State = JobStep['state'];

/** The job of a benchmark: its parts in order. */
export function benchmarkJobView(benchmark: BenchmarkDocument): JobView {
  const { state, endsAs, steps, stepIndex, scratch, scratchWaits = [], error } = benchmark;
  const hasEnded = endsAs !== null;
  const parts: [StepName, State][] = [];
  const running = (isDone: boolean, isNow: boolean): State => (isDone ? 'done' : isNow ? (hasEnded ? 'failed' : 'running') : 'pending');
  if (scratch) parts.push([stepName('benchmark-prepare', {}), running(benchmark.volumes.length > 0, state === 'preparing' || hasEnded)]);
  const checked = steps.findIndex(({ kind }) => kind === 'check');
  const runs = state === 'running' || hasEnded;
  if (checked >= 0) parts.push([stepName('benchmark-check', {}), running(stepIndex > checked, runs && stepIndex === checked)]);
  const written = steps.findIndex(({ kind }) => kind === 'precondition');
  if (written >= 0) {
    const isNow = runs && stepIndex === written;
    const percent = stepIndex > written ? 100 : isNow ? Math.floor(100 * stepRatio(benchmark)) : 0;
    parts.push([stepName('benchmark-precondition', { percent }), running(stepIndex > written, isNow)]);
  }
  const first = steps.findIndex(({ kind }) => kind === 'measure');
  const measures = steps.length - first;
  const step = Math.min(measures, Math.max(1, stepIndex - first + 1));
  parts.push([stepName('benchmark-measure', { step, steps: measures }), running(stepIndex >= steps.length, runs && stepIndex >= first)]);
  if (scratch) parts.push([stepName('benchmark-remove', {}), hasEnded ? (state === 'removing' ? 'running' : 'done') : 'pending']);
  return {
    state: state === 'done' ? 'done' : state === 'failed' || state === 'cancelled' ? 'failed' : 'running',
    steps: parts.map(([name, each]) => ({ ...name, node: null, state: each, reason: each === 'failed' ? error : null })),
    waitingFor: scratchWaits.map(({ wait }) => wait),
    error: hasEnded ? error : null,
  };
}

/** Progress of the current step: that of its slowest client. */
export const stepRatio = ({ current }: Pick<BenchmarkDocument, 'current'>): number =>
  current && current.orders.length > 0 ? Math.min(...current.orders.map(({ progressRatio }) => progressRatio)) : 0;
