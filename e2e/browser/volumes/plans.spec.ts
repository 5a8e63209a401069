import { chooseClient } from '../support/choose-client.js';
import { expect, test } from '../support/fixtures.js';

const GiB = 2 ** 30;

test('shows the commands of an attach for each node, by keyboard, before it starts', async ({ page, cluster, loginAs }) => {
  const id = await cluster.volume('told-before', { sizeBytes: GiB, protection: 'raid1' });
  await loginAs('olga', `/volumes/${id}`);
  await page.getByRole('button', { name: 'Attach…' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('Commands, by node')).toHaveCount(0);
  await chooseClient(page, 'c1');
  await dialog.getByText('Commands, by node').focus();
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('Not run yet. The agents would run these commands')).toBeVisible();
  const client = dialog.getByRole('figure', { name: 'commands on c1' });
  await expect(client).toContainText(/nvme connect --transport=rdma --traddr=\d/);
  await expect(client).toContainText('mdadm --create');
  await expect(client).toContainText('<leg 0 on ');
  await expect(dialog.getByRole('figure', { name: /^commands on n\d/ })).toHaveCount(2);
  await expect(dialog.getByRole('figure', { name: /^commands on n\d/ }).first()).toContainText('/sys/kernel/config/nvmet/subsystems/');
  await dialog.getByLabel('Transport').selectOption('tcp');
  await expect(client).toContainText('nvme connect --transport=tcp');
});

test('updates the commands of a new volume while typing, or shows why there are none @all', async ({ page, loginAs }) => {
  await loginAs('olga', '/volumes/new');
  await page.getByLabel(/^Name/).fill('told-first');
  await page.getByLabel(/^Size/).fill('4 GiB');
  await page.getByLabel(/^Drive class/).selectOption('fast');
  await page.getByText('Commands, by node').click();
  const first = page.getByRole('figure', { name: /^commands on / }).first();
  await expect(first).toContainText(/lvcreate .*--name 'leg-<id of leg \d>'/);
  await page.getByLabel(/^Size/).fill('900 TiB');
  const commands = page.getByRole('group').filter({ hasText: 'Commands, by node' });
  await expect(commands.getByRole('alert')).toContainText('free');
  await expect(first).toHaveCount(0);
});
