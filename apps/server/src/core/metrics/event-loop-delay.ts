import { monitorEventLoopDelay } from 'node:perf_hooks';
import { Gauge, type Registry } from 'prom-client';

/** Each sample wakes an idle server: at the 10 ms of prom-client, most of its wake-ups. */
const EVERY_MS = 100;
/** For prom-client's own monitor, which cannot be switched off. */
export const NEVER_MS = 2 ** 31 - 1;
const REPLACED = ['seconds', 'min_seconds', 'max_seconds', 'mean_seconds', 'stddev_seconds', 'p50_seconds', 'p90_seconds', 'p99_seconds'];

/**
 * Delay of the event loop beyond the sampling interval, since the last scrape. Node's histogram, and prom-client's metrics of the same names, have the
 * interval itself in every value (Node.js, `perf_hooks.monitorEventLoopDelay`).
 */
export function measureEventLoopDelay(registry: Registry): () => void {
  for (const name of REPLACED) registry.removeSingleMetric(`nodejs_eventloop_lag_${name}`);
  const histogram = monitorEventLoopDelay({ resolution: EVERY_MS });
  histogram.enable();
  const seconds = (nanoseconds: number) => Math.max(0, nanoseconds / 1e9 - EVERY_MS / 1000);
  const p99 = new Gauge({
    name: 'nodejs_eventloop_lag_p99_seconds',
    help: 'Delay of the event loop, 99th percentile since the last scrape.',
    registers: [],
  });
  new Gauge({
    name: 'nodejs_eventloop_lag_max_seconds',
    help: 'Delay of the event loop, longest since the last scrape.',
    registers: [registry],
    collect() {
      this.set(histogram.count === 0 ? 0 : seconds(histogram.max));
      p99.set(histogram.count === 0 ? 0 : seconds(histogram.percentile(99)));
      histogram.reset();
    },
  });
  // A scrape reads metrics in the order of their registration: after the one that sets both.
  registry.registerMetric(p99);
  return () => histogram.disable();
}
