import type { Machine } from '../machines/machine.js';

export interface FioResult {
  /** Bytes written and read in all. */
  ioBytes: number;
  /** Longest completion latency of any I/O, milliseconds: the stall that a user sees. */
  longestMs: number;
  errors: number;
}

interface FioDirection {
  io_bytes: number;
  clat_ns?: { max?: number };
}
interface FioReport {
  jobs: { error: number; total_err?: number; write: FioDirection; read: FioDirection }[];
}

/** Options of all jobs: direct I/O, checked with crc32c, stopped by the first wrong byte. */
export const verified = [
  '--direct=1',
  '--ioengine=libaio',
  '--bs=4k',
  '--verify=crc32c',
  '--verify_fatal=1',
  '--randseed=4711',
  '--output-format=json',
];

/**
 * Runs fio with verification on a device.
 * @throws Error with fio's own output at an I/O error or a wrong byte.
 */
export async function fio(machine: Machine, device: string, args: readonly string[], timeoutSeconds = 300): Promise<FioResult> {
  const command = ['fio', '--name=weft', `--filename=${device}`, ...verified, ...args];
  const { code, stdout, stderr } = await machine.exec(command, { timeoutSeconds });
  if (code !== 0 || !stdout.includes('{'))
    throw new Error(`${machine.name}: ${command.join(' ')} ended with ${code}\n${stdout.slice(0, 4000)}\n${stderr}`);
  return fioResult(stdout);
}

/** Parses fio's report; skips the output before it. */
export function fioResult(stdout: string): FioResult {
  const start = stdout.indexOf('{');
  const { jobs } = JSON.parse(stdout.slice(start)) as FioReport;
  const directions = jobs.flatMap((job) => [job.write, job.read]);
  return {
    ioBytes: directions.reduce((sum, each) => sum + each.io_bytes, 0),
    longestMs: Math.max(...directions.map((each) => (each.clat_ns?.max ?? 0) / 1e6)),
    errors: jobs.reduce((sum, job) => sum + job.error + (job.total_err ?? 0), 0),
  };
}

/** Blocks of 16 KiB: a quarter of the I/Os, of which the emulated machines complete about 300 a second. */
const onceEach = (size: string) => ['--rw=randwrite', '--bs=16k', `--size=${size}`, '--iodepth=8'];

/** Writes every block of `size` once, then reads all back and compares. */
export const writeAndVerify = (machine: Machine, device: string, size: string): Promise<FioResult> =>
  fio(machine, device, [...onceEach(size), '--do_verify=1']);

/** Reads and checks the blocks that `writeAndVerify` of the same size wrote. */
export const verifyOnly = (machine: Machine, device: string, size: string): Promise<FioResult> =>
  fio(machine, device, [...onceEach(size), '--verify_only=1']);
