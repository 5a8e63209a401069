import { until } from '../../support/api-client.js';
import { type FioResult, fioResult, verified } from '../fabric/fio.js';
import { shellQuoted } from '../machines/channel.js';
import type { Machine } from '../machines/machine.js';
import { sysfsOf } from './sysfs.js';

/** Bytes at the front of the device that the load writes and reads. */
export const loadMiB = 32;

/**
 * fio waits after this many blocks until all are completed, and then for this time. Without pauses it uses the emulated machine's only processor
 * completely: the agent, md and mdadm then need seconds instead of milliseconds, and a slow machine does not reach the end of a row.
 */
const pauses = ['--thinktime=20ms', '--thinktime_blocks=4'];

/** fio's exit code when a signal ended it without an error (fio's backend.c, sig_int). */
const ENDED_BY_SIGNAL = 128;

/**
 * Verified I/O in the background of a client: 4 KiB random reads and writes; fio checks each block with crc32c soon after it was written.
 *   const load = await Load.start(machine, device);   …   const { longestMs } = await load.stop();
 * One at a time on a machine. An I/O error or a wrong byte ends it at once, and `stop` throws fio's own output.
 */
export class Load {
  private constructor(private readonly machine: Machine) {}

  static async start(machine: Machine, device: string): Promise<Load> {
    const job = ['--rw=randrw', `--size=${loadMiB}M`, '--iodepth=4', '--time_based', '--runtime=3600', '--verify_backlog=64', ...pauses];
    const fio = shellQuoted(['fio', '--name=load', `--filename=${device}`, ...verified, ...job, '--output=/tmp/load.out']);
    await machine.run(
      `rm -f /tmp/load.*; setsid sh -c ${shellQuoted([`${fio} 2> /tmp/load.err & echo $! > /tmp/load.pid; wait $!; echo $? > /tmp/load.new; mv /tmp/load.new /tmp/load.code`])} < /dev/null > /dev/null 2>&1 &
      until [ -s /tmp/load.pid ]; do sleep 0.1; done`,
    );
    const load = new Load(machine);
    await load.carriesIo(device);
    return load;
  }

  /** Resolves when the device has completed I/O since the call. */
  async carriesIo(device: string, timeoutSeconds = 60): Promise<void> {
    const completed = async () => {
      const [reads = 0, , , , writes = 0] = (await this.machine.run(`cat ${sysfsOf(device)}/stat`, { timeoutSeconds: 60 }))
        .trim()
        .split(/\s+/)
        .map(Number);
      return reads + writes;
    };
    const before = await completed();
    await until(`I/O on ${device} of ${this.machine.name}`, timeoutSeconds, async () => {
      if ((await completed()) > before + 16) return true;
      await this.stillRuns();
      return undefined;
    });
  }

  /** @throws Error with fio's output when an error has ended the load. */
  async stillRuns(): Promise<void> {
    const { stdout } = await this.machine.exec('cat /tmp/load.code /tmp/load.err /tmp/load.out 2>/dev/null');
    if ((await this.machine.exec('test -e /tmp/load.code')).code === 0)
      throw new Error(`the load on ${this.machine.name} ended: ${stdout.slice(0, 4000)}`);
  }

  /** Ends the load and returns its result. */
  async stop(timeoutSeconds = 60): Promise<FioResult> {
    await this.stillRuns();
    await this.machine.run('kill -TERM $(cat /tmp/load.pid)');
    await until(`the end of the load on ${this.machine.name} (I/O that never completes?)`, timeoutSeconds, async () =>
      (await this.machine.exec('test -e /tmp/load.code')).code === 0 ? true : undefined,
    );
    const code = Number(await this.machine.run('cat /tmp/load.code'));
    const output = await this.machine.run('cat /tmp/load.out');
    if (code !== ENDED_BY_SIGNAL && code !== 0)
      throw new Error(
        `the load on ${this.machine.name} ended with ${code}: ${output.slice(0, 2000)} ${await this.machine.run('cat /tmp/load.err')}`,
      );
    return fioResult(output);
  }
}
