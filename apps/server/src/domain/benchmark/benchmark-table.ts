import { csvLine } from '@weft/shared/csv';
import type { BenchmarkReport } from '@weft/shared/kinds/benchmarks/report';

const COLUMNS = [
  'access',
  'readPercent',
  'blockBytes',
  'jobs',
  'depth',
  'repeat',
  'client',
  'startedAt',
  'seconds',
  'iops',
  'readIops',
  'writeIops',
  'bytesPerSecond',
  'latencyAverageSeconds',
  'latencyP50Seconds',
  'latencyP90Seconds',
  'latencyP95Seconds',
  'latencyP99Seconds',
  'kernelLatencyAverageSeconds',
  'clientCpuRatio',
  'targetCpuRatio',
  'targetExportRatio',
  'outlier',
  'startSkewSeconds',
  'withoutCollection',
] as const;

/** A report as CSV (RFC 4180): a line for each step and client, and one with the client `all`. */
export function benchmarkTable({ results }: BenchmarkReport): string {
  const lines = results.flatMap(({ point, withoutCollection, runs }) =>
    runs.flatMap(({ repeat, startedAt, endedAt, figures, clients, kernel, targets, isOutlier, startSkewSeconds }) => {
      const mean = (values: readonly (number | null)[]) => {
        const known = values.filter((value) => value !== null);
        return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0) / known.length;
      };
      const common = {
        ...point,
        repeat,
        startedAt,
        seconds: (Date.parse(endedAt) - Date.parse(startedAt)) / 1000,
        targetCpuRatio: mean(targets.map(({ cpuRatio }) => cpuRatio)),
        targetExportRatio: mean(targets.map(({ exportRatio }) => exportRatio)),
        outlier: isOutlier,
        withoutCollection,
      };
      const all = { client: 'all', startSkewSeconds, ...figures, kernelLatencyAverageSeconds: kernel?.averageSeconds ?? null };
      const each = clients.map((client) => ({
        client: client.node.name,
        ...client.figures,
        kernelLatencyAverageSeconds: client.kernel?.averageSeconds ?? null,
        clientCpuRatio: client.cpuRatio,
      }));
      return [all, ...each].map((row) => ({ ...common, ...row }) as Partial<Record<string, string | number | boolean | null>>);
    }),
  );
  return [COLUMNS, ...lines.map((line) => COLUMNS.map((column) => line[column]))].map((cells) => csvLine(cells.map(textOf))).join('');
}

const textOf = (value: unknown): string => (value === null || value === undefined ? '' : String(value));
