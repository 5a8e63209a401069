import type { Page } from '@playwright/test';
import { expectNoViolation } from './support/axe.js';
import { expect, test } from './support/fixtures.js';
import { login } from './support/login.js';
import { type SimulatedCluster, startSimulatedCluster } from './support/simulated-cluster.js';

let simulated: SimulatedCluster;

test.beforeAll(async ({ mongo }) => {
  test.setTimeout(360_000);
  simulated = await startSimulatedCluster(mongo.uri);
});
test.afterAll(() => simulated?.stop());

const address = (path: string): string => `${simulated.cluster.server.url}${path}`;

async function fillIn(page: Page, fault: string): Promise<void> {
  await page.goto(address('/drills'));
  await page.getByRole('button', { name: 'New drill…' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'New drill' })).toBeVisible();
  await page.getByLabel('Fault', { exact: true }).selectOption(fault);
  await page.getByLabel('Time of the fault, seconds').fill('6');
  await page.getByLabel('Client').selectOption('client-1');
  await page.getByLabel('Size').fill('64 MiB');
  await page.getByLabel('Drive class').selectOption('fast');
}

test('plans and runs a drill, shows its progress and its report, and deletes it @all', async ({ page }) => {
  test.setTimeout(300_000);
  await login(page, address('/'), 'olga');
  await fillIn(page, 'Kill an agent');
  await expect(page.getByRole('list', { name: 'Plan' })).toContainText('decided when the scratch volume is placed');
  await expect(page.getByLabel('curl command')).toContainText('"kind":"kill-agent"');
  await expectNoViolation(page, 'the form of a drill');
  await page.screenshot({ path: '.cache/screenshots/drill-form.png', fullPage: true });
  await page.getByRole('button', { name: 'Start drill' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Kill an agent' })).toBeVisible();
  await expect(page.getByRole('list', { name: 'Steps' })).toContainText('make the fault, for 6 s');
  await expect(page.getByRole('main')).toContainText('the fault is made', { timeout: 120_000 });
  await page.screenshot({ path: '.cache/screenshots/drill-running.png', fullPage: true });
  await expect(page.getByRole('button', { name: 'Delete…' })).toBeVisible({ timeout: 200_000 });
  await expect(page.getByText('Within the limit').locator('..')).toContainText('yes');
  await expectNoViolation(page, 'the report of a drill');
  await page.screenshot({ path: '.cache/screenshots/drill-report.png', fullPage: true });

  await page.goto(address('/drills'));
  await expect(page.getByRole('heading', { name: 'Longest stalls, oldest first' })).toBeVisible();
  await expectNoViolation(page, 'the list of drills');
  await page.screenshot({ path: '.cache/screenshots/drill-list.png', fullPage: true });
  await page.getByRole('table', { name: 'Drills' }).getByRole('link', { name: 'Kill an agent' }).click();
  await page.getByRole('button', { name: 'Delete…' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete the drill' }).click();
  await expect(page.getByText('No drill has run yet.')).toBeVisible();
});

test('cancels a drill, and says what stands against another one meanwhile @all', async ({ page }) => {
  test.setTimeout(240_000);
  await login(page, address('/'), 'olga');
  await fillIn(page, 'Kill an agent');
  await page.getByRole('button', { name: 'Start drill' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Kill an agent' })).toBeVisible();
  const started = page.url();
  await fillIn(page, 'Fail a mirror half');
  await expect(page.getByRole('list', { name: 'What stands against it' })).toContainText('another drill is not finished');
  await page.screenshot({ path: '.cache/screenshots/drill-refused.png', fullPage: true });
  await expect(page.getByRole('button', { name: 'Start drill' })).toHaveAttribute('aria-disabled', 'true');
  await page.goto(started);
  await page.getByRole('button', { name: 'Cancel…' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel the drill' }).click();
  await expect(page.getByText('olga cancelled it.').first()).toBeVisible();
});

test('shows a viewer drills, and that a viewer starts none', async ({ page }) => {
  await login(page, address('/drills'), 'vera');
  await expect(page.getByRole('button', { name: 'New drill…' })).toHaveAttribute('aria-disabled', 'true');
});

test('sets, changes and removes the schedule of drills @all', async ({ page }) => {
  await login(page, address('/drills'), 'admin');
  await expect(page.getByText('No drill begins by itself.')).toBeVisible();
  await page.getByRole('button', { name: 'Set schedule…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Days from drill to drill').fill('30');
  await dialog.getByLabel('Client').selectOption('client-1');
  await dialog.getByLabel('Drive class').selectOption('fast');
  await expectNoViolation(page, 'the schedule of drills');
  await page.screenshot({ path: '.cache/screenshots/drill-schedule.png', fullPage: true });
  await dialog.getByRole('button', { name: 'Set schedule' }).click();
  const text = 'Every 30 days, between 03:00 and 04:00 UTC, on a scratch volume: close a path, then stop a target';
  await expect(page.getByText(text)).toBeVisible();
  await page.getByRole('button', { name: 'Change schedule…' }).click();
  await expect(dialog.getByLabel('Size')).toHaveValue('1 GiB');
  await dialog.getByLabel('Days from drill to drill').fill('1');
  await dialog.getByRole('button', { name: 'Set schedule' }).click();
  await expect(page.getByText('Every day, between 03:00')).toBeVisible();
  await page.getByRole('button', { name: 'Remove schedule…' }).click();
  await dialog.getByRole('button', { name: 'Remove schedule' }).click();
  await expect(page.getByText('No drill begins by itself.')).toBeVisible();
});
