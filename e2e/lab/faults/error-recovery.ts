/** The end of NVMe connections in the log of a client's kernel (drivers/nvme/host/rdma.c). */

/**
 * The longest time that the kernel took to take down the queues of a controller, in ms: from "starting error recovery", when it knows of the loss, to
 * "Reconnecting". I/O moves to another path only then. Hardware ends a dead queue pair at once; soft-RoCE on an emulated machine takes up to seconds.
 * @param log the kernel's log as dmesg prints it.
 * @param since seconds after the machine's boot; earlier lines are left out.
 * @throws Error when the log has no error recovery: no connection was lost, or the kernel logs it in another form.
 */
export function longestTeardownMs(log: string, since: number): number {
  const begun = new Map<string, number>();
  const took: number[] = [];
  for (const [, at = '', controller = '', event = ''] of log.matchAll(
    /^\[ *(\d+\.\d+)\] nvme (nvme\d+): (starting error recovery|Reconnecting)/gm,
  )) {
    const seconds = Number(at);
    if (seconds < since) continue;
    const from = begun.get(controller);
    if (event !== 'Reconnecting') begun.set(controller, seconds);
    else if (from !== undefined) {
      took.push((seconds - from) * 1000);
      begun.delete(controller);
    }
  }
  if (took.length === 0) throw new Error(`the kernel's log has no error recovery after ${since} s:\n${log.slice(-2000)}`);
  return Math.max(...took);
}
