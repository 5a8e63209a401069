/** Time to the first picture of each page of the console, in a browser without a GPU. */
import { setTimeout as sleep } from 'node:timers/promises';
import { chromium } from '@playwright/test';
import { launchOptions } from '../../browser/support/chromium.js';
import { percentile } from '../measure/latency.js';
import { largestPaint, loadedBytes } from '../measure/web-pages.js';
import type { Figures, On } from './phases.js';

const LOADS = 3;
/** Answers that come after the first picture change the largest paint. */
const LATE_MS = 3000;
const AIM_MS = 1500;

/** Each page is loaded with the browser's cache. */
export async function pages({ api, server, cluster }: On): Promise<Figures> {
  const [volume, node, attachment] = [cluster.volumeIds[0], cluster.agents[0]?.nodeId, cluster.attachments[0]?.id];
  const paths = {
    ...{ overview: '/', nodes: '/nodes', node: `/nodes/${node}`, drives: '/drives', volumes: '/volumes', volume: `/volumes/${volume}` },
    ...{ attachment: `/attachments/${attachment}`, topology: '/topology', jobs: '/jobs', events: '/events', alerts: '/alerts' },
  };
  const browser = await chromium.launch(launchOptions);
  try {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    const [name, value] = (api.sessionCookie ?? '').split('=') as [string, string];
    await context.addCookies([{ name, value, url: server.url, httpOnly: true }]);
    const page = await context.newPage();
    const figures: Figures = {};
    for (const [what, path] of Object.entries(paths)) {
      const paints: number[] = [];
      for (let load = 0; load < LOADS; load++) {
        await page.goto(`${server.url}${path}`);
        await page.getByRole('heading', { level: 1 }).waitFor({ timeout: 120_000 });
        await sleep(LATE_MS);
        paints.push(await largestPaint(page));
      }
      const paint = percentile(paints, 0.5);
      figures[`page ${what}, first picture`] = { value: paint, unit: 'ms', aim: `at most ${AIM_MS} ms`, met: paint <= AIM_MS };
      figures[`page ${what}, loaded`] = { value: (await loadedBytes(page)) / 1000, unit: 'kB' };
    }
    return figures;
  } finally {
    await browser.close();
  }
}
