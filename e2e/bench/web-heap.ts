import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import type { ApiClient } from '../support/api-client.js';
import type { SeededCluster } from './clusters/seeded-cluster.js';
import { liveUpdates } from './live-updates.js';
import type { Measurement } from './measure/result.js';
import { slopeOf } from './measure/slope.js';

const EVERY_MS = 15_000;
/** A page that has just loaded still fills its caches for this long. */
const WARM_MS = 30_000;
/** Until then the drawn range fills, the first cached answers expire, and the browser compiles hot code: 63 KiB/min of code from minute 7 to 10. */
const SETTLED_MINUTES = 8;
/** Four minutes of them. A heap of 10 MiB varies by 0.1 MiB from one to the next. */
const FEWEST_POINTS = 16;
const MiB = 2 ** 20;

/**
 * Size of a page's heap after a collection, while everything on it is live. The heap grows by itself until the live points fill the drawn range of
 * 5 min: one per second, with the heat map's 82 counts.
 */
export async function measureHeap(
  page: Page,
  url: string,
  api: ApiClient,
  cluster: SeededCluster,
  minutes: number,
): Promise<Measurement[]> {
  const updates = liveUpdates(api, cluster);
  const devtools = await page.context().newCDPSession(page);
  const points: [minutes: number, MiB: number][] = [];
  try {
    await page.goto(`${url}/?range=5m`);
    await page.getByRole('heading', { name: 'Statistics' }).evaluate((heading) => heading.scrollIntoView());
    await page.getByRole('figure').first().waitFor();
    await sleep(WARM_MS);
    const began = performance.now();
    while (performance.now() - began < minutes * 60_000) {
      updates.check();
      await devtools.send('HeapProfiler.collectGarbage');
      const { usedSize } = await devtools.send('Runtime.getHeapUsage');
      points.push([(performance.now() - began) / 60_000, usedSize / MiB]);
      await sleep(EVERY_MS);
    }
    const isLive = await page.getByText('live', { exact: true }).count();
    if (isLive === 0) throw new Error('the page was not live, so nothing was measured');
  } finally {
    await updates.stop();
  }
  const name = `overview, heap after collection, ${minutes} min of live updates`;
  const measured: Measurement[] = [
    { name: `${name}: at the end`, value: points.at(-1)?.[1] ?? Number.NaN, unit: 'MiB' },
    { name: `${name}: slope of all of it`, value: slopeOf(points) * 1024, unit: 'KiB/min' },
  ];
  const settled = points.filter(([at]) => at >= SETTLED_MINUTES);
  if (settled.length < FEWEST_POINTS) return measured;
  const slope = slopeOf(settled) * 1024;
  const aim = { aim: 'at most 20 KiB/min', met: slope <= 20 };
  return [...measured, { name: `${name}: slope from minute ${SETTLED_MINUTES} on`, value: slope, unit: 'KiB/min', ...aim }];
}
