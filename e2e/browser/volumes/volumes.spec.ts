import { actionOf, chooseAction } from '../support/actions.js';
import { chooseClient } from '../support/choose-client.js';
import { expect, test } from '../support/fixtures.js';

test('shows every state of a volume from creation to deletion without a reload', async ({ page, loginAs }) => {
  await loginAs('olga', '/volumes/new');
  await page.getByRole('button', { name: /^Scratch/ }).click();
  await expect(page.getByRole('radio', { name: /^raid0,/ })).toBeChecked();
  await page.getByRole('button', { name: /^Database/ }).click();
  await page.getByLabel(/^Name/).fill('ledger');
  await page.getByLabel(/^Size/).fill('0.5 TiB');
  await page.getByLabel(/^Drive class/).selectOption('fast');
  const placement = page.getByRole('table', { name: 'Placement' });
  await expect(placement.getByRole('rowheader').first()).toHaveText('Mirror set 0');
  await expect(page.getByText('512 GiB usable takes')).toBeVisible();
  await page.getByRole('button', { name: 'Create volume' }).click();

  await expect(page.getByRole('heading', { name: 'ledger' })).toBeVisible();
  await expect(page.getByLabel('ledger', { exact: true })).toContainText('detached');
  await page.getByRole('button', { name: 'Attach…' }).click();
  await chooseClient(page, 'c1');
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('list', { name: 'Plan' }).getByRole('listitem').last()).toContainText('/dev/weft/ledger');
  await dialog.getByRole('button', { name: 'Attach', exact: true }).click();
  await expect(dialog.getByRole('region', { name: 'Job' }).getByText('done', { exact: true }).first()).toBeVisible();
  await expect(dialog.getByLabel('fstab line')).toContainText('/dev/weft/ledger  /srv/ledger  xfs');
  await dialog.getByRole('button', { name: 'Close', exact: true }).last().click();
  const attachments = page.getByRole('table', { name: 'Attachments' });
  await expect(attachments).toContainText('/dev/weft/ledger');
  // Until then the page's copy is about to become stale: the server would refuse a change based on it (the last test here).
  await expect(attachments.getByRole('cell', { name: 'attached', exact: true })).toBeVisible();
  await expect(page.getByLabel('ledger', { exact: true })).toContainText('healthy');

  const remove = await actionOf(page, 'Delete…');
  await expect(remove).toBeDisabled();
  await expect(remove).toContainText('attached to c1: detach it first');
  await expect(remove).toHaveAccessibleDescription(/attached to c1: detach it first/);
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Detach…', exact: true }).click();
  await expect(dialog.getByRole('list', { name: 'Plan' })).toContainText('withdraws its export; the data stays');
  await dialog.getByRole('button', { name: 'Detach', exact: true }).click();
  await expect(dialog.getByRole('region', { name: 'Job' }).getByText('done', { exact: true }).first()).toBeVisible();
  await dialog.getByRole('button', { name: 'Close', exact: true }).last().click();
  await expect(page.getByText('Attached to no client.')).toBeVisible();

  await chooseAction(page, 'Delete…');
  await page.getByLabel('Type the volume’s name').fill('ledger');
  await page.getByRole('button', { name: 'Delete volume and data' }).click();
  // The dialog follows the job to its end; the page changes to the list when the dialog is closed, not before.
  await expect(dialog.getByRole('region', { name: 'Job' })).toContainText('ledger is deleted');
  await expect(page.getByText('There is no such volume, or it was deleted.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Close', exact: true }).last().click();
  await expect(page).toHaveURL(/\/volumes$/);
  await expect(page.getByRole('heading', { name: 'Volumes' })).toBeVisible();
});

test('shows in numbers which space is short where', async ({ page, loginAs }) => {
  await loginAs('olga', '/volumes/new');
  await page.getByLabel(/^Size/).fill('lots');
  await expect(page.getByText('"lots" is not a size')).toBeVisible();
  await page.getByLabel(/^Size/).fill('40TiB');
  await page.getByLabel(/^Drive class/).selectOption('fast');
  const short = page.getByRole('table', { name: 'Shortages' });
  await expect(short.getByRole('row', { name: /n1/ })).toContainText('13.34 TiB');
});

test('refuses a second attach of an exclusive volume, with the reason', async ({ page, cluster, loginAs }) => {
  const id = await cluster.volume('only-one', { sizeBytes: 2 ** 30 });
  await cluster.attach(id, 'c2');
  await loginAs('olga', `/volumes/${id}`);
  const attach = await actionOf(page, 'Attach…');
  await expect(attach).toBeDisabled();
  await expect(attach).toContainText('attached exclusive');
});

test('refuses a change from a stale page, and tells the user', async ({ page, cluster, loginAs }) => {
  const id = await cluster.volume('contested', { sizeBytes: 2 ** 30 });
  await loginAs('olga', `/volumes/${id}`);
  await page.route(`**/api/v1/volumes/${id}`, (route) =>
    route.request().method() === 'DELETE'
      ? route.continue({ headers: { ...route.request().headers(), 'if-match': '"0"' } })
      : route.continue(),
  );
  await chooseAction(page, 'Delete…');
  await page.getByLabel('Type the volume’s name').fill('contested');
  await page.getByRole('button', { name: 'Delete volume and data' }).click();
  await expect(page.getByRole('region', { name: 'Notices' })).toContainText('Somebody else changed it');
});
