import { endpoints } from '@weft/shared/endpoints/endpoints';
import { expect, test } from '../support/fixtures.js';
import { login } from '../support/login.js';

test('shows since when the server is unreachable, and catches up when it returns', async ({ page, ownCluster: cluster }) => {
  await login(page, `${cluster.server.url}/drive-classes`, 'vera');
  await expect(page.getByText('live', { exact: true })).toBeVisible();
  await cluster.server.kill();
  await expect(page.getByRole('status', { name: 'Connection' })).toContainText('No data from the server since');
  await cluster.server.start();
  await cluster.admin.call(endpoints.createDriveClass, { body: { name: 'missed', members: { by: 'selector', selector: {} } } });
  await expect(page.getByRole('status', { name: 'Connection' })).toHaveCount(0);
  await expect(page.getByRole('row', { name: /missed/ })).toBeVisible();
});

test.describe('plain HTTP', () => {
  test.use({ serverEnvironment: { WEFT_SIMULATED: 'true' } });

  test('warns of simulation and plain HTTP on every page, the login too @all', async ({ page, ownCluster: cluster }) => {
    const said = async () => {
      await expect(page.getByRole('note', { name: 'Simulated cluster' })).toContainText('SIMULATED');
      await expect(page.getByRole('note', { name: 'Insecure HTTP' })).toBeVisible();
    };
    // The server of the test listens on loopback: it does not send this header.
    await page.route('**/*', async (route) => {
      const response = await route.fetch({ maxRetries: 3 });
      await route.fulfill({ response, headers: { ...response.headers(), 'weft-insecure-http': 'true' } });
    });
    await page.goto(cluster.server.url);
    await said();
    await login(page, cluster.server.url, 'vera');
    await page.getByRole('button', { name: 'Collapse navigation' }).click();
    await page.reload();
    await expect(page.getByRole('button', { name: 'Expand navigation' })).toBeVisible();
    await said();
    await page.getByRole('button', { name: 'Expand navigation' }).click();
    for (const name of ['Volumes', 'Drives', 'Drive classes', 'Nodes', 'Jobs', 'Settings']) {
      await page.getByRole('link', { name, exact: true }).click();
      await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
      await said();
    }
    for (const path of ['/volumes/new', '/drive-classes/new', '/volumes/none', '/nodes/none', '/jobs/none', '/no-such-page']) {
      await page.goto(`${cluster.server.url}${path}`);
      await expect(page.getByRole('main')).not.toContainText('Loading…');
      await said();
    }
    // The page goes on asking while the test ends.
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  });
});
