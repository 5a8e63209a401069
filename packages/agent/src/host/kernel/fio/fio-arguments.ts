import type { BenchmarkTask, VerifyTask } from '@weft/shared/messages/benchmark-orders';

/*
 * Arguments of fio (fio(1)) for one step. The reference's profile: libaio, direct, refill_buffers, norandommap, randrepeat=0, group_reporting, time_based.
 *  - `thread`: one process, so that one signal ends all of it.
 *  - setpriv(1) --pdeathsig: the kernel kills fio when the agent dies (prctl(2), PR_SET_PDEATHSIG).
 *  - a file is an open descriptor that fio inherits: its device is the one that the host has checked, whatever has that name now.
 */
const ENDS_WITH_AGENT = ['setpriv', '--pdeathsig', 'KILL', '--'];

export interface FioFile {
  label: string;
  /** Descriptor in fio. */
  fd: number;
}

type FioTask = Exclude<BenchmarkTask, { kind: 'check' }> | VerifyTask;

const COMMON = ['--output-format=json+', '--ioengine=libaio', '--direct=1', '--thread=1'];
const MEASURES = ['--group_reporting=1', '--refill_buffers=1', '--norandommap=1', '--randrepeat=0'];
const ENDS_AT_AN_ERROR = ['--disk_util=0', '--exitall_on_error=1'];

const measuring = (task: Exclude<FioTask, VerifyTask>): string[] =>
  task.kind === 'precondition'
    ? ['--rw=write', `--bs=${task.blockBytes}`, `--iodepth=${task.depth}`, '--numjobs=1']
    : [
        '--time_based=1',
        `--runtime=${task.seconds}`,
        `--rw=${task.access === 'random' ? 'randrw' : 'rw'}`,
        `--rwmixread=${task.readPercent}`,
        `--bs=${task.blockBytes}`,
        `--iodepth=${task.depth}`,
        `--numjobs=${task.jobs}`,
      ];

/** The load of the lab's rows (docs/faults.md): each block carries its checksum, and 64 written blocks are read back as soon as they are there. */
const verifying = ({ seconds, bytes }: VerifyTask): string[] => [
  ...['--time_based=1', `--runtime=${seconds}`, '--rw=randrw', '--rwmixread=50', '--bs=4096', '--iodepth=4', '--numjobs=1'],
  ...['--verify=crc32c', '--verify_fatal=1', '--verify_backlog=64', `--size=${bytes}`],
];

export function fioArguments(task: FioTask, files: readonly FioFile[]): string[] {
  const load = task.kind === 'verify' ? verifying(task) : measuring(task);
  const jobs = files.flatMap(({ label, fd }) => [`--name=${label}`, `--filename=/proc/self/fd/${fd}`, '--new_group=1', ...load]);
  return [...ENDS_WITH_AGENT, 'fio', ...COMMON, ...(task.kind === 'verify' ? [] : MEASURES), ...ENDS_AT_AN_ERROR, ...jobs];
}

/** Slowest sequential write that is still progress: a whole volume at this rate takes no longer than the limit. */
const SLOWEST_BYTES_PER_SECOND = 5e6;
const GRACE_SECONDS = 60;

/** fio is killed after this many seconds. */
export const longestSeconds = (task: FioTask, sizesBytes: readonly number[]): number =>
  GRACE_SECONDS +
  (task.kind !== 'precondition' ? task.seconds : sizesBytes.reduce((sum, bytes) => sum + bytes, 0) / SLOWEST_BYTES_PER_SECOND);
