/** The longest interval of agents (`statisticsIntervalSeconds`). */
const MOST_SECONDS = 60;
/** Share of the time that the event loop works. Beyond it requests wait for each other, and soon agents for the answers to their probes. */
const BUSY = 0.9;
/** Half of the load of twice the interval is far below the limit, so that the interval does not go up and down. */
const CALM = 0.4;
/** Share of the time in which samples are taken. Of a server that is busy with less of them, a longer interval would save nothing worth while. */
const WORTH = 0.05;
/** A start, a large request or a burst of changes is over by then. */
const BUSY_SECONDS = 20;
/** A server with samples that wait so long is behind: an agent gives up a sample that is not answered for 10 s. */
const WAIT_SECONDS = 5;
const CALM_SECONDS = 30;

/** What the event loop did in one window; each 0 to 1. */
export interface LoopWindow {
  /** Share of the time that it worked. */
  utilization: number;
  /** Share of the time that it took samples. */
  samples: number;
  /** Length of the window. */
  seconds: number;
  /** The longest time that a sample waited for its turn. */
  waitSeconds: number;
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
  observe({ utilization, samples, seconds, waitSeconds }: LoopWindow, clusterSeconds: number): void {
    const counted = waitSeconds >= WAIT_SECONDS ? BUSY_SECONDS : seconds;
    this.busySeconds = utilization > BUSY && samples > WORTH ? this.busySeconds + counted : Math.min(0, this.busySeconds + seconds);
    this.calmSeconds = utilization < CALM ? this.calmSeconds + seconds : 0;
    if (this.busySeconds >= BUSY_SECONDS)
      this.change(this.secondsFor(clusterSeconds) < MOST_SECONDS ? this.factor * 2 : this.factor, clusterSeconds);
    else if (this.calmSeconds >= CALM_SECONDS) this.change(Math.max(1, this.factor / 2), clusterSeconds);
  }

  secondsFor(clusterSeconds: number): number {
    return Math.max(clusterSeconds, Math.min(MOST_SECONDS, clusterSeconds * this.factor));
  }

  private change(factor: number, clusterSeconds: number): void {
    this.factor = factor;
    // Samples of the interval before still arrive: the change shows after one interval.
    this.busySeconds = -this.secondsFor(clusterSeconds);
    this.calmSeconds = 0;
  }
}
