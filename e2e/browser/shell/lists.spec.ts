import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { chooseAction } from '../support/actions.js';
import { expect, test } from '../support/fixtures.js';
import { login } from '../support/login.js';

const DRIVES = '**/api/v1/drives?*';
const rowsOf = (page: Page) => page.getByRole('table', { name: 'Drives' }).locator('tbody').getByRole('row');

const PER_NODE = 1000;
const serialOf = (node: string, slot: number) => `${node.toUpperCase()}${String(slot).padStart(4, '0')}`;

test('scrolls through thousands of drives with only visible rows in the document @all', async ({ page, ownCluster: cluster }) => {
  test.setTimeout(360_000);
  await login(page, `${cluster.server.url}/drives`, 'vera');
  await expect(page.getByText('No drives yet. Nodes add their drives when they enroll.')).toBeVisible();
  for (const node of ['a', 'b', 'c'])
    await cluster.node(
      node,
      Array.from({ length: PER_NODE }, (_, slot) => ({ serial: serialOf(node, slot), sizeBytes: 1e12 })),
    );
  await expect(page.getByText('3,000 in all')).toBeVisible({ timeout: 90_000 });
  const table = page.getByRole('table', { name: 'Drives' });
  const rows = rowsOf(page);
  await expect(table).toHaveAttribute('aria-rowcount', '3001');
  await expect(rows.first()).toContainText('A0000');
  await expect(rows.first()).toHaveAttribute('aria-rowindex', '2');
  expect(await rows.count()).toBeLessThan(80);

  // Scroll to the end at once: the list reads the pages in between by cursor.
  const main = page.getByRole('main');
  await main.evaluate((element) => element.scrollTo({ top: element.scrollHeight }));
  const last = page.getByRole('row', { name: /C0999/ });
  await expect(last).toBeVisible();
  await expect(last).toHaveAttribute('aria-rowindex', '3001');
  expect(await rows.count()).toBeLessThan(80);
  await main.evaluate((element) => element.scrollTo({ top: element.scrollHeight / 2 }));
  await expect(rows.filter({ hasText: 'B0500' })).toBeVisible();

  // The last row comes first: the server sorts all rows, including those not sent yet, and the list starts from the top.
  await page.getByRole('button', { name: 'Serial' }).click();
  await expect(rows.first()).toContainText('C0999');
  await expect(page.getByRole('row', { name: /C0999/ })).toBeInViewport();
  await page.getByLabel('Node').selectOption('a');
  await expect(page.getByText('1,000 in all')).toBeVisible();
  await expect(rows.first()).toContainText('A0999');

  // By keyboard: down the links of the first column, row by row; the focus is never lost.
  await page.getByRole('link', { name: 'A0999' }).focus();
  for (let step = 1; step <= 60; step++) {
    // The next row exists only after it was read.
    const next = page.getByRole('link', { name: serialOf('a', PER_NODE - 1 - step) });
    await next.waitFor({ state: 'attached' });
    await page.keyboard.press('ArrowDown');
    await expect(next).toBeFocused();
  }
  await main.evaluate((element) => element.scrollTo({ top: 0 }));
  await expect(rows.first()).toContainText('A0999');
  await expect(page.getByRole('link', { name: 'A0939' })).toBeFocused();

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export CSV' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^weft-drives-.*\.csv$/);
  const lines = (await readFile(await file.path(), 'utf8')).split('\r\n');
  expect(lines[0]).toMatch(/^serial,id,node,state,.*,size_bytes,.*,simulated$/);
  expect(lines).toHaveLength(1 + PER_NODE + 1);
  expect(lines[1]).toMatch(/^A0999,/);
  expect(lines[PER_NODE]).toMatch(/^A0000,.*,1000000000000,.*,false$/);

  await page.getByLabel('State').selectOption('occupied');
  await expect(page.getByText('No drives match these filters.')).toBeVisible();
});

test('remembers a hidden column in this browser, not in the URL', async ({ page, loginAs }) => {
  await loginAs('vera', '/drives');
  const header = page.getByRole('columnheader', { name: 'Size' });
  await expect(header).toBeVisible();
  await page.getByRole('button', { name: 'Columns' }).click();
  await expect(page.getByRole('checkbox', { name: 'Serial' })).toHaveCount(0);
  await page.getByRole('checkbox', { name: 'Size' }).uncheck();
  await expect(header).toHaveCount(0);
  await page.reload();
  await expect(rowsOf(page).first()).toBeVisible();
  await expect(header).toHaveCount(0);
  expect(new URL(page.url()).search).toBe('');
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('checkbox', { name: 'Size' }).check();
  await expect(header).toBeVisible();
});

test('shows that a slow list is loading', async ({ page, loginAs }) => {
  await loginAs('vera', '/jobs');
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(DRIVES, async (route) => {
    await released;
    await route.continue();
  });
  await page.getByRole('link', { name: 'Drives', exact: true }).click();
  await expect(page.getByRole('main')).toContainText('Loading…');
  release();
  await expect(rowsOf(page).first()).toBeVisible();
  await expect(page.getByRole('main')).not.toContainText('Loading…');
});

test('shows reason and request id of a failed list, and loads it on retry', async ({ page, loginAs }) => {
  await loginAs('vera', '/jobs');
  const problem = {
    type: 'about:blank',
    title: 'Service Unavailable',
    status: 503,
    code: 'unavailable',
    detail: 'MongoDB has no primary: look at its members.',
    requestId: 'req-7',
  };
  await page.route(DRIVES, (route) =>
    route.fulfill({ status: 503, contentType: 'application/problem+json', body: JSON.stringify(problem) }),
  );
  await page.getByRole('link', { name: 'Drives', exact: true }).click();
  const alert = page.getByRole('alert');
  await expect(alert).toContainText('MongoDB has no primary: look at its members.');
  await expect(alert).toContainText('Request req-7');
  await page.unroute(DRIVES);
  await alert.getByRole('button', { name: 'Try again' }).click();
  await expect(rowsOf(page).first()).toBeVisible();
  await expect(alert).toHaveCount(0);
});

test('shows and clears a filter of the URL that no control can show', async ({ page, cluster, loginAs }) => {
  const id = await cluster.volume('filtered-by', { sizeBytes: 2 ** 30 });
  await loginAs('vera', `/volumes/${id}`);
  await chooseAction(page, 'Jobs');
  await expect(page.getByText('1 in all')).toBeVisible();
  await page.getByRole('button', { name: 'Of everything' }).click();
  await expect(page.getByRole('button', { name: 'Of everything' })).toHaveCount(0);
  // The jobs that took the drives into service are older than those of other tests, and may be out of sight.
  const jobs = page.getByRole('table', { name: 'Jobs' }).locator('tbody').getByRole('row');
  await expect(jobs.filter({ hasNotText: 'filtered-by', has: page.getByRole('link') }).first()).toBeVisible();
  await expect(page.getByText('1 in all', { exact: true })).toHaveCount(0);

  const gone = '00000000-0000-4000-8000-000000000000';
  await page.goto(`${cluster.server.url}/drives?nodeId=${gone}`);
  await expect(page.getByLabel('Node').locator('option:checked')).toHaveText(`Node: ${gone}`);
});

test('ignores invalid parts of a URL, and shows no object for an invalid id', async ({ page, cluster, loginAs }) => {
  await loginAs('vera', '/topology?colour=puce&q=n1');
  await expect(page.getByRole('treeitem', { name: /^node n1/ })).toBeVisible();
  await expect(page).toHaveURL(/topology\?q=n1$/);
  await page.goto(`${cluster.server.url}/drives?state=nonsense&sort=-foo`);
  await expect(page.getByRole('table', { name: 'Drives' })).toBeVisible();
  await expect(page).toHaveURL(/drives$/);
  await page.goto(`${cluster.server.url}/volumes/not-an-id`);
  await expect(page.getByText('There is no such volume, or it was deleted.')).toBeVisible();
});

test('shows a list unfiltered, with a warning, when the id in the URL is invalid', async ({ page, loginAs }) => {
  const refused: string[] = [];
  page.on('response', (response) => {
    if (response.status() === 400) refused.push(response.url());
  });
  await loginAs('admin', '/drives?nodeId=n1&state=in-service');
  await expect(
    page.getByText('The address names a node with the id “n1”, which is not an id. The list ignores this filter.'),
  ).toBeVisible();
  await expect(page.getByRole('row', { name: /S4YNNE0R201/ })).toBeVisible();
  await expect(page.getByLabel('Node')).toHaveValue('n1');
  await page.getByLabel('Node').selectOption('n2');
  await expect(page.getByText('which is not an id')).toHaveCount(0);
  await expect(page.getByRole('row', { name: /S4YNNE0R201/ })).toBeVisible();
  await expect(page.getByRole('row', { name: /S4YNNE0R101/ })).toHaveCount(0);

  for (const [path, noun] of [
    ['/jobs?subjectId=orders', 'an object'],
    ['/events?subjectId=orders', 'an object'],
    ['/audit?subjectId=orders', 'an object'],
    ['/attachments?volumeId=orders', 'a volume'],
    ['/volumes?driveClassId=orders', 'a drive class'],
  ]) {
    await page.goto(new URL(path ?? '', page.url()).href);
    await expect(page.getByText(`The address names ${noun} with the id “orders”`)).toBeVisible();
  }
  expect(refused).toEqual([]);
});
