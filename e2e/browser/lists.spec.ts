import type { Page } from '@playwright/test';
import { Cluster } from './cluster.js';
import { expect, test } from './fixtures.js';
import { login } from './login.js';

const DRIVES = '**/api/v1/drives?*';
const rowsOf = (page: Page) => page.getByRole('table', { name: 'Drives' }).locator('tbody').getByRole('row');

test('given more drives than a page holds, then they come 200 at a time, and the server sorts and filters all of them', async ({
  page,
  mongo,
}) => {
  const cluster = await Cluster.start(mongo.uri);
  try {
    await login(page, `${cluster.server.url}/drives`, 'vera');
    await expect(page.getByText('No drive yet: nodes bring theirs when they enroll.')).toBeVisible();

    for (const node of ['a', 'b'])
      await cluster.node(
        node,
        Array.from({ length: 105 }, (_, slot) => ({ serial: `${node.toUpperCase()}${String(slot).padStart(3, '0')}`, sizeBytes: 1e12 })),
      );
    await expect(page.getByText('1 to 200 of 210')).toBeVisible();
    const rows = rowsOf(page);
    await expect(rows).toHaveCount(200);
    await page.getByRole('button', { name: 'Next 200' }).click();
    await expect(page.getByText('201 to 210 of 210')).toBeVisible();
    await expect(rows).toHaveCount(10);
    await expect(rows.first()).toContainText('B095');
    await page.getByRole('button', { name: 'Previous 200' }).click();
    await expect(rows.first()).toContainText('A000');

    // The last of all comes first: sorted by what was never sent before, not among the rows shown.
    await page.getByRole('button', { name: 'Serial' }).click();
    await expect(rows.first()).toContainText('B104');
    await page.getByLabel('Node').selectOption('a');
    await expect(page.getByText('1 to 105 of 105')).toBeVisible();
    await expect(rows.first()).toContainText('A104');
    await page.getByLabel('State').selectOption('occupied');
    await expect(page.getByText('No drive fits these filters.')).toBeVisible();
  } finally {
    await cluster.stop();
  }
});

test('given a list that is slow to come, then the page says that it loads', async ({ page, loginAs }) => {
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

test('given a list that the server cannot give, then the page says why and which request it was, and another try gets it', async ({
  page,
  loginAs,
}) => {
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
