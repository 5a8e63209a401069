import type { Tree } from '../run/host-fs.js';
import { parseThreadStat } from './proc-counters.js';

/*
 * Export overhead: CPU time spent on exporting legs. docs/observability.md lists what it includes and what it cannot see; in short, it is an upper bound.
 *  - kernel threads of nvmet, nvme and RDMA: by their own name, and kworkers by the workqueue that they served last (wq_worker_comm in kernel/workqueue.c).
 *    A kworker that served two workqueues within one reading counts in full for the last one.
 *  - all interrupt and softirq time of a node that exports anything: the kernel does not show which device caused it.
 *  - the agent's own CPU time.
 * Every ten seconds the agent scans all kernel threads, in between only those that did such work: on 128 cores there are thousands of others.
 */
const SCAN_EVERY_MS = 10_000;
const KTHREADD = 2;

/** Workqueues and threads of drivers/nvme, drivers/infiniband and soft-RoCE. */
const EXPORTING = /^(kworker\/.*[+-])?(nvmet|nvme|ib[-_]|iw_cm|rdma|rxe|mlx|bnxt_re|irdma|qedr)/;

export const isExporting = (threadName: string): boolean => EXPORTING.test(threadName);

export interface OtherTax {
  /** Seconds in interrupts and softirqs of all cores. */
  interruptSeconds: number;
  agentCpuSeconds: number;
}

/** Seconds since the agent started; never falls. */
export class ExportOverhead {
  #threads = new Map<string, { startTime: string; cpuSeconds: number }>();
  #busy: string[] = [];
  #scanAtMs = Number.NEGATIVE_INFINITY;
  #first = true;
  #before: OtherTax | null = null;
  #seconds = 0;

  constructor(
    private readonly tree: Tree,
    private readonly now: () => number,
  ) {}

  /** `exports`: this node has a subsystem. */
  read(other: OtherTax, exports: boolean): number {
    const grown = (value: number, before: number | undefined) => Math.max(0, value - (before ?? value));
    this.#seconds += this.#threadSeconds() + grown(other.agentCpuSeconds, this.#before?.agentCpuSeconds);
    if (exports) this.#seconds += grown(other.interruptSeconds, this.#before?.interruptSeconds);
    this.#before = other;
    return this.#seconds;
  }

  #threadSeconds(): number {
    const scan = this.now() - this.#scanAtMs >= SCAN_EVERY_MS;
    const ids = scan ? this.#kernelThreads() : this.#busy;
    const found = scan ? new Map<string, { startTime: string; cpuSeconds: number }>() : this.#threads;
    const busy: string[] = [];
    let seconds = 0;
    for (const id of ids) {
      const thread = parseThreadStat(this.tree.attributeNow(`/proc/${id}/stat`) ?? '');
      if (thread?.parent !== KTHREADD) continue;
      const { startTime, cpuSeconds } = thread;
      const before = this.#threads.get(id);
      // Time from before the agent's first scan does not count; a thread that appears later counts from its start.
      const since = before?.startTime === startTime ? before.cpuSeconds : this.#first ? cpuSeconds : 0;
      found.set(id, { startTime, cpuSeconds });
      if (!isExporting(thread.name)) continue;
      busy.push(id);
      seconds += Math.max(0, cpuSeconds - since);
    }
    this.#threads = found;
    this.#first = false;
    if (scan) {
      this.#busy = busy;
      this.#scanAtMs = this.now();
    }
    return seconds;
  }

  /** proc_pid_task_children needs CONFIG_PROC_CHILDREN, which Debian has; without it the agent scans every process. */
  #kernelThreads(): string[] {
    const children = this.tree.attributeNow(`/proc/${KTHREADD}/task/${KTHREADD}/children`);
    return children?.split(' ') ?? this.tree.listNow('/proc').filter((entry) => /^\d+$/.test(entry));
  }
}
