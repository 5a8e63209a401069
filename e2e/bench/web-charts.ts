/// <reference lib="dom" />
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { build } from 'esbuild';
import { percentile } from './measure/latency.js';
import type { Measurement } from './measure/result.js';

const SERIES = 50;
/** A day in steps of 10 s. */
const POINTS = 8640;
const TIMES = 9;

/** The console's own chart on a separate page, built as the console is: no page of the console shows 50 series. */
async function chartPage(): Promise<{ script: string; style: string }> {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL('../../apps/web/src/charts/plot.bench.tsx', import.meta.url))],
    ...{ bundle: true, write: false, minify: true, outdir: 'out', format: 'esm', target: 'es2022', jsx: 'automatic' },
    define: { 'process.env.NODE_ENV': '"production"' },
    conditions: ['@weft/source', 'module', 'browser', 'import'],
  });
  const text = (ending: string) => outputFiles.find(({ path }) => path.endsWith(ending))?.text ?? '';
  return { script: text('.js'), style: text('.css') };
}

/** Time from handing over the data until the pixels are drawn: for the first data, and for other data. */
export async function measureChart(page: Page, url: string): Promise<Measurement[]> {
  const { script, style } = await chartPage();
  const at = `${url}/bench-chart`;
  await page.route(at, (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<!doctype html><style>${style}</style><div id="root"></div><script type="module" src="${at}.js"></script>`,
    }),
  );
  await page.route(`${at}.js`, (route) => route.fulfill({ contentType: 'text/javascript', body: script }));
  await page.goto(at);
  await page.waitForFunction(() => 'draw' in window);
  const draw = (round: number) =>
    page.evaluate((asked) => (window as unknown as { draw: (what: typeof asked) => Promise<number> }).draw(asked), {
      ...{ series: SERIES, points: POINTS, round },
    });
  const first = await draw(0);
  const later: number[] = [];
  for (let round = 1; round <= TIMES; round += 1) later.push(await draw(round));
  const median = percentile(later, 0.5);
  await page.unroute(at);
  return [
    { name: `chart, ${SERIES} series × ${POINTS} points, the first time`, value: first, unit: 'ms' },
    {
      name: `chart, ${SERIES} series × ${POINTS} points, with other data, median of ${TIMES}`,
      ...{ value: median, unit: 'ms', aim: 'under 100 ms', met: median < 100 },
    },
  ];
}
