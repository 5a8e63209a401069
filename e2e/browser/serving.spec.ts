import { scrollToCharts } from './charts.js';
import { expect, test } from './fixtures.js';

const asPage = { headers: { accept: 'text/html' } };

test('given any address of the console, then the page comes with a policy that allows nothing inline', async ({ request, cluster }) => {
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

test('given a file with a hash in its name, then it is compressed and cached for ever; one that is gone is not the page', async ({
  request,
  cluster,
}) => {
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

test('given the first load of the first page, then it is less than 250 kB compressed', async ({ page, cluster, loginAs }) => {
  // With two volumes nobody needs the first steps.
  for (const name of ['first-load-a', 'first-load-b']) await cluster.volume(name, { sizeBytes: 2 ** 30 });
  await loginAs('vera');
  await expect(page.getByRole('heading', { name: 'Overview' })).toBeVisible();
  // A link under the pointer loads its page ahead: that is not this page's.
  await page.mouse.move(0, 0);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Overview' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Statistics' })).toBeAttached();
  await page.waitForLoadState('load');
  // Of this document alone, as it came: on a slow machine the one before may still be loading when it is left.
  const sizes = new Map(
    await page.evaluate(() =>
      (performance.getEntries() as PerformanceResourceTiming[])
        .filter(({ entryType, name }) => entryType === 'navigation' || (entryType === 'resource' && name.includes('/assets/')))
        .map(({ name, encodedBodySize }) => [name, encodedBodySize] as const),
    ),
  );
  const total = [...sizes.values()].reduce((sum, size) => sum + size, 0);
  console.log(`first load: ${Math.round(total / 1000)} kB in ${sizes.size} files`);
  expect(sizes.size).toBeGreaterThan(3);
  expect(total, JSON.stringify([...sizes])).toBeLessThan(250_000);
  // The charts are loaded when they come near.
  await scrollToCharts(page);
  await expect(page.getByRole('figure', { name: /^Latency heat map/ })).toBeVisible();
});
