/** The longest interval of agents (`statisticsIntervalSeconds`). */
const MOST_SECONDS = 60;
/** Share of the time that the event loop works. Beyond it requests wait for each other, and soon agents for the answers to their probes. */
const BUSY = 0.9;
/** Half of the load of twice the interval is far below the limit, so that the interval does not go up and down. */
const CALM = 0.4;
/** Share of the time in which samples are taken. Of a server that is busy with less of them, a longer interval would save nothing worth while. */
const WORTH = 0.05;
/** An agent gives its connection up 10 s after the last answer to a probe: the longer interval has to reach it before that. */
const BUSY_SECONDS = 4;
const CALM_SECONDS = 30;

/** What the event loop did in one window; each 0 to 1. */
export interface LoopWindow {
  /** Share of the time that it worked. */
  utilization: number;
  /** Share of the time that it took samples. */
  samples: number;
  /** Length of the window: a loop that is overloaded comes late to its timers. */
  seconds: number;
}

/**
 * How much longer than the cluster's interval agents sample while their server is busy: it then reads fewer samples, so that statistics are coarser but none are
 * lost, and no agent loses its connection for lack of processor time.
 */
export class SamplingPace {
  private factor = 1;
  private busySeconds = 0;
  private calmSeconds = 0;

  /** @param clusterSeconds the interval that the cluster's settings have */
  observe({ utilization, samples, seconds }: LoopWindow, clusterSeconds: number): void {
    this.busySeconds = utilization > BUSY && samples > WORTH ? this.busySeconds + seconds : 0;
    this.calmSeconds = utilization < CALM ? this.calmSeconds + seconds : 0;
    if (this.busySeconds >= BUSY_SECONDS) this.change(this.secondsFor(clusterSeconds) < MOST_SECONDS ? this.factor * 2 : this.factor);
    else if (this.calmSeconds >= CALM_SECONDS) this.change(Math.max(1, this.factor / 2));
  }

  secondsFor(clusterSeconds: number): number {
    return Math.max(clusterSeconds, Math.min(MOST_SECONDS, clusterSeconds * this.factor));
  }

  private change(factor: number): void {
    this.factor = factor;
    this.busySeconds = 0;
    this.calmSeconds = 0;
  }
}
