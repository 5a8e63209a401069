import { formatBytes } from '@weft/shared/units';
import { hasColour } from '../core/terminal.js';
import { tableText } from '../output/table.js';
import type { Run } from '../run/run.js';
import { latencyText, parseSeconds } from '../text/durations.js';
import { pause } from './follow.js';
import { type Readings, readingsOf } from './readings.js';

interface Title {
  title: string;
  isNumber?: true;
  isState?: true;
}
const text = (title: string): Title => ({ title });
const state = (title: string): Title => ({ title, isState: true });
const number = (title: string): Title => ({ title, isNumber: true });

/** Lines of titles, blank lines and the head. */
const OTHER_LINES = 8;

/** A table of volumes, nodes and drives, drawn again and again on a terminal; once in a pipe. */
export async function top(run: Run): Promise<void> {
  const every = parseSeconds(run.option('interval') ?? '2s') * 1000;
  const { out, env } = run.terminal;
  if (!out.isTTY || run.has('once')) return run.write(screen(await readingsOf(run), false, Number.POSITIVE_INFINITY));
  out.write('\u001b[?1049h\u001b[?25l');
  try {
    for (;;) {
      const height = out.rows ?? 24;
      const drawn = screen(await readingsOf(run), hasColour(out, env), Math.max(1, Math.floor((height - OTHER_LINES) / 3)));
      const lines = drawn.split('\n').slice(0, height - 1);
      out.write(`\u001b[H${lines.map((line) => `${line}\u001b[K`).join('\r\n')}\u001b[J`);
      await pause(run, every);
    }
  } finally {
    out.write('\u001b[?25h\u001b[?1049l');
  }
}

/** @param rows most rows of each table */
export function screen(readings: Readings, colour: boolean, rows: number): string {
  const table = (titles: Title[], cells: string[][]) => tableText(titles, cells.slice(0, rows), { hasHeaders: true, hasColour: colour });
  const { volumes, nodes } = readings.overview.counts;
  return [
    `${readings.overview.at}   ${volumes.total} volumes   ${nodes.online} nodes online, ${nodes.lost} lost`,
    table(
      [text('volume'), state('health'), number('size'), number('iops'), number('throughput'), number('p99'), text('clients')],
      volumeRows(readings),
    ),
    table([text('node'), state('connection'), number('cpu'), number('export'), number('free')], nodeRows(readings)),
    table(
      [
        text('drive'),
        text('node'),
        state('state'),
        number('iops'),
        number('throughput'),
        number('latency'),
        number('free'),
        number('wear'),
      ],
      driveRows(readings),
    ),
  ].join('\n');
}

function volumeRows({ volumes, latest }: Readings): string[][] {
  const iops = ({ id }: { id: string }) => latest(`volume:${id}`, 'iops') ?? 0;
  return [...volumes]
    .sort((a, b) => iops(b) - iops(a))
    .map(({ id, name, health, sizeBytes, clients }) => [
      name,
      health,
      compact(sizeBytes),
      count(latest(`volume:${id}`, 'iops')),
      rate(latest(`volume:${id}`, 'throughput')),
      latency(latest(`volume:${id}`, 'latency-p99')),
      clients.map((client) => client.name).join(',') || '-',
    ]);
}

const nodeRows = ({ nodes, latest }: Readings): string[][] =>
  nodes.map(({ id, name, connection, capacity }) => [
    name,
    connection.state,
    percent(latest(`node:${id}`, 'cpu-busy')),
    percent(latest(`node:${id}`, 'target-tax')),
    capacity.driveCount === 0 ? '-' : compact(capacity.freeBytes),
  ]);

function driveRows({ map }: Readings): string[][] {
  const names = new Map(map?.nodes.map(({ id, name }) => [id, name]));
  return [...(map?.drives ?? [])]
    .sort((a, b) => (b.iops ?? 0) - (a.iops ?? 0))
    .map((drive) => [
      drive.serial,
      names.get(drive.nodeId) ?? '-',
      drive.state,
      count(drive.iops),
      rate(drive.throughputBytesPerSecond),
      latency(drive.latencySeconds),
      drive.freeBytes === null ? '-' : compact(drive.freeBytes),
      percent(drive.wearRatio),
    ]);
}

const isValue = (value: number | null | undefined): value is number => value !== null && value !== undefined;
const compact = (bytes: number): string => formatBytes(bytes).replace(' ', '');
const count = (value: number | null | undefined): string => (isValue(value) ? String(Math.round(value)) : '-');
const rate = (value: number | null | undefined): string => (isValue(value) ? `${compact(Math.round(value))}/s` : '-');
const percent = (value: number | null | undefined): string => (isValue(value) ? `${(value * 100).toFixed(1)}%` : '-');
const latency = (value: number | null | undefined): string => (isValue(value) ? latencyText(value) : '-');
