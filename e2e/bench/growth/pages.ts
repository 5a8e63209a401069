/** The console in a browser without a GPU: time to the first picture of each page, and frames while lists and the topology move. */
import { setTimeout as sleep } from 'node:timers/promises';
import { chromium, type Page } from '@playwright/test';
import { endpoints } from '@weft/shared/endpoints/endpoints';
import { launchOptions } from '../../browser/support/chromium.js';
import { timed } from '../clusters/large-cluster.js';
import { percentile } from '../measure/latency.js';
import { largestPaint, loadedBytes, measureTopology } from '../measure/web-pages.js';
import { measureTable } from '../measure/web-table.js';
import type { Figures, On } from './phases.js';

const LOADS = 3;
/** Answers that come after the first picture change the largest paint. */
const LATE_MS = 3000;
const AIM_MS = 1500;

async function inConsole<T>({ api, server }: On, work: (page: Page) => Promise<T>): Promise<T> {
  const browser = await chromium.launch(launchOptions);
  try {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    const [name, value] = (api.sessionCookie ?? '').split('=') as [string, string];
    await context.addCookies([{ name, value, url: server.url, httpOnly: true }]);
    return await work(await context.newPage());
  } finally {
    await browser.close();
  }
}

/** Each page is loaded with the browser's cache. */
export function pages(on: On): Promise<Figures> {
  const { server, cluster } = on;
  const [volume, node, attachment] = [cluster.volumeIds[0], cluster.agents[0]?.nodeId, cluster.attachments[0]?.id];
  const paths = {
    ...{ overview: '/', nodes: '/nodes', node: `/nodes/${node}`, drives: '/drives', volumes: '/volumes', volume: `/volumes/${volume}` },
    ...{ attachment: `/attachments/${attachment}`, topology: '/topology', jobs: '/jobs', events: '/events', alerts: '/alerts' },
  };
  return inConsole(on, async (page) => {
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
  });
}

export function frames(on: On): Promise<Figures> {
  const { api, server } = on;
  return inConsole(on, async (page) => {
    const [drives, volumes] = await Promise.all([
      api.call(endpoints.listDrives, { query: { limit: 1 } }),
      api.call(endpoints.listVolumes, { query: { limit: 1 } }),
    ]);
    const measured = [
      ...(await timed('list of drives', () => measureTable(page, server.url, 'drives', drives.total))),
      ...(await timed('list of volumes', () => measureTable(page, server.url, 'volumes', volumes.total))),
      ...(await timed('topology', () => measureTopology(page, server.url))),
    ];
    // Without the number of rows: sizes are compared by name.
    return Object.fromEntries(measured.map(({ name, ...figure }) => [name.replace(/ of [\d,]+ /, ' of '), figure]));
  });
}
