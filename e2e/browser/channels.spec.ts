import { createHmac } from 'node:crypto';
import { expect } from '@playwright/test';
import { endpoints } from '@weft/shared/endpoints/endpoints';
import { HttpReceiver } from '@weft/test-support/receivers/http-receiver';
import { chooseAction } from './support/actions.js';
import { expectNoViolation } from './support/axe.js';
import { test } from './support/fixtures.js';
import { login } from './support/login.js';

const SECRET = 'shared with the receiver';

test('creates a webhook, tests it, shows its failures, and keeps its secret @all', async ({ page, ownCluster: cluster }) => {
  const receiver = await HttpReceiver.start();
  try {
    await login(page, `${cluster.server.url}/channels`, 'admin');
    await expect(page.getByText('Nobody gets alerts yet.')).toBeVisible();
    await page.getByRole('button', { name: 'New channel…' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Type').selectOption('Webhook');
    const create = dialog.getByRole('button', { name: 'Create channel' });
    await expect(create).toHaveAccessibleDescription('Enter a name, enter an address first.');
    await dialog.getByLabel(/^Name/).fill('on-call');
    await dialog.getByLabel('Address').fill('ftp://nowhere');
    await expect(dialog.getByLabel('Address')).toHaveAccessibleDescription(/must be an http or https address/);
    await dialog.getByLabel('Address').fill(`${receiver.url}/alerts`);
    await dialog.getByLabel('Secret', { exact: true }).fill(SECRET);
    await dialog.getByLabel('Repeat, hours').fill('4');
    await dialog.getByText('The same with curl').click();
    await expect(dialog.getByLabel('curl command')).toContainText('"secret":"…"');
    await expectNoViolation(page, 'the form of a channel');
    await create.click();
    await expect(dialog).toHaveCount(0);
    const card = page.getByRole('main');
    await expect(card.getByRole('heading', { name: 'on-call' })).toBeVisible();
    await expect(card).toContainText('All alerts, at once. Repeated every 4 h until somebody acknowledges. Also when they are resolved.');
    await expect(card).toContainText('Secretset');
    await expectNoViolation(page, 'the list of channels');

    await page.getByRole('button', { name: 'Send a test…' }).click();
    await dialog.getByRole('button', { name: 'Send a test' }).click();
    await expect(dialog.getByRole('status')).toContainText('The receiver accepted the test message');
    const [first] = receiver.received;
    const [, at, signature] = /^t=(\d+),v1=([0-9a-f]+)$/.exec(first?.headers['weft-signature']?.toString() ?? '') ?? [];
    expect(signature).toBe(createHmac('sha256', SECRET).update(`${at}.${first?.body}`).digest('hex'));
    receiver.answer = 500;
    await dialog.getByRole('button', { name: 'Send another test' }).click();
    await expect(dialog.getByRole('status')).toContainText('Not sent: ');
    await page.keyboard.press('Escape');

    // Without the secret: the change keeps it.
    await chooseAction(page, 'Edit…');
    await expect(dialog.getByLabel('Secret', { exact: true })).toHaveValue('');
    await expect(dialog.getByLabel('Secret', { exact: true })).toHaveAccessibleDescription('It is set. Empty: it stays as it is.');
    await dialog.getByLabel('Repeat, hours').fill('');
    await dialog.getByRole('button', { name: 'Save channel' }).click();
    await expect(dialog).toHaveCount(0);
    await expect(card).toContainText('Not repeated.');
    await expect(card).toContainText('Secretset');
  } finally {
    await receiver.stop();
  }
});

test('shows a receiver that fails, and sends its failed notification again; a viewer only reads @all', async ({
  page,
  ownCluster: cluster,
}) => {
  test.setTimeout(420_000);
  const receiver = await HttpReceiver.start();
  receiver.answer = 503;
  try {
    const target = { type: 'webhook' as const, url: `${receiver.url}/alerts` };
    await cluster.admin.call(endpoints.createChannel, { body: { name: 'on-call', target } });
    const smart = {
      temperatureCelsius: 40,
      percentageUsed: 1,
      availableSparePercent: 100,
      mediaErrors: 0,
      powerOnHours: 1,
      unsafeShutdowns: 0,
    };
    await cluster.node('n1', [{ serial: 'S-WARM', sizeBytes: 2.4e12, smart: { ...smart, criticalWarning: 1 } }]);
    await login(page, `${cluster.server.url}/channels`, 'vera');
    const main = page.getByRole('main');
    await expect(main.getByText(/^The last attempt failed: /)).toBeVisible({ timeout: 90_000 });
    await expect(main).toContainText('failing');
    for (const name of ['Send a test…', 'Edit…', 'Delete…'])
      await expect(main.getByRole('button', { name })).toHaveAttribute('aria-disabled', 'true');
    await expectNoViolation(page, 'a channel that fails');

    const [alert] = (await cluster.admin.call(endpoints.listAlerts)).items;
    await page.goto(`${cluster.server.url}/alerts/${alert?.id}`);
    const notifications = page.getByRole('table', { name: 'Notifications' });
    await expect(notifications).toContainText('on-call');
    await expect(notifications).toContainText('waiting');

    // A receiver that refuses five times does not get it any more: a person decides.
    receiver.answer = 400;
    await expect(notifications).toContainText('failed', { timeout: 200_000 });
    receiver.answer = 204;
    await page.context().clearCookies();
    await login(page, `${cluster.server.url}/channels`, 'admin');
    await page.getByText('1 failed notification of on-call').click();
    await expect(notifications).toContainText('The receiver answered 400');
    await page.getByRole('button', { name: 'Send again…' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Send again', exact: true }).click();
    await expect(main).toContainText('working', { timeout: 60_000 });
    expect(receiver.received.at(-1)?.body).toContain('S-WARM');
  } finally {
    await receiver.stop();
  }
});

test('deletes a channel after its name is typed', async ({ page, cluster, loginAs }) => {
  await cluster.admin.call(endpoints.createChannel, {
    body: { name: 'soon-gone', target: { type: 'syslog', host: '127.0.0.1', port: 9, transport: 'udp' } },
  });
  await loginAs('admin', '/channels');
  const card = page.locator('section').filter({ has: page.getByRole('heading', { name: 'soon-gone' }) });
  await card.getByRole('button', { name: 'Delete…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(/^Type the channel/).fill('soon-gone');
  await dialog.getByRole('button', { name: 'Delete channel' }).click();
  await expect(page.getByRole('heading', { name: 'soon-gone' })).toHaveCount(0);
});
