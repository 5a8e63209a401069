import { readFile } from 'node:fs/promises';
import { endpoints } from '@weft/shared/endpoints/endpoints';
import { expectNoViolation } from './support/axe.js';
import { expect, test } from './support/fixtures.js';

test('lists what happened, filters it, and downloads it; a new event appears by itself', async ({ page, cluster, loginAs }) => {
  const volumeId = await cluster.volume('evented', { sizeBytes: 2 ** 30 });
  await loginAs('vera', `/events?subjectId=${volumeId}`);
  const rows = page.getByRole('table', { name: 'Events' }).getByRole('row');
  await expect(rows.filter({ hasText: 'Volume evented was added.' })).toHaveCount(1);
  await expect(rows.filter({ hasText: 'Volume evented was added.' }).getByRole('link', { name: 'evented' })).toHaveAttribute(
    'href',
    `/volumes/${volumeId}`,
  );
  await expectNoViolation(page, 'events');

  const { version } = await cluster.admin.call(endpoints.getVolume, { params: { id: volumeId } });
  await cluster.admin.call(endpoints.deleteVolume, { params: { id: volumeId }, ifMatch: version });
  await expect(rows.filter({ hasText: 'Volume evented was removed.' })).toHaveCount(1, { timeout: 30_000 });

  const downloading = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download NDJSON' }).click();
  const lines = (await readFile(await (await downloading).path(), 'utf8')).trim().split('\n');
  const events = lines.map((line) => JSON.parse(line) as { code: string; message: string });
  expect(events.every(({ message }) => message.includes('evented'))).toBe(true);
  expect(events.map(({ code }) => code)).toContain('event-removed');

  await page.getByRole('button', { name: 'Of everything' }).click();
  await page.getByLabel('Kind').selectOption('job');
  await expect(page).toHaveURL(/kind=job/);
  await expect(rows.filter({ hasText: 'Job volume.create of evented' }).first()).toBeVisible();
});
