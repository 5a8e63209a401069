import { LATENCY_BOUNDS_NS } from '@weft/shared/stats/histogram';
import { totalOf } from '@weft/shared/stats/histograms';
import { afterEach, describe, expect, it } from 'vitest';
import { layOut } from '../../recorded-host-fs.js';
import { Tree } from '../../run/host-fs.js';
import { DirectionCollector, type DirectionReading } from './direction-collector.js';
import { DIRECTION_PROGRAM, directionsOf, MAX_KEYS } from './direction-program.js';

/** Stands for bpftrace: a program that prints lines, and a map at each SIGUSR1, recorded from bpftrace 0.23.2 on Linux 6.12. */
const END = '{"type": "printf", "data": "end"}';
const ATTACHED = '{"type": "attached_probes", "data": {"probes": 2}}';
const printing = (map: string) => printingResultOf(JSON.stringify(map));
/** The map is the result of an expression, because an argument list cannot hold a full one. */
const printingResultOf = (map: string) => [
  process.execPath,
  '-e',
  `process.on('SIGUSR1', () => { for (const line of [${map}, ${JSON.stringify(END)}].flat()) console.log(line); }); console.log(${JSON.stringify(ATTACHED)}); setInterval(() => {}, 1000);`,
];
const MAP = '{"type": "map", "data": {"@io": {"1796": 3, "1945": 1, "1947": 2}}}';
const BTF = { '/sys/kernel/btf/vmlinux': 'x', '/sys/kernel/btf/dm_mod': 'x' };

const started: DirectionCollector[] = [];
afterEach(() => {
  for (const { pid } of started.splice(0)) if (pid !== undefined) process.kill(pid, 'SIGKILL');
});

async function collector(argv: readonly string[], files: Record<string, string> = BTF) {
  const clock = { ms: 0 };
  const made = new DirectionCollector(new Tree(await layOut(files)), { argv, now: () => clock.ms });
  started.push(made);
  return { made, clock };
}

/** The first reading that `holds`; fails by the test's own time limit. */
async function reading(of: DirectionCollector, holds: (reading: DirectionReading | null) => boolean): Promise<DirectionReading | null> {
  for (;;) {
    const now = await of.read();
    if (holds(now)) return now;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
const isThere = (now: DirectionReading | null): boolean => now !== null;

describe('DirectionCollector', () => {
  it('reads the counts of each device by direction and bucket, and zeros of an idle device', async () => {
    const { made } = await collector(printing(MAP));
    const now = await reading(made, isThere);
    const { reads, writes } = directionsOf(now?.counts ?? new Map(), 7);
    expect([reads[4], totalOf(reads), writes[25], writes[27], totalOf(writes)]).toEqual([3, 3, 1, 2, 3]);
    expect(totalOf(directionsOf(now?.counts ?? new Map(), 8).reads)).toBe(0);
    expect(made.failure).toBeNull();
  });

  it('reads zeros before the first I/O, when bpftrace prints no map', async () => {
    const { made } = await collector(printingResultOf('[]'));
    const now = await reading(made, isThere);
    expect(totalOf(directionsOf(now?.counts ?? new Map([[7 * 256, 1]]), 7).reads)).toBe(0);
    expect(made.failure).toBeNull();
  });

  it('starts again after its process ended, not before the delay, with another origin', async () => {
    const { made, clock } = await collector(printing(MAP));
    const before = await reading(made, isThere);
    process.kill(made.pid ?? 0, 'SIGKILL');
    await reading(made, () => made.failure !== null);
    expect(made.failure).toMatchObject({ cause: 'ended' });
    clock.ms += 4999;
    expect(await made.read()).toBeNull();
    expect(made.pid).toBeUndefined();
    clock.ms += 1;
    expect((await reading(made, isThere))?.origin).not.toBe(before?.origin);
    expect(made.failure).toBeNull();
  });

  it('states that the kernel has no BTF, and starts nothing', async () => {
    const { made } = await collector(printing(MAP), { '/sys/kernel/btf/vmlinux': 'x' });
    expect(await made.read()).toBeNull();
    expect(made.failure).toEqual({ cause: 'no-btf' });
    expect(made.pid).toBeUndefined();
  });

  it('states that the program is missing, and gives the last words of one that failed', async () => {
    const missing = await collector(['sh', '-c', 'echo "setpriv: failed to execute bpftrace" >&2; exit 127']);
    await reading(missing.made, () => missing.made.failure !== null);
    expect(missing.made.failure).toEqual({ cause: 'not-installed', failure: 'setpriv: failed to execute bpftrace' });
    const refused = await collector(['sh', '-c', 'echo "ERROR: Operation not permitted (lockdown)" >&2; exit 1']);
    await reading(refused.made, () => refused.made.failure !== null);
    expect(refused.made.failure).toEqual({ cause: 'ended', failure: 'ERROR: Operation not permitted (lockdown)' });
  });

  it('ends a process whose map is full, because it lost counts, and one with an unknown answer', async () => {
    const keys = `Object.fromEntries(Array.from({ length: ${MAX_KEYS} }, (_, key) => [key, 1]))`;
    const full = await collector(printingResultOf(`JSON.stringify({ type: 'map', data: { '@io': ${keys} } })`));
    await reading(full.made, () => full.made.failure !== null);
    expect(full.made.failure).toEqual({ cause: 'full' });
    const unknown = await collector(printing('{"type": "map", "data": {"@other": 1}}'));
    await reading(unknown.made, () => unknown.made.failure !== null);
    expect(unknown.made.failure?.failure).toContain('unknown answer');
  });
});

describe('DIRECTION_PROGRAM', () => {
  it('finds the bucket of dm-stats for each time', () => {
    const search = /\$bucket = \(uint64\)0;\n {2}(.*)\n/.exec(DIRECTION_PROGRAM)?.[1] ?? '';
    const bucketOf = new Function('ns', `let $ns = ns; let $bucket; ${search} return $bucket;`) as (ns: number) => number;
    const times = [0, 1e12, ...LATENCY_BOUNDS_NS.flatMap((bound) => [bound - 1, bound])];
    expect(times.map(bucketOf)).toEqual(times.map((ns) => LATENCY_BOUNDS_NS.filter((bound) => bound <= ns).length));
  });
});
