import { expectNoViolation } from '../support/axe.js';
import { expect, test } from '../support/fixtures.js';

test('shows the effect of a failed node and rack on a placement before it is created', async ({ page, loginAs }) => {
  await loginAs('olga', '/volumes/new');
  await page.getByLabel(/^Name/).fill('what-if');
  await page.getByLabel(/^Size/).fill('1 GiB');
  await page.getByLabel(/^Drive class/).selectOption('fast');
  await page.getByRole('radio', { name: /^raid1,/ }).check();
  const whatIf = page.getByRole('status', { name: 'What if' });
  const placement = page.getByRole('table', { name: 'Placement' });
  await expect(placement.getByRole('rowheader')).toHaveText(['Mirror set 0']);
  await expect(page.getByRole('radio', { name: /^raid1, uses 2.0\d GiB of drives/ })).toBeChecked();
  await expect(page.getByRole('radio', { name: /^raid0, uses 1 GiB of drives/ })).toBeVisible();
  const node = page.getByRole('button', { name: /^Node n/ });
  const rack = page.getByRole('button', { name: /^Rack r/ });
  await expect(rack).toHaveCount(2);
  await node.first().click();
  await expect(node.first()).toHaveAttribute('aria-pressed', 'true');
  await expect(whatIf).toContainText('It continues, degraded: mirror set 0 of 1 has one half left');
  await rack.last().click();
  await expect(whatIf).toContainText('It stops: mirror set 0 of 1 has lost both halves');
  await expectNoViolation(page, 'what if');
  await node.first().click();
  await expect(whatIf).toContainText('degraded');
  await page.getByRole('radio', { name: /^raid0,/ }).check();
  await expect(placement.getByRole('rowheader')).toHaveText(['Stripes']);
  await expect(whatIf).toContainText('It stops');
  await page.getByText('The same with curl').click();
  await expect(page.getByLabel('curl command')).toContainText('"protection":"raid0"');
});

test('places a volume of the largest size that the server offers as an alternative', async ({ page, loginAs }) => {
  await loginAs('olga', '/volumes/new');
  await page.getByLabel(/^Size/).fill('40TiB');
  await page.getByLabel(/^Drive class/).selectOption('fast');
  await expect(page.getByRole('table', { name: 'Shortages' })).toBeVisible();
  const fixes = page.getByRole('region', { name: 'Alternatives' });
  const largest = fixes.getByRole('button', { name: /, the largest size that fits$/ });
  await expect(largest).toBeVisible();
  await expect(fixes.getByRole('button', { name: /raid0|concatenated/ })).toHaveCount(0);
  await expectNoViolation(page, 'fixes');
  const size = (await largest.textContent())?.split(',')[0] ?? '';
  await largest.click();
  await expect(page.getByLabel(/^Size/)).toHaveValue(size);
  await expect(page.getByRole('table', { name: 'Placement' })).toBeVisible();
  await expect(page.getByText(`${size} usable takes`)).toBeVisible();
});
