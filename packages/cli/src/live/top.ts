import { formatBytes } from '@weft/shared/units';
import type { Column } from '../output/columns.js';
import { tableText } from '../output/table.js';
import type { Run } from '../run.js';
import { hasColour } from '../terminal.js';
import { parseSeconds } from '../text/durations.js';
import { safeLine } from '../text/safe.js';
import { pause } from './follow.js';

/** A query has at most so many objects (docs/observability.md). */
const MOST_OBJECTS = 200;
const METRICS = ['iops', 'throughput', 'latency-p99'] as const;
/** The newest values that are complete: points of 10 s are stored some seconds after they end. */
const WINDOW_MS = 60_000;

const column = (title: string, more: Partial<Column> = {}): Column => ({ title, value: () => '', ...more });

/** A table of volumes, nodes and drives, drawn again and again on a terminal; once in a pipe. */
export async function top(run: Run): Promise<void> {
  const every = parseSeconds(run.option('interval') ?? '2s') * 1000;
  const { out, env } = run.terminal;
  if (!out.isTTY || run.has('once')) return run.write(await screen(run, false, Number.POSITIVE_INFINITY));
  out.write('\u001b[?1049h\u001b[?25l');
  try {
    for (;;) {
      const text = await screen(run, hasColour(out, env), Math.floor(((out.rows ?? 24) - 8) / 3));
      const lines = text.split('\n').slice(0, (out.rows ?? 24) - 1);
      out.write(`\u001b[H${lines.map((line) => `${line}\u001b[K`).join('\r\n')}\u001b[J`);
      await pause(run, every);
    }
  } finally {
    out.write('\u001b[?25h\u001b[?1049l');
  }
}

async function screen(run: Run, colour: boolean, rows: number): Promise<string> {
  const { client } = run;
  const [overview, volumes, nodes, map] = await Promise.all([
    client.call('overview'),
    client.call('listVolumes', { query: { limit: MOST_OBJECTS } }),
    client.call('listNodes', { query: { limit: MOST_OBJECTS } }),
    client.call('driveMap').catch(() => undefined),
  ]);
  const [io, cpu] = await Promise.all([
    latest(
      run,
      volumes.items.map(({ id }) => `volume:${id}`),
      METRICS,
    ),
    latest(
      run,
      nodes.items.map(({ id }) => `node:${id}`),
      ['cpu-busy', 'target-tax'],
    ),
  ]);
  const options = { hasHeaders: true, hasColour: colour };
  const busiest = [...volumes.items].sort((a, b) => (io(`volume:${b.id}`, 'iops') ?? 0) - (io(`volume:${a.id}`, 'iops') ?? 0));
  const { counts } = overview;
  const head = `${new Date().toISOString()}   ${counts.volumes.total} volumes   ${counts.nodes.online} nodes online, ${counts.nodes.lost} lost   ${counts.drives.inService} of ${counts.drives.total} drives in service`;
  const volumeTable = tableText(
    [
      column('volume'),
      column('health', { isState: true }),
      column('size', { isNumber: true }),
      ...['iops', 'throughput', 'p99'].map((title) => column(title, { isNumber: true })),
      column('clients'),
    ],
    busiest
      .slice(0, rows)
      .map((each) => [
        safeLine(each.name),
        each.health,
        compact(each.sizeBytes),
        count(io(`volume:${each.id}`, 'iops')),
        rate(io(`volume:${each.id}`, 'throughput')),
        latency(io(`volume:${each.id}`, 'latency-p99')),
        each.clients.map(({ name }) => safeLine(name)).join(',') || '-',
      ]),
    options,
  );
  const nodeTable = tableText(
    [
      column('node'),
      column('connection', { isState: true }),
      column('cpu', { isNumber: true }),
      column('export', { isNumber: true }),
      column('free', { isNumber: true }),
    ],
    nodes.items
      .slice(0, rows)
      .map((each) => [
        safeLine(each.name),
        each.connection.state,
        percent(cpu(`node:${each.id}`, 'cpu-busy')),
        percent(cpu(`node:${each.id}`, 'target-tax')),
        each.capacity.driveCount === 0 ? '-' : compact(each.capacity.freeBytes),
      ]),
    options,
  );
  const names = new Map(map?.nodes.map(({ id, name }) => [id, name]));
  const drives = [...(map?.drives ?? [])].sort((a, b) => (b.iops ?? 0) - (a.iops ?? 0));
  const driveTable = tableText(
    [
      column('drive'),
      column('node'),
      column('state', { isState: true }),
      column('iops', { isNumber: true }),
      column('throughput', { isNumber: true }),
      column('latency', { isNumber: true }),
      column('free', { isNumber: true }),
      column('wear', { isNumber: true }),
    ],
    drives
      .slice(0, rows)
      .map((each) => [
        safeLine(each.serial),
        safeLine(names.get(each.nodeId) ?? '-'),
        each.state,
        count(each.iops),
        rate(each.throughputBytesPerSecond),
        latency(each.latencySeconds),
        each.freeBytes === null ? '-' : compact(each.freeBytes),
        percent(each.wearRatio),
      ]),
    options,
  );
  return [head, volumeTable, nodeTable, driveTable].join('\n');
}

type Latest = (object: string, metric: string) => number | null | undefined;

/** The newest value of each object and metric. Without objects, none. */
async function latest(run: Run, objects: readonly string[], metrics: readonly string[]): Promise<Latest> {
  if (objects.length === 0) return () => undefined;
  const from = new Date(Date.now() - WINDOW_MS).toISOString();
  const { series } = await run.client.call('queryStatistics', {
    query: { objects: objects.slice(0, MOST_OBJECTS).join(','), metrics: metrics.join(','), from, step: 10 },
  });
  const values = new Map(series.map((each) => [`${each.objects[0]} ${each.metric}`, each.values?.findLast((value) => value !== null)]));
  return (object, metric) => values.get(`${object} ${metric}`);
}

const isValue = (value: number | null | undefined): value is number => value !== null && value !== undefined;
const compact = (bytes: number): string => formatBytes(bytes).replace(' ', '');
const count = (value: number | null | undefined): string => (isValue(value) ? String(Math.round(value)) : '-');
const rate = (value: number | null | undefined): string => (isValue(value) ? `${compact(Math.round(value))}/s` : '-');
const percent = (value: number | null | undefined): string => (isValue(value) ? `${(value * 100).toFixed(1)}%` : '-');
export const latency = (value: number | null | undefined): string => {
  if (!isValue(value)) return '-';
  return value < 0.001 ? `${Math.round(value * 1e6)}us` : `${(value * 1000).toFixed(1)}ms`;
};
