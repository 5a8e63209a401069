import { expect, type Page } from '@playwright/test';
import { chooseAction } from './support/actions.js';
import { expectNoViolation } from './support/axe.js';
import { test } from './support/fixtures.js';
import { login } from './support/login.js';
import { type SimulatedCluster, startSimulatedCluster } from './support/simulated-cluster.js';

const smart = {
  ...{ temperatureCelsius: 40, percentageUsed: 1, availableSparePercent: 100, mediaErrors: 0 },
  ...{ powerOnHours: 100, unsafeShutdowns: 0 },
};
const alertsIn = (page: Page) => page.getByRole('table', { name: 'Alerts' }).getByRole('row');
const place = (page: Page) => page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Alerts' });

test('shows an alert by itself, acknowledges and silences it, and names it on the pages of its object', async ({
  page,
  ownCluster: cluster,
}) => {
  test.setTimeout(180_000);
  await login(page, `${cluster.server.url}/alerts`, 'olga');
  await expect(page.getByText('No alerts are open.')).toBeVisible();
  await cluster.node('n1', [{ serial: 'S-WARM', sizeBytes: 2.4e12, smart: { ...smart, criticalWarning: 1 } }]);
  const row = alertsIn(page).filter({ hasText: 'Drive S-WARM of node n1 reports a critical warning.' });
  await expect(row).toContainText('warning, firing', { timeout: 60_000 });
  await expect(place(page)).toHaveAccessibleDescription('1 firing');
  await expectNoViolation(page, 'the list of alerts');

  await row.getByRole('link', { name: /^Drive S-WARM/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Drive warning: drive S-WARM' })).toBeVisible();
  for (const title of ['Problem', 'Impact', 'Remedy']) await expect(page.getByRole('heading', { name: title })).toBeVisible();
  await expect(page.getByText('No channel has a message about this alert.')).toBeVisible();
  await chooseAction(page, 'Acknowledge…');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Comment').fill('ordered a new one');
  await dialog.getByText('The same with curl').click();
  await expect(dialog.getByLabel('curl command')).toContainText('ordered a new one');
  await dialog.getByRole('button', { name: 'Acknowledge', exact: true }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByText('warning, acknowledged by olga')).toBeVisible();
  await expect(page.getByText('ordered a new one')).toBeVisible();
  await expectNoViolation(page, 'the page of an alert');

  await chooseAction(page, 'Silence…');
  await expect(dialog.getByLabel('Matchers')).toHaveValue(/^rule=WeftDriveWarning$/m);
  await expect(dialog.getByRole('button', { name: 'Create silence' })).toHaveAccessibleDescription('Enter a reason first.');
  await dialog.getByLabel('Lasts').selectOption('1 day');
  await dialog.getByLabel('Reason').fill('known until Monday');
  await expectNoViolation(page, 'the form of a silence');
  await dialog.getByRole('button', { name: 'Create silence' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByText('warning, silenced, acknowledged by olga')).toBeVisible({ timeout: 30_000 });
  await expect(place(page)).not.toHaveAccessibleDescription(/firing/);

  await page.getByRole('link', { name: 'Show that moment' }).click();
  await expect(page.getByText('You see the cluster as it was at')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: 'S-WARM' })).toBeVisible();
  // The link shows the object as it was when the alert began.
  await page.getByRole('link', { name: 'Return to now' }).click();
  await expect(page.getByRole('region', { name: 'Open alerts' })).toContainText('warning, silenced, acknowledged by olga');
  await page.goto(cluster.server.url);
  await expect(page.getByRole('region', { name: 'Open alerts' }).getByRole('link', { name: /^Drive S-WARM/ })).toBeVisible();

  await page.goto(`${cluster.server.url}/silences`);
  const silence = page.getByRole('table', { name: 'Silences' }).getByRole('row').filter({ hasText: 'known until Monday' });
  await expect(silence).toContainText('active');
  await expect(silence).toContainText('olga');
  await expectNoViolation(page, 'the list of silences');
  await silence.getByRole('button', { name: 'End now…' }).click();
  await dialog.getByRole('button', { name: 'End now' }).click();
  await expect(silence).toContainText('ended');
  await expect(place(page)).toHaveAccessibleDescription('1 firing', { timeout: 60_000 });

  await page.goto(`${cluster.server.url}/alerts`);
  await row.getByRole('link', { name: /^Drive S-WARM/ }).click();
  await chooseAction(page, 'Withdraw…');
  await dialog.getByRole('button', { name: 'Withdraw' }).click();
  await expect(page.getByText('warning, firing')).toBeVisible();
});

test.describe('with simulated machines', () => {
  let simulated: SimulatedCluster;
  test.beforeAll(async ({ mongo }) => {
    test.setTimeout(360_000);
    simulated = await startSimulatedCluster(mongo.uri);
  });
  test.afterAll(() => simulated?.stop());

  test('folds the consequences of a lost node under one alert, which resolves when the node is back', { tag: '@all' }, async ({ page }) => {
    test.setTimeout(600_000);
    const { cluster, simulation } = simulated;
    await login(page, `${cluster.server.url}/alerts`, 'olga');
    await simulation.fault({ fault: 'kill-node', node: 'target-1' });
    const row = alertsIn(page).filter({ has: page.getByRole('link', { name: 'target-1', exact: true }) });
    await expect(row).toContainText('firing', { timeout: 150_000 });
    const consequences = row.getByRole('button', { name: /^\d+ open/ });
    await expect(consequences).toBeVisible({ timeout: 200_000 });
    // Only the cause is in the list.
    await expect(alertsIn(page).filter({ hasText: 'orders' })).toHaveCount(0);
    await expect(place(page)).toHaveAccessibleDescription('1 firing');
    // They unfold beside the list: by keyboard, the focus moves there and back.
    const panel = page.getByRole('complementary', { name: /^Preview of Node target-1/ });
    await expect(consequences).toHaveAttribute('aria-expanded', 'false');
    await consequences.focus();
    await page.keyboard.press('Enter');
    await expect(panel.getByRole('list', { name: 'Consequences' })).toContainText('orders');
    await expect(consequences).toHaveAttribute('aria-expanded', 'true');
    await expect(panel).toBeFocused();
    await expectNoViolation(page, 'the consequences of an alert beside the list');
    await page.keyboard.press('Escape');
    await expect(panel).toHaveCount(0);
    await expect(consequences).toBeFocused();
    await consequences.click();
    await panel.getByRole('link', { name: /consequences$/ }).click();
    await expect(page.getByText('Consequences of')).toBeVisible();
    await expect(alertsIn(page).filter({ hasText: 'orders' }).first()).toBeVisible();
    await page
      .getByRole('main')
      .getByRole('link', { name: /^Node target-1/ })
      .click();

    await expect(page.getByRole('table', { name: 'Consequences' })).toHaveCount(0);
    await page.getByText(/^\d+ open alerts?$/).click();
    await expect(page.getByRole('table', { name: 'Consequences' })).toContainText('orders');
    await expectNoViolation(page, 'an alert with consequences');
    await simulation.fault({ fault: 'boot-node', node: 'target-1' });
    await expect(page.getByText('warning, resolved').first()).toBeVisible({ timeout: 240_000 });
    await page.goto(`${cluster.server.url}/alerts?show=resolved`);
    await expect(row.first()).toContainText('resolved');
  });
});
