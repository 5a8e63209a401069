import { readFile } from 'node:fs/promises';
import { endpoints } from '@weft/shared/endpoints/endpoints';
import { expectNoViolation } from './support/axe.js';
import { expect, test } from './support/fixtures.js';
import { login } from './support/login.js';

test('changes only edited settings, and shows errors and a refusal of the server at their fields', async ({ page, cluster, loginAs }) => {
  const before = await cluster.admin.call(endpoints.getSettings);
  await loginAs('admin', '/settings');
  const save = page.getByRole('button', { name: 'Save settings' });
  await expect(save).toHaveAccessibleDescription('Nothing has changed yet.');
  const queues = page.getByLabel('I/O queues per controller, maximum');
  await queues.fill('999');
  await expect(queues).toHaveAccessibleDescription('Enter a whole number from 1 to 64.');
  await expect(save).toHaveAccessibleDescription('A field is invalid. See the message at the field.');
  await save.press('Enter');
  await expect(queues).toBeFocused();
  await queues.fill('16');
  const networks = page.getByLabel('Networks');
  await networks.fill('left 10.0.0.0/24\nright 10.1.0.0/99');
  await expect(networks).toHaveAccessibleDescription(/“10\.1\.0\.0\/99” must be an address range/);
  await networks.fill('left 10.0.0.0/24\nright 10.1.0.0/24');
  // The server's own refusals: of a request that another console sends.
  const sendInstead = async (body: object) => {
    await page.route('**/api/v1/settings', (route) =>
      route.request().method() === 'PATCH' ? route.continue({ postData: JSON.stringify(body) }) : route.fallback(),
    );
    await save.click();
  };
  await sendInstead({ maxIoQueues: 999 });
  await expect(queues).toHaveAccessibleDescription(/maxIoQueues: .*64/);
  await expect(queues).toBeFocused();
  await page.unroute('**/api/v1/settings');
  await sendInstead({ storageNetworks: [{ name: 'left', cidrs: ['10.0.0.0/24', '10.1.0.0/99'] }] });
  await expect(networks).toHaveAccessibleDescription(/storageNetworks\.0\.cidrs\.1/);
  await page.unroute('**/api/v1/settings');
  await save.click();
  await expect(page.getByRole('region', { name: 'Notices' })).toContainText('The settings are saved.');
  const after = await cluster.admin.call(endpoints.getSettings);
  expect(after).toMatchObject({ maxIoQueues: 16, keepAliveSeconds: before.keepAliveSeconds, storageNetworks: before.storageNetworks });
});

test('offers both values of a setting that somebody else changed at the same time', async ({ page, cluster, loginAs }) => {
  await loginAs('admin', '/settings');
  const keepAlive = page.getByLabel('Keep-alive, seconds');
  await keepAlive.fill('7');
  const { version } = await cluster.admin.call(endpoints.getSettings);
  await cluster.admin.call(endpoints.updateSettings, { ifMatch: version, body: { keepAliveSeconds: 9, reconnectDelaySeconds: 2 } });
  // Fields that only the other person changed update by themselves.
  await expect(page.getByLabel('Reconnect delay, seconds')).toHaveValue('2');
  await expect(page.getByText('Somebody else set “Keep-alive, seconds” to 9 in the meantime; your value is 7.')).toBeVisible();
  const save = page.getByRole('button', { name: 'Save settings' });
  await expect(save).toHaveAccessibleDescription(/Choose a value at each marked field/);
  await page.getByRole('button', { name: 'Keep mine' }).click();
  await save.click();
  await expect(page.getByRole('region', { name: 'Notices' })).toContainText('The settings are saved.');
  expect(await cluster.admin.call(endpoints.getSettings)).toMatchObject({ keepAliveSeconds: 7, reconnectDelaySeconds: 2 });
});

test('shows a change that was made before the page had its live connection', async ({ page, cluster, loginAs }) => {
  let connect: () => void = () => undefined;
  const mayConnect = new Promise<void>((resolve) => {
    connect = resolve;
  });
  await page.routeWebSocket(/socket\.io/, async (socket) => {
    await mayConnect;
    socket.connectToServer();
  });
  await loginAs('admin', '/settings');
  const lostAfter = page.getByLabel('A node is lost after, seconds');
  const before = await cluster.admin.call(endpoints.getSettings);
  await expect(lostAfter).toHaveValue(String(before.nodeLostAfterSeconds));
  const body = { nodeLostAfterSeconds: before.nodeLostAfterSeconds + 1 };
  const { version } = await cluster.admin.call(endpoints.updateSettings, { ifMatch: before.version, body });
  connect();
  await expect(lostAfter).toHaveValue(String(body.nodeLostAfterSeconds));
  await cluster.admin.call(endpoints.updateSettings, { ifMatch: version, body: { nodeLostAfterSeconds: before.nodeLostAfterSeconds } });
});

test('shows an operator the settings read-only, with the reason at the button', async ({ page, loginAs }) => {
  await loginAs('olga', '/settings');
  await expect(page.getByLabel('Keep-alive, seconds')).toBeDisabled();
  await expect(page.getByRole('button', { name: 'Save settings' })).toHaveAccessibleDescription(
    /this needs the permission settings:change/,
  );
});

test('lists the servers with their versions, offline ones too', async ({ page, cluster, loginAs }) => {
  await loginAs('olga', '/settings');
  const servers = page.getByRole('table', { name: 'Servers' });
  await expect(servers.getByRole('row').nth(1)).toContainText(/answers this page.*online.*\d+\.\d+\.\d+/);
  const { items } = await cluster.admin.call(endpoints.listServers);
  const [own] = items;
  if (!own) throw new Error('no server');
  const older = {
    ...own,
    id: '00000000-0000-4000-8000-000000000009',
    hostname: 'older',
    version: '0.0.9',
    protocol: null,
    answering: false,
  };
  await page.route('**/api/v1/servers', (route) => route.fulfill({ json: { items: [own, { ...older, online: false }] } }));
  await page.reload();
  await expect(servers.getByRole('row', { name: /older/ })).toContainText(/offline.*0\.0\.9.*unknown/);
});

test('downloads a support bundle as an administrator, and tells others why they cannot', async ({ page, loginAs }) => {
  await loginAs('admin', '/settings');
  const section = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Support bundle' }) });
  const downloading = page.waitForEvent('download');
  await section.getByRole('link', { name: 'Download' }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/^weft-support-\w+\.tar\.gz$/);
  expect(await download.failure()).toBeNull();
  const bytes = await readFile(await download.path());
  expect([...bytes.subarray(0, 2)]).toEqual([0x1f, 0x8b]);
  await loginAs('olga', '/settings');
  await expect(section).toContainText('this needs the permission support-bundle:read');
  await expect(section.getByRole('link')).toHaveCount(0);
});

test('sets and removes a threshold of an alert rule, in the unit of the rule @all', async ({ page, ownCluster: cluster }) => {
  await cluster.furnish();
  await login(page, `${cluster.server.url}/settings`, 'admin');
  const row = page.getByRole('table', { name: 'Alert thresholds' }).getByRole('row').filter({ hasText: 'Drive wear' });
  await expect(row).toContainText('80 %');
  await row.getByRole('button', { name: 'Set value…' }).click();
  const dialog = page.getByRole('dialog');
  const set = dialog.getByRole('button', { name: 'Set value' });
  await expect(set).toHaveAccessibleDescription('Enter a value first.');
  await dialog.getByLabel('Applies to').selectOption('a drive class');
  await dialog.getByLabel('Drive class').selectOption('fast');
  await dialog.getByLabel('Threshold, %').fill('0');
  await expect(dialog.getByLabel('Threshold, %')).toHaveAccessibleDescription(/Enter a number from 1 to 1000\./);
  await dialog.getByLabel('Threshold, %').fill('60');
  await expectNoViolation(page, 'the form of a threshold');
  await set.click();
  await expect(row).toContainText('drive class fast: 60 %');
  const { alertThresholds } = await cluster.admin.call(endpoints.getSettings);
  expect(alertThresholds).toEqual([{ rule: 'WeftDriveWear', driveClass: 'fast', volumeLabel: null, value: 0.6 }]);
  await row.getByRole('button', { name: 'Remove…' }).click();
  await dialog.getByRole('button', { name: 'Remove value' }).click();
  await expect(row).toContainText('none');
  expect(await cluster.admin.call(endpoints.getSettings)).toMatchObject({ alertThresholds: [] });
});
