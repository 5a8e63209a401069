import { endpoints } from '@weft/shared/endpoints/endpoints';
import { until } from '../support/api-client.js';
import { expectNoViolation } from './support/axe.js';
import { expect, test } from './support/fixtures.js';
import { login } from './support/login.js';

test('shows health, capacity, jobs and changes on the overview, with a link for every name', async ({ page, cluster, loginAs }) => {
  await cluster.volume('told', { sizeBytes: 2 ** 30 });
  await loginAs('vera');
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible();
  const capacity = page.getByRole('table', { name: 'Capacity' });
  await expect(capacity.getByRole('row', { name: /^fast/ })).toContainText(
    /\d of \d drives in service on \d nodes.*of it for a repair.*in service/,
  );
  await expect(capacity.getByRole('img', { name: /% used/ })).toBeVisible();
  await expect(page.getByRole('list', { name: 'Recent changes' })).toContainText('Create volume told');
  await page.getByRole('list', { name: 'Recent changes' }).getByRole('link', { name: 'Create volume told' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Create volume told' })).toBeVisible();
});

test('shows a lost target first, with its effects, until it returns, without a reload', async ({ page, ownCluster: cluster }) => {
  test.setTimeout(360_000);
  await cluster.furnish();
  const id = await cluster.volume('orders', { sizeBytes: 2 ** 30 });
  await cluster.attach(id, 'c1');
  const logs = await cluster.volume('logs', { sizeBytes: 2 ** 30, stripeWidth: 3 });
  await login(page, cluster.server.url, 'vera');
  await expect(page.getByText(/^All healthy: /)).toBeVisible();

  const { legs } = await cluster.admin.call(endpoints.getVolume, { params: { id } });
  const target = legs[0]?.node.name ?? '';
  await cluster.agents.get(target)?.goAway();
  const causes = page.getByRole('list', { name: 'Problems' });
  const cause = causes.getByRole('listitem').filter({ hasText: `node ${target} lost` });
  await expect(cause).toContainText(new RegExp(`node ${target} lost since \\d\\d:\\d\\d`));
  await expect(cause).toContainText('because its agent does not report');
  await expect(cause).toContainText(`waiting for the agent of ${target}`);
  await expect(cause).toContainText('unblocked by');
  await expect(cause).toContainText(/volumes? (degraded|detached, incomplete|unknown)/);
  await expectNoViolation(page, 'causes');
  await expect(page.getByRole('link', { name: 'Nodes', exact: true })).toHaveAccessibleDescription('1 not online');
  await expect(page.getByRole('link', { name: '1 lost' })).toHaveAttribute('href', '/nodes?connection=lost');
  await expect(page.getByRole('link', { name: 'Targets', exact: true })).toHaveAttribute('href', '/nodes?role=target');
  await cause
    .getByRole('link', { name: /volumes? (degraded|detached, incomplete|unknown)/ })
    .first()
    .click();
  await expect(page.getByRole('heading', { level: 1, name: 'Volumes' })).toBeVisible();
  await expect(page.getByLabel('Health')).not.toHaveValue('');
  await expect(page.getByRole('row', { name: /orders|logs/ }).first()).toBeVisible();
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Overview' }).click();
  const { version } = await cluster.admin.call(endpoints.getVolume, { params: { id: logs } });
  await cluster.admin.call(endpoints.deleteVolume, { params: { id: logs }, ifMatch: version });
  const waiting = page.getByRole('list', { name: 'Active jobs' }).getByRole('listitem').filter({ hasText: 'Delete volume logs' });
  await expect(waiting.getByRole('link', { name: target }).first()).toBeVisible();
  // A long wait has two lines, and all of its text as its title.
  const wait = waiting.getByTitle(/; unblocked by /);
  expect(await wait.evaluate((each) => each.clientHeight / Number.parseFloat(getComputedStyle(each).lineHeight))).toBeLessThan(2.1);
  await cause.getByRole('link', { name: target }).first().click();
  await expect(page.getByRole('heading', { level: 1, name: target })).toBeVisible();
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Overview' }).click();

  cluster.agents.get(target)?.comeBack();
  await expect(page.getByText(/^All healthy: /)).toBeVisible({ timeout: 90_000 });

  // A lost network takes no volume from any client, but half of its paths.
  const client = cluster.agents.get('c1');
  if (client)
    client.say = (status) =>
      status.kind === 'attachment'
        ? {
            ...status,
            observed: {
              ...status.observed,
              paths: status.observed.paths.map((path, at) => (at === 0 ? { ...path, controllerState: 'connecting' } : path)),
            },
          }
        : status;
  await client?.sayAgain();
  await expect(causes).toContainText('1 attachment has paths that are not live');
  await causes.getByRole('link', { name: '1 attachment has' }).click();
  await expect(page.getByRole('row', { name: /orders/ })).toContainText(/paths are \d+ of \d+ live: n\d by (left|right) connecting/);
});

test('opens an empty cluster on the first steps, and ticks each, up to the fstab line @all', async ({ page, ownCluster: cluster }) => {
  test.setTimeout(360_000);
  await login(page, cluster.server.url, 'admin');
  const steps = page.getByRole('list', { name: 'First steps' });
  const ticks = steps.getByRole('img', { name: 'done', exact: true });
  await expect(steps.getByRole('listitem')).toHaveCount(7);
  await expect(ticks).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'Capacity' })).toHaveCount(0);
  // The steps are the whole page: they cannot be hidden, and they show even if they were hidden on an earlier cluster.
  await expect(page.getByRole('button', { name: 'Hide' })).toHaveCount(0);
  await page.evaluate(() => localStorage.setItem('weft.first-steps', 'hidden'));
  await page.reload();
  await expect(steps.getByRole('listitem')).toHaveCount(7);
  await page.evaluate(() => localStorage.removeItem('weft.first-steps'));
  await page.reload();
  await expect(steps.getByLabel('Install command')).toContainText('apt install ./weft-agent');
  await steps.getByText('RHEL 9 (not run)').click();
  await expect(steps.getByLabel('Install command')).toContainText('dnf install');
  await expectNoViolation(page, 'first steps');
  await steps.getByRole('button', { name: 'Issue a token…' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Issue a token' }).click();
  await expect(page.getByLabel('Enroll command')).toContainText('weft-agent enroll --server');
  await page.getByRole('button', { name: 'Done' }).click();

  for (const name of ['n1', 'n2']) await cluster.node(name, [{ serial: `S-${name}`, sizeBytes: 2e12 }]);
  await cluster.node('c1');
  await expect(ticks).toHaveCount(1);
  await steps.getByLabel('Network').fill('left');
  await steps.getByLabel('Address ranges').fill('10.0.0.0/16');
  await steps.getByRole('button', { name: 'Add network' }).click();
  await expect(ticks).toHaveCount(2);
  await expect(steps).toContainText('2 blank');

  const { items } = await cluster.admin.call(endpoints.listDrives);
  for (const { id, version } of items) await cluster.admin.call(endpoints.takeDrive, { params: { id }, ifMatch: version });
  await expect(ticks).toHaveCount(3);
  await cluster.admin.call(endpoints.createDriveClass, { body: { name: 'fast', members: { by: 'selector', selector: {} } } });
  await expect(ticks).toHaveCount(4);
  const volume = await cluster.volume('orders', { sizeBytes: 2 ** 30, protection: 'raid1' });
  await expect(ticks).toHaveCount(5);
  await expect(steps.getByRole('link', { name: 'orders' })).toBeVisible();
  await cluster.attach(volume, 'c1');
  await expect(ticks).toHaveCount(6);
  await expect(steps.getByLabel('fstab line')).toHaveText(
    '/dev/weft/orders  /srv/orders  xfs  _netdev,nofail,x-systemd.requires=weft-volumes.service,x-systemd.device-timeout=5min  0 0',
  );

  // Steps that arrive late would move the page under the reader.
  let answer = () => {};
  const mayAnswer = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/api/v1/settings', async (route) => {
    await mayAnswer;
    await route.continue();
  });
  const overview = page.waitForResponse('**/api/v1/overview');
  await page.reload();
  await overview;
  await expect(page.getByRole('main').getByText('Loading…')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Capacity' })).toBeHidden();
  answer();
  await expect(page.getByRole('heading', { name: 'Capacity' })).toBeVisible();
  await expect(ticks).toHaveCount(6);

  const client = cluster.agents.get('c1');
  if (client)
    client.say = (status) => (status.kind === 'attachment' ? { ...status, observed: { ...status.observed, open: true } } : status);
  await until('the device is open', 20, async () => {
    await client?.sayAgain();
    return (await steps.count()) === 0 ? true : undefined;
  });
  await expect(steps).toHaveCount(0);
  await expect(page.getByText(/^All healthy: /)).toBeVisible();
});
