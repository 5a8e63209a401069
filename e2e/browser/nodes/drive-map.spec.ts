import { expect, test } from '../support/fixtures.js';
import { login } from '../support/login.js';

test('filters the table to the dragged cells of the drive map, and keeps the filter in the URL @all', async ({
  page,
  ownCluster: cluster,
}) => {
  await cluster.furnish({ drivesOfEach: 12 });
  await login(page, `${cluster.server.url}/drives`, 'vera');
  await page.getByRole('link', { name: 'Map of all drives' }).click();
  await expect(page.getByRole('heading', { name: 'Drive map' })).toBeVisible();
  const map = page.getByRole('img', { name: /36 drives by wear/ });
  await expect(map).toBeVisible();
  const status = page.getByRole('status').filter({ hasText: 'of 36 drives' });
  await expect(status).toContainText('36 of 36 drives.');

  // Drag over the first row of the first node: eight drives, by serial (…101, …1010, …1011 and so on).
  const box = await map.boundingBox();
  if (!box) throw new Error('the map has no place');
  const row = box.y + 26 + 5;
  await page.mouse.move(box.x + 5, row);
  await page.mouse.down();
  await page.mouse.move(box.x + 7 * 20 + 5, row, { steps: 8 });
  await page.mouse.up();
  await expect(status).toContainText('8 of 36 drives brushed');
  const table = page.getByRole('table', { name: 'Drives of the map' });
  await expect(table).toHaveAttribute('aria-rowcount', '9');
  await expect(table.getByRole('row').nth(1)).toContainText('S4YNNE0R101');
  await expect(table.getByRole('row').nth(8)).toContainText('S4YNNE0R105');
  await page.reload();
  await expect(status).toContainText('8 of 36 drives brushed');

  // Select by value. Free space is unknown for the two drives of each node that are not in service.
  await page.getByRole('button', { name: 'Clear the selection' }).click();
  await page.getByRole('radiogroup', { name: 'Coloured by' }).getByText('Free space').click();
  const levels = page.getByRole('list', { name: 'Levels of free space' });
  const full = levels.getByRole('button', { name: /90 % and more/ });
  const count = Number((await full.textContent())?.split(' ').at(-1));
  expect(count).toBeGreaterThan(0);
  await full.click();
  await expect(full).toHaveAttribute('aria-pressed', 'true');
  await expect(status).toContainText(`${count} of 36 drives brushed`);
  await expect(table).toHaveAttribute('aria-rowcount', String(count + 1));
  expect(new URL(page.url()).search).toContain('by=free');
  await page.goBack();
  await expect(status).toContainText('36 of 36 drives.');
});
