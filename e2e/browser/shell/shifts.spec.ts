/// <reference lib="dom" />
/** Answers arrive late and in another order than usual: nothing that is visible moves (docs/design.md, "Motion"). */
import { setTimeout as delay } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import { endpoints } from '@weft/shared/endpoints/endpoints';
import { expect, test } from '../support/fixtures.js';
import { login } from '../support/login.js';
import { type SimulatedCluster, startSimulatedCluster } from '../support/simulated-cluster.js';

let simulated: SimulatedCluster;
let attachment: string | undefined;
let job: string | undefined;

test.beforeAll(async ({ mongo }) => {
  test.setTimeout(360_000);
  simulated = await startSimulatedCluster(mongo.uri);
  const { admin } = simulated.cluster;
  attachment = (await admin.call(endpoints.listAttachments, { query: { limit: 1 } })).items[0]?.id;
  job = (await admin.call(endpoints.listJobs, { query: { kind: 'attachment.attach', limit: 1 } })).items[0]?.id;
});
test.afterAll(() => simulated?.stop());

interface Shift {
  value: number;
  moved: string[];
}

/** Collects the layout shifts of each page from its start (Layout Instability API of the WICG). */
async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const shifts: { value: number; moved: string[] }[] = [];
    const nameOf = (node: Node | null): string => {
      const element = node instanceof Element ? node : node?.parentElement;
      if (!element) return 'an element that is gone';
      const section = element.closest('section, header, nav')?.querySelector('h1, h2')?.textContent ?? '';
      return `<${element.tagName.toLowerCase()}> "${(element.textContent ?? '').slice(0, 40)}" in "${section}"`;
    };
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { value, hadRecentInput, sources } = entry as PerformanceEntry & {
          value: number;
          hadRecentInput: boolean;
          sources: { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[];
        };
        const moved = sources.map(
          ({ node, previousRect: from, currentRect: to }) =>
            `${nameOf(node)} from ${Math.round(from.x)},${Math.round(from.y)} ${Math.round(from.width)}×${Math.round(from.height)} to ${Math.round(to.x)},${Math.round(to.y)} ${Math.round(to.width)}×${Math.round(to.height)}`,
        );
        if (!hadRecentInput) shifts.push({ value, moved });
      }
    }).observe({ type: 'layout-shift', buffered: true });
    Object.assign(globalThis, { weftShifts: shifts });
  });
}

const shiftsOf = (page: Page): Promise<Shift[]> =>
  page.evaluate(() => (globalThis as unknown as { weftShifts: { value: number; moved: string[] }[] }).weftShifts);

/** Delays each answer of the API by 0.1 to 1.3 s, by its address. @returns how many requests wait for their answer */
async function answerLate(page: Page): Promise<() => number> {
  let waiting = 0;
  await page.route('**/api/v1/**', async (route) => {
    waiting += 1;
    const { pathname, search } = new URL(route.request().url());
    const sum = [...`${pathname}${search}`].reduce((total, letter) => (total * 31 + (letter.codePointAt(0) ?? 0)) % 13, 7);
    await delay(100 + sum * 100);
    // The page may have left meanwhile.
    await route.continue().catch(() => undefined);
    waiting -= 1;
  });
  return () => waiting;
}

const pages: readonly [name: string, path: () => string][] = [
  ['overview', () => '/'],
  ['volumes', () => '/volumes'],
  ['volume', () => `/volumes/${simulated.volume}`],
  ['attachments', () => '/attachments'],
  ['attachment', () => `/attachments/${attachment}`],
  ['job', () => `/jobs/${job}`],
  ['nodes', () => '/nodes'],
  ['node', () => `/nodes/${simulated.target}`],
  ['drives', () => '/drives'],
  ['drive', () => `/drives/${simulated.drive}`],
  ['topology', () => '/topology'],
  ['new volume', () => '/volumes/new'],
];

/** The others run in `npm run test:all`. */
const ALWAYS = ['overview', 'volume', 'drives'];

for (const [name, path] of pages)
  test(`moves nothing while the page "${name}" loads`, { tag: ALWAYS.includes(name) ? [] : ['@all'] }, async ({ page }) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    const { url } = simulated.cluster.server;
    await login(page, url, 'vera');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await watchShifts(page);
    const waiting = await answerLate(page);
    await page.goto(`${url}${path()}`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByText(/^(Loading|Reading)…$/)).toHaveCount(0);
    await expect.poll(waiting).toBe(0);
    // Live values come once a second.
    await delay(2500);
    const shifts = await shiftsOf(page);
    const sum = shifts.reduce((total, { value }) => total + value, 0);
    expect(sum, shifts.map(({ value, moved }) => `${value.toFixed(4)}: ${moved.join('; ')}`).join('\n')).toBeLessThan(0.01);
  });
