import { endpoints } from '@weft/shared/endpoints/endpoints';
import { formatBytes, GiB, parseBytes, roundUp } from '@weft/shared/units';
import { expectNoViolation } from '../support/axe.js';
import { expect, test } from '../support/fixtures.js';

test('shows losses and capacity of a placement before it is created, then leads on to the attach', async ({ page, cluster, loginAs }) => {
  await loginAs('olga', '/volumes/new');
  await page.getByLabel(/^Name/).fill('what-if');
  const slider = page.getByRole('slider', { name: 'Choose the size' });
  await expect(slider).toBeDisabled();
  await page.getByLabel(/^Drive class/).selectOption('fast');
  await page.getByRole('radio', { name: /^raid1,/ }).check();
  const { items } = await cluster.admin.call(endpoints.listDriveClasses, { query: { name: 'fast' } });
  const body = { name: 'what-if', sizeBytes: GiB, protection: 'raid1' as const, driveClassId: items[0]?.id ?? '' };
  const { capacity, largestSizeBytes } = await cluster.admin.call(endpoints.planVolume, { body });
  // Volumes of other tests take space from this cluster.
  const largest = formatBytes(largestSizeBytes);
  await expect(page.getByText(`${largest} fits now`, { exact: true })).toBeVisible();
  // The keys write the text; the text moves the slider.
  await slider.focus();
  await page.keyboard.press('End');
  await expect(slider).toHaveAttribute('aria-valuetext', `${largest} of at most ${largest}`);
  // The slider writes the shown text, which is cut to two decimals; the form reads it as whole blocks of 4096 bytes.
  const shown = { ...body, sizeBytes: roundUp(parseBytes(largest), 4096) };
  const most = await cluster.admin.call(endpoints.planVolume, { body: shown });
  await expect(page.getByText(`${formatBytes(most.usableBytes)} usable takes ${formatBytes(most.rawBytes)} of the drives.`)).toBeVisible();
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowRight');
  await expect(page.getByLabel(/^Size/)).toHaveValue('1.25 GiB');
  await page.getByLabel(/^Size/).fill('40TiB');
  await expect(slider).toHaveAttribute('aria-valuetext', `40 TiB, more than the ${largest} that fits`);
  await page.getByLabel(/^Size/).fill('1 GiB');
  const losses = page.getByRole('list', { name: 'Losses' }).getByRole('listitem');
  await expect(losses).toHaveText([/^One drive lostsurvives/, /^One node lostsurvives.*any one of its 2 nodes/]);
  await expect(losses.getByRole('img', { name: /^Without node n\d: It continues, degraded/ })).toBeVisible();
  for (const { name, freeBytes, takenBytes, freeBytesAfter } of [capacity.driveClass, ...capacity.nodes, ...capacity.drives]) {
    const row = page.getByRole('table', { name: 'Capacity' }).getByRole('row', { name: new RegExp(`^((Class|Node) )?${name} `) });
    await expect(row.getByRole('cell')).toHaveText([/./, ...[freeBytes, takenBytes, freeBytesAfter].map(formatBytes), '']);
  }
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
  const summary = page.getByRole('note', { name: 'Summary' });
  await expect(summary).toHaveText(/^1 GiB of raid0 uses 1 GiB of drives: \d legs? on \d nodes?\. It survives no loss\.$/);
  const survives = page.getByRole('group', { name: 'Survives the loss of' });
  await expect(survives.getByRole('button', { name: 'nothing' })).toHaveAttribute('aria-pressed', 'true');
  await survives.getByRole('button', { name: 'one rack' }).click();
  await expect(page.getByRole('radio', { name: /^raid10,/ })).toBeChecked();
  await expect(page.getByLabel(/^Failure domain/)).toHaveValue('rack');
  await expect(summary).toContainText('(each byte twice)');
  await expect(summary).toContainText('It survives the loss of any one rack.');
  await survives.getByRole('button', { name: 'nothing' }).click();
  await expect(page.getByRole('radio', { name: /^raid0,/ })).toBeChecked();
  await page.getByText('The same with curl').click();
  await expect(page.getByLabel('curl command')).toContainText('"protection":"raid0"');
  await expect(losses).toHaveText([/^One drive loststops/, /^One node loststops/]);

  await page.getByRole('button', { name: 'Create volume' }).click();
  await page.getByRole('button', { name: 'Attach to a client…', disabled: false }).click();
  // Two nodes are clients: the user chooses.
  await expect(page.getByRole('dialog', { name: 'Attach what-if' }).getByLabel('Client', { exact: true })).toHaveValue('');
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

test('creates an encrypted volume, and shows the id of its key', async ({ page, cluster, loginAs }) => {
  await loginAs('olga', '/volumes/new');
  await page.getByLabel(/^Name/).fill('vault-db');
  await page.getByLabel(/^Drive class/).selectOption('fast');
  await page.getByLabel(/^Size/).fill('1 GiB');
  await page.getByLabel(/^Encryption/).selectOption('aes-xts-256');
  await page.getByRole('button', { name: 'Create volume' }).click();
  await expect(page.getByRole('heading', { name: 'vault-db' })).toBeVisible();
  const { items } = await cluster.admin.call(endpoints.listVolumes, { query: { name: 'vault-db' } });
  const [{ id, encryption, encryptionKeyId } = { id: '', encryption: '', encryptionKeyId: null }] = items;
  expect([encryption, encryptionKeyId]).toEqual(['aes-xts-256', expect.stringMatching(/^[0-9a-f]{32}$/)]);
  await page.goto(`${cluster.server.url}/volumes/${id}?tab=spec`);
  await expect(page.getByText('aes-xts-256, key')).toBeVisible();
  await expect(page.getByTitle(encryptionKeyId ?? 'none')).toBeVisible();
});
