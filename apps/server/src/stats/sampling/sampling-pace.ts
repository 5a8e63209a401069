/** The longest interval of agents (`statisticsIntervalSeconds`). */
const MOST_SECONDS = 60;
/** Share of the time that the event loop works. Beyond it requests wait for each other, and soon agents for the answers to their probes. */
const BUSY = 0.9;
/** Half of the load of twice the interval is far below the limit, so that the interval does not go up and down. */
const CALM = 0.4;
/** A start, a large request or a burst of changes is over by then. */
const BUSY_WINDOWS = 2;
const CALM_WINDOWS = 6;

/**
 * How much longer than the cluster's interval agents sample while their server is busy: it then reads fewer samples, so that statistics are coarser but none are
 * lost, and no agent loses its connection for lack of processor time.
 */
export class SamplingPace {
  private factor = 1;
  private busyWindows = 0;
  private calmWindows = 0;

  /** @param utilization of the event loop in the last window, 0 to 1 */
  observe(utilization: number): void {
    this.busyWindows = utilization > BUSY ? this.busyWindows + 1 : 0;
    this.calmWindows = utilization < CALM ? this.calmWindows + 1 : 0;
    if (this.busyWindows >= BUSY_WINDOWS) this.change(Math.min(MOST_SECONDS, this.factor * 2));
    else if (this.calmWindows >= CALM_WINDOWS) this.change(Math.max(1, this.factor / 2));
  }

  /** @param clusterSeconds the interval that the cluster's settings have */
  secondsFor(clusterSeconds: number): number {
    return Math.max(clusterSeconds, Math.min(MOST_SECONDS, clusterSeconds * this.factor));
  }

  private change(factor: number): void {
    this.factor = factor;
    this.busyWindows = 0;
    this.calmWindows = 0;
  }
}
