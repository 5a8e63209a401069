/// <reference lib="dom" />
import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import { percentile } from './measure/latency.js';
import type { Measurement } from './measure/result.js';
import { largestPaint, loadedBytes } from './measure/web-pages.js';

const LOADS = 3;
/** Answers and live values that come after the first picture. */
const LATE_MS = 3000;
const [MOST_BYTES, MOST_PAINT_MS, MOST_INTERACTION_MS] = [250_000, 1500, 100];
/** The Event Timing API rounds to 8 ms, so that a page without a shorter interaction has at most this. */
const SHORTEST_EVENT_MS = 16;

interface Observed {
  /** Sum of all layout shifts without recent input (Layout Instability API of the WICG). */
  shift: number;
  /** The longest interaction: with fewer than 50, that is INP. */
  interactionMs: number;
  /** Its event, and where its time went. */
  longest: string;
}
interface Observing {
  weftObserved: Observed;
}

/** Observes every document that the page opens from now on, from its start. */
const observe = (page: Page): Promise<unknown> =>
  page.addInitScript((shortest) => {
    const observed: Observed = { shift: 0, interactionMs: 0, longest: '' };
    Object.assign(globalThis, { weftObserved: observed });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[])
        if (!entry.hadRecentInput) observed.shift += entry.value;
    }).observe({ type: 'layout-shift', buffered: true });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEventTiming & { interactionId: number })[]) {
        const { interactionId, name, duration, startTime, processingStart, processingEnd } = entry;
        if (interactionId === 0 || duration <= observed.interactionMs) continue;
        const parts = [processingStart - startTime, processingEnd - processingStart, startTime + duration - processingEnd];
        observed.interactionMs = duration;
        observed.longest = `${name}: ${parts.map((each) => Math.round(each)).join(' + ')} ms until its handlers, in them, until the next frame`;
      }
    }).observe({ type: 'event', buffered: true, durationThreshold: shortest } as PerformanceObserverInit);
  }, SHORTEST_EVENT_MS);

const observed = (page: Page): Promise<Observed> => page.evaluate(() => (globalThis as unknown as Observing).weftObserved);

/**
 * The browser has drawn what the interaction before changed. Without this wait the next key came before the next frame: a menu that
 * opened and closed within one frame changes no pixel, and the browser counts the time until anything else on the page does.
 */
const drawn = (page: Page): Promise<void> =>
  page.evaluate(() => new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve()))));

/** Opens and closes the user menu, then searches in the palette: interactions that every page has. */
async function interact(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'User menu' }).click();
  await page.getByRole('button', { name: 'Log out' }).waitFor();
  await drawn(page);
  await page.keyboard.press('Escape');
  await drawn(page);
  await page.keyboard.press('Control+k');
  const search = page.getByRole('combobox', { name: 'Search' });
  await search.waitFor();
  await drawn(page);
  await page.keyboard.type('vol', { delay: 60 });
  await page.keyboard.press('Escape');
  await search.waitFor({ state: 'hidden' });
  await drawn(page);
}

/** Requests of this document to the API, those of live updates apart. */
const apiRequests = (page: Page): Promise<number> =>
  page.evaluate(() => performance.getEntriesByType('resource').filter(({ name }) => new URL(name).pathname.startsWith('/api/')).length);

/** The budgets of issue 17 for the five pages that Lighthouse scores, each loaded several times with the browser's cache. */
export async function measureBudgets(page: Page, url: string, volumeId: string): Promise<Measurement[]> {
  const paths = { overview: '/', volumes: '/volumes', volume: `/volumes/${volumeId}`, topology: '/topology', 'new volume': '/volumes/new' };
  await observe(page);
  const rows: Measurement[] = [];
  for (const [name, path] of Object.entries(paths)) rows.push(...(await budgetsOf(page, name, `${url}${path}`)));
  return rows;
}

async function budgetsOf(page: Page, name: string, url: string): Promise<Measurement[]> {
  const [paints, shifts, interactions]: [number[], number[], number[]] = [[], [], []];
  let [requests, bytes] = [0, 0];
  for (let load = 0; load < LOADS; load += 1) {
    await page.goto(url);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await sleep(LATE_MS);
    paints.push(await largestPaint(page));
    requests = await apiRequests(page);
    // An interaction loads code that the first screen does not need.
    if (load === LOADS - 1) bytes = await loadedBytes(page);
    await interact(page);
    const { shift, interactionMs, longest } = await observed(page);
    if (interactionMs > MOST_INTERACTION_MS) console.log(`bench: ${name}: ${longest}`);
    shifts.push(shift);
    interactions.push(interactionMs);
  }
  const [paint, shift, interaction] = [percentile(paints, 0.5), Math.max(...shifts), Math.max(...interactions)];
  return [
    { name: `${name}: first screen, with gzip`, value: bytes / 1000, unit: 'kB', aim: 'under 250 kB', met: bytes < MOST_BYTES },
    { name: `${name}: requests to the API`, value: requests, unit: 'count' },
    {
      ...{ name: `${name}: largest contentful paint, median of ${LOADS}`, value: paint, unit: 'ms' },
      ...{ aim: 'at most 1500 ms', met: paint <= MOST_PAINT_MS },
    },
    {
      ...{ name: `${name}: longest interaction (INP) of ${LOADS} loads`, value: interaction, unit: 'ms' },
      ...{ aim: 'at most 100 ms', met: interaction <= MOST_INTERACTION_MS },
    },
    { name: `${name}: layout shift, worst of ${LOADS}`, value: shift, unit: 'ratio', aim: '0', met: shift < 0.0005 },
  ];
}
