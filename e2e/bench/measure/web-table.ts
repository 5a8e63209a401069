/// <reference lib="dom" />
import type { Page } from '@playwright/test';
import { endpoints } from '@weft/shared/endpoints/endpoints';
import { type ApiClient, until } from '../../support/api-client.js';
import { ScriptedAgent } from '../../support/scripted-agent.js';
import type { Measurement } from './result.js';

const NODES = 10;
const DRIVES_EACH = 1000;
const FRAMES = 400;
/** One turn of the wheel, a fast turn, and a drag of the scroll bar: pixels per frame. */
const SPEEDS = [16, 100, 400];
/** One frame in this many is checked for rows: a check takes 3 ms, which is not part of the measurement. */
const LOOKED_AT = 4;

/** 10 nodes with 1,000 drives each: a list of 10,000 rows. */
export async function tenThousandDrives(api: ApiClient): Promise<ScriptedAgent[]> {
  const agents: ScriptedAgent[] = [];
  for (let node = 1; node <= NODES; node += 1) {
    const drives = Array.from({ length: DRIVES_EACH }, (_, at) => ({ serial: `M${node * 10_000 + at}`, sizeBytes: 1e12 }));
    agents.push(await ScriptedAgent.enroll(api, `m${node}`, drives));
  }
  await until('10,000 drives listed', 120, async () => {
    const { total } = await api.call(endpoints.listDrives, { query: { limit: 1 } });
    return total === NODES * DRIVES_EACH ? true : undefined;
  });
  return agents;
}

interface Scrolled {
  perSecond: number;
  longestMs: number;
  /** Share of the checked frames in which the middle of the window had no row. */
  blankRatio: number;
  /** Milliseconds of work on the page's main thread per frame. */
  workMs: number;
}

/** Scrolls down from the top by this many pixels per frame. */
async function scrolled(page: Page, pixels: number): Promise<Scrolled> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' });
  const worked = async () =>
    (await devtools.send('Performance.getMetrics')).metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0;
  const before = await worked();
  const frames = await page.getByRole('main').evaluate(
    async (main, { pixels, count, lookedAt }) => {
      main.scrollTop = 0;
      const box = main.getBoundingClientRect();
      let [blank, longestMs] = [0, 0];
      const frame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve));
      const began = await frame();
      let last = began;
      for (let at = 0; at < count; at += 1) {
        main.scrollTop += pixels;
        const now = await frame();
        longestMs = Math.max(longestMs, now - last);
        last = now;
        if (at % lookedAt !== 0) continue;
        const row = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2)?.closest('tr');
        if (!row || row.ariaHidden === 'true') blank += 1;
      }
      return { perSecond: (count * 1000) / (last - began), longestMs, blankRatio: (blank * lookedAt) / count };
    },
    { pixels, count: FRAMES, lookedAt: LOOKED_AT },
  );
  const workMs = ((await worked()) - before) * (1000 / FRAMES);
  await devtools.detach();
  return { ...frames, workMs };
}

/** Scrolls a list with this many rows, first while they still load and then with loaded rows. */
export async function measureTable(page: Page, url: string, list: 'drives' | 'volumes' = 'drives', count = 10_000): Promise<Measurement[]> {
  await page.goto(`${url}/${list}`);
  await page.getByText(`${count.toLocaleString('en')} in all`).waitFor();
  const rows: Measurement[] = [];
  for (const pixels of SPEEDS) {
    const { perSecond, longestMs, blankRatio, workMs } = await scrolled(page, pixels);
    const name = `table of ${count.toLocaleString('en')} ${list}, ${pixels} px a frame`;
    rows.push(
      { name: `${name}: frames`, value: perSecond, unit: '1/s', aim: 'at least 58 (of 60)', met: perSecond >= 58 },
      { name: `${name}: longest frame`, value: longestMs, unit: 'ms' },
      { name: `${name}: main thread, each frame`, value: workMs, unit: 'ms' },
      { name: `${name}: frames without rows`, value: blankRatio, unit: 'ratio' },
    );
  }
  return rows;
}
