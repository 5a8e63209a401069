/// <reference lib="dom" />
import { gzipSync } from 'node:zlib';
import type { Page } from '@playwright/test';
import { percentile } from './latency.js';
import type { Measurement } from './result.js';

const LOADS = 5;
const GESTURE_MS = 4000;

/** Bytes of a document and the assets that it has loaded, compressed as the server sends them; fonts not counted, because text is readable before they arrive. */
export async function loadedBytes(page: Page): Promise<number> {
  const urls = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .map(({ name }) => name)
      .filter((name) => name.includes('/assets/') && !name.endsWith('.woff2')),
  );
  let bytes = 0;
  for (const url of [page.url(), ...new Set(urls)]) bytes += gzipSync(await (await page.request.get(url)).body(), { level: 9 }).length;
  return bytes;
}

/** Milliseconds from the start of a navigation to its largest paint so far. */
export const largestPaint = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        new PerformanceObserver((list) => resolve(list.getEntries().at(-1)?.startTime ?? Number.NaN)).observe({
          type: 'largest-contentful-paint',
          buffered: true,
        });
      }),
  );

/** Loads the overview several times, with the browser's cache. */
export async function measureFirstLoad(page: Page, url: string): Promise<Measurement[]> {
  const paints: number[] = [];
  for (let load = 0; load < LOADS; load += 1) {
    await page.goto(url);
    await page.getByRole('heading', { name: 'Statistics' }).waitFor();
    await page.waitForLoadState('load');
    paints.push(await largestPaint(page));
  }
  const bytes = await loadedBytes(page);
  const paint = percentile(paints, 0.5);
  return [
    { name: 'overview, loaded in all', value: bytes / 1000, unit: 'kB', aim: 'under 250 kB', met: bytes < 250_000 },
    { name: `overview, largest contentful paint, median of ${LOADS}`, value: paint, unit: 'ms', aim: 'under 1500 ms', met: paint < 1500 },
  ];
}

/** The topology picture: milliseconds from navigation to its first drawing, and frames per second while it is panned and zoomed. */
export async function measureTopology(page: Page, url: string): Promise<Measurement[]> {
  const firsts: number[] = [];
  for (let load = 0; load < LOADS; load += 1) {
    await page.goto(`${url}/topology`);
    await page.waitForFunction(() => performance.getEntriesByName('weft-topology-first-picture').length > 0, undefined, {
      timeout: 60_000,
    });
    firsts.push(await page.evaluate(() => performance.getEntriesByName('weft-topology-first-picture')[0]?.startTime ?? Number.NaN));
  }
  const bytes = await loadedBytes(page);
  const first = percentile(firsts, 0.5);
  const panning = await panned(page);
  const zooming = await zoomed(page);
  const frames = (name: string, { perSecond, longestMs }: Frames): Measurement[] => [
    { name: `topology, frames while ${name}`, value: perSecond, unit: '1/s', aim: 'at least 30', met: perSecond >= 30 },
    { name: `topology, longest frame while ${name}`, value: longestMs, unit: 'ms' },
  ];
  return [
    { name: 'topology, loaded in all', value: bytes / 1000, unit: 'kB', aim: 'under 250 kB', met: bytes < 250_000 },
    { name: `topology, first picture, median of ${LOADS}`, value: first, unit: 'ms', aim: 'under 2000 ms', met: first < 2000 },
    ...frames('panning', panning),
    ...frames('zooming', zooming),
  ];
}

interface Frames {
  perSecond: number;
  longestMs: number;
}

/** Counts only frames after an input event: a picture at rest has any number of frames. */
const countFrames = (page: Page, event: 'pointermove' | 'wheel'): Promise<Frames> =>
  page.evaluate(
    ({ event, forMs }) =>
      new Promise<Frames>((resolve) => {
        let wasAsked = false;
        const asked = () => {
          wasAsked = true;
        };
        addEventListener(event, asked, { capture: true });
        const began = performance.now();
        let [count, before, longestMs] = [0, began, 0];
        const frame = (now: number) => {
          if (wasAsked) {
            count += 1;
            longestMs = Math.max(longestMs, now - before);
          }
          wasAsked = false;
          before = now;
          if (now - began < forMs) requestAnimationFrame(frame);
          else {
            removeEventListener(event, asked, { capture: true });
            resolve({ perSecond: (count * 1000) / (now - began), longestMs });
          }
        };
        requestAnimationFrame(frame);
      }),
    { event, forMs: GESTURE_MS },
  );

const centre = async (page: Page) => {
  const box = await page.getByRole('img', { name: /^Diagram of the fabric/ }).boundingBox();
  if (!box) throw new Error('the picture is not shown');
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
};

/** Drags the picture in circles, close enough to read names, with a mouse press as a person would, one step per frame. */
async function panned(page: Page): Promise<Frames> {
  const at = await centre(page);
  await page.mouse.move(at.x, at.y);
  for (let step = 0; step < 4; step += 1) await page.mouse.wheel(0, -300);
  await page.mouse.down();
  await page.evaluate(
    ({ x, y, forMs }) => {
      const canvas = document.querySelector('canvas');
      const began = performance.now();
      const step = (now: number) => {
        const turn = (now - began) / 600;
        const place = { clientX: x + 250 * Math.sin(turn), clientY: y + 150 * Math.sin(turn * 1.3) };
        canvas?.dispatchEvent(new PointerEvent('pointermove', { pointerId: 1, bubbles: true, ...place }));
        if (now - began < forMs + 500) requestAnimationFrame(step);
      };
      requestAnimationFrame(step);
    },
    { ...at, forMs: GESTURE_MS },
  );
  const frames = await countFrames(page, 'pointermove');
  await page.mouse.up();
  return frames;
}

/** Zooms between the whole picture and one rack, one step per frame. */
async function zoomed(page: Page): Promise<Frames> {
  const { x, y } = await centre(page);
  await page.mouse.move(x, y);
  await page.evaluate(
    ({ forMs }) => {
      const canvas = document.querySelector('canvas');
      const began = performance.now();
      const step = (now: number) => {
        const deltaY = 60 * Math.sin((now - began) / 400);
        const at = { clientX: (canvas?.clientWidth ?? 0) / 2, clientY: (canvas?.clientHeight ?? 0) / 2 };
        canvas?.dispatchEvent(new WheelEvent('wheel', { deltaY, bubbles: true, cancelable: true, ...at }));
        if (now - began < forMs + 500) requestAnimationFrame(step);
      };
      requestAnimationFrame(step);
    },
    { forMs: GESTURE_MS },
  );
  return countFrames(page, 'wheel');
}
