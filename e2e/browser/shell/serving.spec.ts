import type { Page } from '@playwright/test';
import { endpoints } from '@weft/shared/endpoints/endpoints';
import { scrollToCharts } from '../support/charts.js';
import { expect, test } from '../support/fixtures.js';

const asPage = { headers: { accept: 'text/html' } };
/** Browsers accept no other compression without TLS, except from the same machine. */
const gzip = { headers: { accept: '*/*', 'accept-encoding': 'gzip' } };
const isFont = (url: string) => url.endsWith('.woff2');
const sum = (sizes: readonly number[]) => sizes.reduce((total, size) => total + size, 0);

test('serves every console URL with a policy that allows nothing inline', async ({ request, cluster }) => {
  for (const path of ['/', '/volumes/8d0d9c77-6d0c-4f5e-9d39-000000000000']) {
    const answer = await request.get(`${cluster.server.url}${path}`, asPage);
    expect(answer.status()).toBe(200);
    const policy = answer.headers()['content-security-policy'] ?? '';
    expect(policy).toContain("default-src 'self'");
    expect(policy).not.toContain('unsafe');
    expect(answer.headers()['cache-control']).toBe('no-cache');
    expect(await answer.text()).toContain('<div id="root">');
  }
});

test('compresses hashed files and caches them for ever; a missing one is not the page', async ({ request, cluster }) => {
  const html = await (await request.get(cluster.server.url, asPage)).text();
  const script = /src="(\/assets\/[^"]+\.js)"/.exec(html)?.[1] ?? '';
  const answer = await request.get(`${cluster.server.url}${script}`);
  expect(answer.headers()).toMatchObject({ 'content-encoding': 'br', 'cache-control': 'public, max-age=31536000, immutable' });
  const older = await request.get(`${cluster.server.url}${script}`, { headers: { 'accept-encoding': 'gzip, deflate' } });
  expect(older.headers()['content-encoding']).toBe('gzip');
  const again = await request.get(`${cluster.server.url}${script}`, { headers: { 'if-none-match': answer.headers()['etag'] ?? '' } });
  expect(again.status()).toBe(304);
  for (const path of ['/assets/index-00000000.js', '/assets/..%2f..%2fpackage.json', '/api/v1/nothing'])
    expect((await request.get(`${cluster.server.url}${path}`, asPage)).status(), path).toBe(404);
});

test('compresses a long answer of the API', async ({ request, cluster }) => {
  const url = `${cluster.server.url}/api/v1/openapi.json`;
  const answer = await request.get(url, gzip);
  expect(answer.headers()).toMatchObject({ 'content-encoding': 'gzip', vary: 'accept-encoding' });
  const plain = await request.get(url, { headers: { 'accept-encoding': 'identity' } });
  expect(plain.headers()['content-encoding']).toBeUndefined();
  expect(await answer.json()).toEqual(await plain.json());
  expect(Number(answer.headers()['content-length'])).toBeLessThan((await plain.body()).length / 3);
});

test('serves its own fonts with their licences, and preloads that of nearly all text', async ({ page, cluster, request, loginAs }) => {
  const html = await (await request.get(cluster.server.url, asPage)).text();
  const preloaded = /<link rel="preload" as="font" type="font\/woff2" href="(\/assets\/[^"]+\.woff2)" crossorigin>/.exec(html)?.[1];
  const answer = await request.get(`${cluster.server.url}${preloaded}`);
  expect(answer.headers()).toMatchObject({ 'content-type': 'font/woff2', 'cache-control': 'public, max-age=31536000, immutable' });
  for (const family of ['inter', 'jetbrains-mono'])
    expect(await (await request.get(`${cluster.server.url}/licenses/${family}.txt`)).text()).toContain('SIL Open Font License');
  await loginAs('vera');
  const loaded = await page.evaluate(async () => {
    await document.fonts.ready;
    return [...document.fonts].filter(({ status }) => status === 'loaded').map(({ family }) => family.replaceAll('"', ''));
  });
  expect(loaded).toContain('Inter');
  const requested = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name));
  expect(requested.filter((name) => name.endsWith(preloaded ?? 'none'))).toHaveLength(1);
});

test('loads the code of a page while the session is still unknown', async ({ page, cluster, loginAs }) => {
  await loginAs('vera');
  let answer: (() => void) | undefined;
  await page.route('**/api/v1/session', async (route) => {
    await new Promise<void>((resolve) => {
      answer = resolve;
    });
    await route.continue();
  });
  const scriptsOf = async (path: string): Promise<string[]> => {
    const scripts = new Set<string>();
    // Ends the requests of the document before.
    await page.goto('about:blank');
    page.on('request', (request) => {
      if (request.resourceType() === 'script') scripts.add(request.url());
    });
    await page.goto(`${cluster.server.url}${path}`);
    await expect(page.getByText('Loading…')).toBeVisible();
    const before = [...scripts];
    await expect.poll(() => answer).toBeDefined();
    answer?.();
    answer = undefined;
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    page.removeAllListeners('request');
    return before;
  };
  const [volumes, jobs] = [await scriptsOf('/volumes'), await scriptsOf('/jobs')];
  // The entry is the same; the code of the page is not.
  expect(volumes.filter((script) => !jobs.includes(script))).not.toEqual([]);
  expect(jobs.filter((script) => !volumes.includes(script))).not.toEqual([]);
});

/** Sizes as sent of everything that this document loads until its charts are drawn, fonts included. On a slow machine the previous document may still be loading. */
async function firstLoad(page: Page, { hasCharts }: { hasCharts: boolean }): Promise<ReadonlyMap<string, number>> {
  // A link under the pointer preloads its page, which does not belong to this one.
  await page.mouse.move(0, 0);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  if (hasCharts) {
    await scrollToCharts(page);
    await expect(page.getByRole('figure', { name: /^(Latency heat map|CPU by mode)/ }).first()).toBeVisible();
  } else await expect(page.getByRole('textbox', { name: /^Name/ })).toBeVisible();
  await page.waitForLoadState('load');
  return new Map(
    await page.evaluate(() =>
      (performance.getEntries() as PerformanceResourceTiming[])
        .filter(({ entryType, name }) => entryType === 'navigation' || (entryType === 'resource' && name.includes('/assets/')))
        .map(({ name, encodedBodySize }) => [name, encodedBodySize] as const),
    ),
  );
}

test('loads less than 250 kB compressed on a first load, charts included', async ({ page, request, cluster, loginAs }) => {
  // With two volumes the first steps are not shown.
  const [volumeId] = [
    await cluster.volume('first-load-a', { sizeBytes: 2 ** 30 }),
    await cluster.volume('first-load-b', { sizeBytes: 2 ** 30 }),
  ];
  await cluster.attach(volumeId, 'c1');
  const { legs } = await cluster.admin.call(endpoints.getVolume, { params: { id: volumeId } });
  await loginAs('vera');
  for (const path of ['/', `/volumes/${volumeId}`, `/nodes/${legs[0]?.node.id}`, `/drives/${legs[0]?.drive.id}`, '/volumes/new']) {
    await page.goto(`${cluster.server.url}${path}`);
    const all = await firstLoad(page, { hasCharts: path !== '/volumes/new' });
    const fonts = [...all].filter(([url]) => isFont(url)).map(([, size]) => size);
    const sizes = new Map([...all].filter(([url]) => !isFont(url)));
    const gzipped: number[] = [];
    for (const url of sizes.keys()) gzipped.push(Number((await request.get(url, gzip)).headers()['content-length']));
    const [loaded, withGzip] = [sum([...sizes.values()]), sum(gzipped)];
    console.log(
      `first load of ${path}: ${Math.round(loaded / 1000)} kB in ${sizes.size} files, with gzip ${Math.round(withGzip / 1000)} kB`,
    );
    expect(sizes.size).toBeGreaterThan(3);
    // Text is readable before they arrive.
    expect(fonts.length, 'fonts').toBeGreaterThan(0);
    expect(sum(fonts)).toBeLessThan(100_000);
    expect(loaded, JSON.stringify([...sizes])).toBeLessThan(250_000);
    expect(withGzip).toBeLessThan(250_000);
  }
});
