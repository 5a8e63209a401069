import type { BenchmarkTask, VerifyTask } from '@weft/shared/messages/benchmark-orders';
import { type BenchmarkRun, type BenchmarkVolume, HostError } from '../host.js';
import type { LoadProfile } from './load/flow.js';
import type { Load } from './load/load.js';
import { simulatedFio } from './load/simulated-fio.js';
import type { MappingState } from './mappings.js';
import type { ArrayState } from './members.js';
import { OperatorActions } from './operator-actions.js';
import type { SimulatedHost } from './simulated-host.js';

const FIO = { pid: 30_000, command: 'fio' };
/** Latency of an idle volume, and the IOPS that one client's processors can do. */
const IDLE_NS = 90_000;
const MOST_IOPS = 2.5e6;
const SEQUENTIAL_BYTES_PER_SECOND = 2e9;
/** Where a simulated file system, or another user's data, has a mark. */
const MARKED_OFFSETS = [0, 512, 1024, 4096];

/** See `Host.runBenchmark`. */
export async function runBenchmark(
  host: SimulatedHost,
  volumes: readonly BenchmarkVolume[],
  task: BenchmarkTask | VerifyTask,
  { signal, ready }: BenchmarkRun = {},
): Promise<string | null> {
  const found = volumes.map((volume) => ({ volume, mapping: checked(host, volume) }));
  if (task.kind === 'check') return null;
  const { clock } = host.fabric;
  const closes = found.map(({ mapping }) => host.processes.open(`/dev/mapper/${mapping.name}`, FIO));
  try {
    await ready?.();
  } catch (error) {
    for (const close of closes) close();
    throw error;
  }
  const before = found.map(({ mapping }) => host.mappings.counters(mapping.name));
  const seconds = task.kind !== 'precondition' ? task.seconds : longest(volumes) / SEQUENTIAL_BYTES_PER_SECOND;
  try {
    for (const { mapping } of found) host.mappings.setLoad(mapping.name, profileOf(task, volumes.length));
    if (task.kind === 'verify') await verified(host, found, seconds, signal);
    else await clock.sleep(seconds * 1000, signal);
    if (signal?.aborted) throw new HostError('fio was ended with its benchmark', ['fio'], null, '');
    return simulatedFio(
      found.map(({ volume, mapping }, at) => ({
        label: volume.label,
        seconds,
        load: difference(host.mappings.counters(mapping.name), before[at]),
      })),
    );
  } finally {
    for (const { mapping } of found) if (host.mappings.find(mapping.name)) host.mappings.setLoad(mapping.name, null);
    for (const close of closes) close();
  }
}

const LOOK_EVERY_MS = 200;

/** The first I/O error ends it. @throws HostError */
async function verified(
  host: SimulatedHost,
  found: readonly { volume: BenchmarkVolume; mapping: MappingState }[],
  seconds: number,
  signal?: AbortSignal,
): Promise<void> {
  const { clock } = host.fabric;
  const untilMs = clock.now() + seconds * 1000;
  while (clock.now() < untilMs && !signal?.aborted) {
    await clock.sleep(Math.min(LOOK_EVERY_MS, untilMs - clock.now()), signal);
    const broken = found.find(({ mapping }) =>
      host.arrays.list.some((array) => mapping.under.includes(array.device) && failsWrites(host, array)),
    );
    if (broken)
      throw new HostError(`fio failed with exit code 1: ${broken.volume.label}: Input/output error`, ['fio'], 1, 'Input/output error');
  }
}

/** No leg in sync of a mirror takes a write. A leg that waits for a path fails nothing. */
const failsWrites = (host: SimulatedHost, array: ArrayState): boolean =>
  !host.arrays.worksOn(array, (device) => {
    const access = host.initiator.access(device);
    return access.state === 'waits' || (access.state === 'ok' && !access.found.drive.failsWrites);
  });

const longest = (volumes: readonly BenchmarkVolume[]): number => volumes.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);

/** The checks of the kernel host. @throws HostError */
function checked(host: SimulatedHost, { name, uuid, label, sizeBytes, mayHoldData, isFirst }: BenchmarkVolume): MappingState {
  const refuse = (code: 'identity-changed' | 'benchmark-volume-open' | 'benchmark-volume-holds-data', message: string): never => {
    throw new HostError(message, ['open'], null, '', { code });
  };
  const mapping = host.mappings.find(name);
  if (mapping?.uuid !== uuid || mapping.sizeBytes !== sizeBytes)
    return refuse('identity-changed', `${label} is not attached here (/dev/mapper/${name}); nothing was measured`);
  const users = host.processes.holders(`/dev/mapper/${name}`);
  if (users.length > 0)
    return refuse(
      'benchmark-volume-open',
      `${label} is in use by ${users.map(({ command, pid }) => `${command} (pid ${pid})`).join(', ')}; nothing was measured. End that first`,
    );
  if (!mayHoldData) {
    const marks = new OperatorActions(host);
    const isMarked = MARKED_OFFSETS.some((offset) => offset < sizeBytes && marks.read(`/dev/mapper/${name}`, offset) !== '');
    const isWritten = isFirst && (host.mappings.io(name)?.writes ?? 0) > 0;
    if (isMarked || isWritten)
      refuse(
        'benchmark-volume-holds-data',
        `${label} holds data (${isMarked ? 'unknown data' : 'bytes written since it was attached'}); nothing was measured. Confirm its name, if its data may be destroyed`,
      );
  }
  return mapping;
}

/** A closed loop: as many I/Os in flight as the step asks for, each as long as an idle volume takes. Busy drives slow it down. */
function profileOf(task: Exclude<BenchmarkTask, { kind: 'check' }> | VerifyTask, volumes: number): LoadProfile {
  if (task.kind === 'precondition')
    return {
      readIops: 0,
      writeIops: SEQUENTIAL_BYTES_PER_SECOND / volumes / task.blockBytes,
      blockBytes: task.blockBytes,
      medianLatencyNs: IDLE_NS,
      spread: 0.4,
    };
  if (task.kind === 'verify') return { readIops: 500, writeIops: 500, blockBytes: 4096, medianLatencyNs: IDLE_NS, spread: 0.4 };
  const iops = Math.min((task.jobs * task.depth) / (IDLE_NS / 1e9), MOST_IOPS / volumes);
  const readIops = (iops * task.readPercent) / 100;
  return { readIops, writeIops: iops - readIops, blockBytes: task.blockBytes, medianLatencyNs: IDLE_NS, spread: 0.4 };
}

function difference(now: Load, before: Load | undefined): Load {
  if (!before) return now;
  const buckets = (counts: readonly number[], earlier: readonly number[]) => counts.map((count, bucket) => count - (earlier[bucket] ?? 0));
  return {
    reads: now.reads - before.reads,
    writes: now.writes - before.writes,
    readBytes: now.readBytes - before.readBytes,
    writtenBytes: now.writtenBytes - before.writtenBytes,
    readTimeNs: now.readTimeNs - before.readTimeNs,
    writeTimeNs: now.writeTimeNs - before.writeTimeNs,
    histogram: buckets(now.histogram, before.histogram),
    directions: {
      reads: buckets(now.directions.reads, before.directions.reads),
      writes: buckets(now.directions.writes, before.directions.writes),
    },
  };
}
