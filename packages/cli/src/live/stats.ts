import { type MetricName, metrics } from '@weft/shared/stats/metrics';
import { formatBytes } from '@weft/shared/units';
import { usage } from '../core/failure.js';
import type { Run } from '../run/run.js';
import { subjectOf } from '../run/subject.js';
import { latencyText, parseMoment, parseSeconds } from '../text/durations.js';
import { didYouMean } from '../text/nearest.js';

const DEFAULTS: Record<string, readonly MetricName[]> = {
  node: ['cpu-busy', 'target-tax', 'nic-receive', 'nic-transmit', 'memory-available'],
  other: ['read-iops', 'write-iops', 'read-throughput', 'write-throughput', 'latency-average', 'latency-p99'],
};
const KINDS = ['volume', 'attachment', 'drive', 'node', 'drive-class'];
/** A table for people has about so many rows. */
const ROWS = 30;

/** Statistics of one object over time: a row for each step. */
export async function stats(run: Run): Promise<void> {
  const [text, ...more] = run.positionals;
  if (text === undefined || more.length > 0) throw usage('stats takes one object: NAME of a volume, KIND/NAME, or cluster.');
  const now = Date.now();
  const from = parseMoment(run.option('last') ?? run.option('from') ?? '1h', now);
  const to = run.option('to');
  const subject = text === 'cluster' ? { kind: 'cluster', id: '' } : await subjectOf(run, text);
  if (subject.kind !== 'cluster' && !KINDS.includes(subject.kind))
    throw usage(`A ${subject.kind} has no statistics.`, `Kinds: ${KINDS.join(', ')}, cluster.`);
  const names = metricsFrom(run, subject.kind);
  const until = to === undefined ? now : Date.parse(parseMoment(to, now));
  const step = run.option('step');
  const answer = await run.client.call('queryStatistics', {
    query: {
      objects: subject.kind === 'cluster' ? 'cluster' : `${subject.kind}:${subject.id}`,
      metrics: names.join(','),
      from,
      ...(to === undefined ? {} : { to: new Date(until).toISOString() }),
      step: step === undefined ? stepFor((until - Date.parse(from)) / 1000) : parseSeconds(step),
    },
  });
  const missing = missingText(answer.longMemory);
  if (missing !== null) run.say(missing);
  if (!['table', 'wide', 'csv'].includes(run.format.kind)) return run.print('statistics', answer);
  const start = Date.parse(answer.from);
  const length = Math.max(0, ...answer.series.map(({ values }) => values?.length ?? 0));
  const isCsv = run.format.kind === 'csv';
  const rows = Array.from({ length }, (_, index) => ({
    time: new Date(start + (index + 1) * answer.stepSeconds * 1000).toISOString(),
    ...Object.fromEntries(
      answer.series.map(({ metric, unit, values }) =>
        isCsv ? [`${metric} (${unit})`, values?.[index]] : [metric, shown(values?.[index], unit)],
      ),
    ),
  }));
  await run.print('statistics', rows, run.format.kind === 'table' ? { kind: 'wide' } : run.format);
}

/** Empty rows look like an object without load: says that they are not. */
export const missingText = (longMemory: { until: string; problem: { message: string } | null } | undefined): string | null =>
  longMemory?.problem ? `Values before ${longMemory.until} are missing: ${longMemory.problem.message}.` : null;

/** The smallest allowed step with a readable number of rows. */
const stepFor = (seconds: number): number => Math.max(10, Math.ceil(seconds / ROWS / 10) * 10);

/** A value as people read it. CSV has the plain number, in the unit of its title. */
export function shown(value: number | null | undefined, unit: string): string | null {
  if (value === null || value === undefined) return null;
  if (unit === 'B' || unit === 'B/s') return `${formatBytes(Math.round(value)).replace(' ', '')}${unit.slice(1)}`;
  if (unit === 's') return latencyText(value);
  if (unit === 'ratio') return `${(value * 100).toFixed(1)}%`;
  return Math.abs(value) >= 100 ? String(Math.round(value)) : String(Number(value.toPrecision(3)));
}

function metricsFrom(run: Run, kind: string): readonly string[] {
  const given = run.option('metrics')?.split(',');
  const known = Object.keys(metrics);
  const wrong = given?.find((name) => !known.includes(name));
  if (wrong !== undefined) throw usage(`There is no metric "${wrong}".`, didYouMean(wrong, known) ?? `Metrics: ${known.join(', ')}.`);
  return given ?? DEFAULTS[kind] ?? DEFAULTS.other ?? [];
}
