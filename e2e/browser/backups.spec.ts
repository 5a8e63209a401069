import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expectNoViolation } from './support/axe.js';
import { expect, test } from './support/fixtures.js';
import { login } from './support/login.js';

test.describe('with a folder', () => {
  test.use({
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern.
    serverEnvironment: async ({}, use) => {
      const folder = await mkdtemp(join(tmpdir(), 'weft-browser-backups-'));
      await use({ WEFT_BACKUP_DIR: folder, WEFT_BACKUP_KEY: '7'.repeat(64) });
      await rm(folder, { recursive: true, force: true });
    },
  });

  test('takes, verifies and downloads a backup, and a viewer sees it @all', async ({ page, ownCluster: cluster, serverEnvironment }) => {
    await login(page, `${cluster.server.url}/backups`, 'admin');
    const table = page.getByRole('table', { name: 'Backups' });
    await expect(page.getByText(`${serverEnvironment['WEFT_BACKUP_DIR']}, seen by server`)).toBeVisible();

    await page.getByRole('button', { name: 'Back up now' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Back up now' }).click();
    await expect(dialog.getByText('The backup is stored.')).toBeVisible({ timeout: 60_000 });
    await dialog.getByRole('button', { name: 'Close', exact: true }).last().click();
    const row = table.getByRole('row').filter({ hasText: 'manual' });
    await expect(row).toContainText('complete');
    await expectNoViolation(page, 'the list of backups');

    const [download] = await Promise.all([page.waitForEvent('download'), row.getByRole('link', { name: 'Download' }).click()]);
    const name = download.suggestedFilename();
    expect(name).toMatch(/^weft-.*\.weftbackup$/);
    expect(await readFile(await download.path())).toEqual(await readFile(join(serverEnvironment['WEFT_BACKUP_DIR'] ?? '', name)));

    await row.getByRole('button', { name: 'Verify…' }).click();
    await dialog.getByRole('button', { name: 'Verify' }).click();
    await expect(dialog.getByText('Every byte of the file is authentic.')).toBeVisible({ timeout: 60_000 });
    await dialog.getByRole('button', { name: 'Close', exact: true }).last().click();
    await expect(row).toContainText('verified');

    await page.context().clearCookies();
    await login(page, `${cluster.server.url}/backups`, 'vera');
    await expect(row).toContainText('verified');
    for (const action of ['Verify…', 'Download'])
      await expect(row.getByRole('button', { name: action })).toHaveAttribute('aria-disabled', 'true');
    await expect(page.getByRole('button', { name: 'Back up now' })).toHaveAttribute('aria-disabled', 'true');
  });

  test('shows a folder that cannot be read as a problem of the cluster @all', async ({ page, ownCluster: cluster, serverEnvironment }) => {
    await cluster.furnish();
    await rm(serverEnvironment['WEFT_BACKUP_DIR'] ?? '', { recursive: true });
    await login(page, `${cluster.server.url}/`, 'vera');
    const problem = page.getByRole('list', { name: 'Problems' }).getByRole('listitem').filter({ hasText: 'backup folder unreadable' });
    await expect(problem).toContainText('cannot read the backups in');
    await expect(page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: /Backups/ })).toContainText('1');
    await problem.getByRole('link', { name: 'folder' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Backups' })).toBeVisible();
    await expect(page.getByText('unreadable', { exact: true })).toBeVisible();
  });
});

test('states how to configure backups while there is no place for them', async ({ page, loginAs }) => {
  await loginAs('admin', '/backups');
  await expect(page.getByText('Set backupDir on every server to one shared folder')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Back up now' })).toHaveAttribute('aria-disabled', 'true');
  await expectNoViolation(page, 'backups without a folder');
});
