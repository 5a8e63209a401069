import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { until } from '../../support/api-client.js';

/** proc_pid_stat(5): fields 14 and 15, in clock ticks of 10 ms. */
const CLOCK_TICKS = 100;

/** CPU seconds that a process has used so far. */
export async function cpuSeconds(pid: number): Promise<number> {
  const fields = (await readFile(`/proc/${pid}/stat`, 'utf8')).split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) / CLOCK_TICKS;
}

/** Waits until the reconciler has handled all new objects: that work is not part of the measurement. */
export const settled = (pid: number) =>
  until('the server is idle', 180, async () => {
    const before = await cpuSeconds(pid);
    await sleep(3000);
    return (await cpuSeconds(pid)) - before < 0.3 ? true : undefined;
  });

const WINDOW_MS = 10_000;
const WINDOWS = 3;
const ALIKE_RATIO = 1.2;
/** Of one core: a server that has not finished uses all that it gets. */
const BUSY = 0.7;

/** Waits until a server of a large cluster has handled it: it never rests, but uses the same processor time in each of the last windows. */
export async function steady(pid: number, seconds: number): Promise<void> {
  const windows: number[] = [];
  await until(`the server uses the same processor time for ${(WINDOWS * WINDOW_MS) / 1000} s`, seconds, async () => {
    const before = await cpuSeconds(pid);
    await sleep(WINDOW_MS);
    windows.push(((await cpuSeconds(pid)) - before) / (WINDOW_MS / 1000));
    const last = windows.slice(-WINDOWS);
    const [least, most] = [Math.min(...last), Math.max(...last)];
    return last.length === WINDOWS && most < BUSY && most <= Math.max(least * ALIKE_RATIO, least + 0.02) ? true : undefined;
  });
}
