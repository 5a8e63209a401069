/** Longest piece of work between two looks of the event loop at timers and sockets. */
const SLICE_MS = 10;

interface Waiting {
  job: () => void;
  fail: (error: unknown) => void;
}

/**
 * Runs short jobs in the order of their arrival, and lets the event loop look at its timers and sockets every few milliseconds, however many wait. Without it, jobs
 * that run where their messages are read keep the loop for as long as all messages take that have arrived: probes of agents are not answered for seconds, and
 * their connections are given up.
 */
export class SlicedQueue {
  private waiting: Waiting[] = [];
  private isRunning = false;

  /** The caller bounds the number of jobs that wait. @returns the job's result; @throws its error */
  run<T>(job: () => T): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      this.waiting.push({ job: () => resolve(job()), fail: reject });
      if (this.isRunning) return;
      this.isRunning = true;
      setImmediate(() => this.slice());
    });
  }

  private slice(): void {
    const until = performance.now() + SLICE_MS;
    const due = this.waiting;
    let next = 0;
    for (; next < due.length; next++) {
      if (next > 0 && performance.now() >= until) break;
      const { job, fail } = due[next] as Waiting;
      try {
        job();
      } catch (error) {
        fail(error);
      }
    }
    this.waiting = due.slice(next);
    this.isRunning = this.waiting.length > 0;
    if (this.isRunning) setImmediate(() => this.slice());
  }
}
