/** The timeline of a job as an SVG: one lane for each node, with each span from its beginning to its end. */
import type { JobTimeline } from '@weft/shared/timeline/job-timeline';

type Lane = JobTimeline['lanes'][number];
type Span = Lane['spans'][number];

const [WIDTH, LEFT, RIGHT, LANE, BAR, TOP] = [960, 150, 24, 72, 14, 44];
const GREY = '#6b7280';
const COLOURS = {
  server: '#7c3aed',
  observe: '#94a3b8',
  pause: '#e2e8f0',
  stored: '#0d9488',
  operation: '#2563eb',
} as const;

const text = (value: string): string => value.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

function kindOf({ by, what }: Span): keyof typeof COLOURS {
  if (by === 'server') return 'server';
  if (what === 'observe' || what === 'pause') return what;
  return what === 'operation' ? 'operation' : 'stored';
}

const legend: Record<keyof typeof COLOURS, string> = {
  server: 'server',
  stored: 'assignment and facts stored, report sent',
  operation: 'steps on the host',
  observe: 'the host is read',
  pause: 'pause',
};

/** Rows of a lane: servers above, agents' steps below, with names of spans that are wide enough. */
function laneOf({ node, kind, spans }: Lane, at: number, x: (ms: number) => number): string {
  const y = TOP + at * LANE;
  const bars = spans
    .filter(({ startMs }) => x(startMs) < WIDTH - RIGHT)
    .map((span) => {
      const [from, to] = [x(span.startMs), Math.max(x(span.startMs + span.durationMs), x(span.startMs) + 1)];
      const row = y + (span.by === 'server' ? 0 : BAR + 4);
      const name = span.operation ?? span.what;
      const isNamed = to - from > 6 * name.length && kindOf(span) !== 'pause';
      return [
        `<rect x="${from.toFixed(1)}" y="${row}" width="${(to - from).toFixed(1)}" height="${BAR}" fill="${COLOURS[kindOf(span)]}"><title>${text(name)}: ${span.durationMs.toFixed(0)} ms</title></rect>`,
        isNamed ? `<text x="${(from + 3).toFixed(1)}" y="${row + 11}" font-size="10" fill="#ffffff">${text(name)}</text>` : '',
      ].join('');
    });
  return `<text x="8" y="${y + BAR + 12}" font-weight="600">${text(node.name)}</text><text x="8" y="${y + BAR + 26}" fill="${GREY}">${text(kind)}</text>${bars.join('')}`;
}

export function drawWaterfall(title: string, { lanes, durationMs }: Pick<JobTimeline, 'lanes' | 'durationMs'>): string {
  // What goes on after the job's end is not part of it.
  const x = (ms: number) => LEFT + Math.min(1, ms / durationMs) * (WIDTH - LEFT - RIGHT);
  const height = TOP + lanes.length * LANE + 40;
  const seconds = Array.from({ length: Math.floor(durationMs / 1000) + 1 }, (_, at) => at);
  const grid = seconds.map(
    (at) =>
      `<path d="M${x(at * 1000).toFixed(1)},${TOP - 8} V${height - 40}" stroke="#e5e7eb"/><text x="${x(at * 1000).toFixed(1)}" y="${TOP - 12}" text-anchor="middle" fill="${GREY}">${at} s</text>`,
  );
  const keys = (Object.keys(legend) as (keyof typeof COLOURS)[]).map((kind, at) => {
    const left = LEFT + ([0, 80, 370, 505, 630][at] ?? 0);
    return `<rect x="${left}" y="${height - 26}" width="12" height="12" fill="${COLOURS[kind]}"/><text x="${left + 18}" y="${height - 16}" fill="${GREY}">${legend[kind]}</text>`;
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${height}" font-family="sans-serif" font-size="12"><title>${text(title)}</title>`,
    `<rect width="100%" height="100%" fill="#ffffff"/><text x="8" y="18" font-weight="600">${text(title)}</text>`,
    ...grid,
    ...lanes.map((lane, at) => laneOf(lane, at, x)),
    ...keys,
    '</svg>\n',
  ].join('');
}
