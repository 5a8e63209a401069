import { endpoints } from '@weft/shared/endpoints/endpoints';
import { expect, test } from './support/fixtures.js';

test('given settings, when some are changed, then only they are, and what the server refuses is said at its field', async ({
  page,
  cluster,
  loginAs,
}) => {
  const before = await cluster.admin.call(endpoints.getSettings);
  await loginAs('admin', '/settings');
  const save = page.getByRole('button', { name: 'Save the settings' });
  await expect(save).toHaveAccessibleDescription('Nothing is changed yet.');
  const queues = page.getByLabel('I/O queues of a controller, at most');
  await queues.fill('999');
  await save.click();
  await expect(queues).toHaveAccessibleDescription(/maxIoQueues: .*64/);
  await queues.fill('16');
  const networks = page.getByLabel('Networks');
  await networks.fill('left 10.0.0.0/24\nright 10.1.0.0/99');
  await save.click();
  await expect(networks).toHaveAccessibleDescription(/storageNetworks\.1\.cidrs\.0/);
  await networks.fill('left 10.0.0.0/24\nright 10.1.0.0/24');
  await save.click();
  await expect(page.getByRole('region', { name: 'Notices' })).toContainText('The settings are saved.');
  const after = await cluster.admin.call(endpoints.getSettings);
  expect(after).toMatchObject({ maxIoQueues: 16, keepAliveSeconds: before.keepAliveSeconds, storageNetworks: before.storageNetworks });
});

test('given somebody else who changes the same setting meanwhile, then both values are shown and one is chosen', async ({
  page,
  cluster,
  loginAs,
}) => {
  await loginAs('admin', '/settings');
  const keepAlive = page.getByLabel('Keep-alive, seconds');
  await keepAlive.fill('7');
  const { version } = await cluster.admin.call(endpoints.getSettings);
  await cluster.admin.call(endpoints.updateSettings, { ifMatch: version, body: { keepAliveSeconds: 9, reconnectDelaySeconds: 2 } });
  // Fields that only the other person changed update by themselves.
  await expect(page.getByLabel('Reconnect delay, seconds')).toHaveValue('2');
  await expect(page.getByText('Somebody else set “Keep-alive, seconds” to 9 meanwhile; here it says 7.')).toBeVisible();
  const save = page.getByRole('button', { name: 'Save the settings' });
  await expect(save).toHaveAccessibleDescription(/choose at the field first/);
  await page.getByRole('button', { name: 'Keep mine' }).click();
  await save.click();
  await expect(page.getByRole('region', { name: 'Notices' })).toContainText('The settings are saved.');
  expect(await cluster.admin.call(endpoints.getSettings)).toMatchObject({ keepAliveSeconds: 7, reconnectDelaySeconds: 2 });
});

test('given an operator, then settings are read and not changed, and the button says why', async ({ page, loginAs }) => {
  await loginAs('olga', '/settings');
  await expect(page.getByLabel('Keep-alive, seconds')).toBeDisabled();
  await expect(page.getByRole('button', { name: 'Save the settings' })).toHaveAccessibleDescription(/this takes an administrator/);
});
