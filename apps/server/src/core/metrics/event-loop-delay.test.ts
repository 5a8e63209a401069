import { setTimeout as sleep } from 'node:timers/promises';
import { collectDefaultMetrics, Registry } from 'prom-client';
import { expect, test } from 'vitest';
import { measureEventLoopDelay, NEVER_MS } from './event-loop-delay.js';

test('a blocked event loop shows the delay of the block in its two metrics, until the next scrape', async () => {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: NEVER_MS });
  const stop = measureEventLoopDelay(registry);
  const scrape = async () => {
    const metrics = await registry.getMetricsAsJSON();
    return Object.fromEntries(
      metrics
        .filter(({ name }) => name.startsWith('nodejs_eventloop_lag'))
        .map(({ name, values }) => [name, values[0]?.value ?? Number.NaN]),
    );
  };
  try {
    await sleep(250);
    const until = performance.now() + 700;
    while (performance.now() < until); // blocks the event loop
    await sleep(250);
    const blocked = await scrape();
    expect(Object.keys(blocked).sort()).toEqual(['nodejs_eventloop_lag_max_seconds', 'nodejs_eventloop_lag_p99_seconds']);
    expect(blocked['nodejs_eventloop_lag_max_seconds']).toBeGreaterThan(0.4);
    await sleep(350);
    expect((await scrape())['nodejs_eventloop_lag_max_seconds']).toBeLessThan(blocked['nodejs_eventloop_lag_max_seconds'] as number);
  } finally {
    stop();
    registry.clear();
  }
});
