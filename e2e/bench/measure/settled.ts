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
