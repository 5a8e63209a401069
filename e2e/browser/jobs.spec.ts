import { endpoints } from '@weft/shared/endpoints/endpoints';
import { chooseAction } from './support/actions.js';
import { expectNoViolation, PHONE } from './support/axe.js';
import { expect, test } from './support/fixtures.js';

test('shows command, exit code and stderr of a failed step, and finishes after the cause ends', async ({ page, cluster, loginAs }) => {
  const n3 = cluster.agents.get('n3');
  n3?.answer('leg', {
    state: 'failed',
    reason: {
      code: 'command-failed',
      message: 'lvcreate ended with exit code 5',
      command: ['lvcreate', '-Wn', '-Zn'],
      exitCode: 5,
      stderr: 'insufficient free space',
    },
  });
  const { items } = await cluster.admin.call(endpoints.listDriveClasses, { query: { name: 'fast' } });
  const { job } = await cluster.admin.call(endpoints.createVolume, {
    body: { name: 'unlucky', sizeBytes: 2 ** 30, protection: 'raid10', stripeWidth: 3, driveClassId: items[0]?.id ?? '' },
  });

  await loginAs('vera', '/jobs');
  const row = page.getByRole('row', { name: /Create volume unlucky/ });
  await expect(row).toContainText('waiting');
  await expect(row).toContainText('lvcreate ended with exit code 5');
  await row.getByRole('link', { name: /unlucky/ }).click();
  await expect(page).toHaveURL(new RegExp(job.id));
  const command = page.getByLabel('Command').first();
  await expect(command).toContainText('$ lvcreate -Wn -Zn');
  await expect(command).toContainText('exit code 5');
  await expect(command).toContainText('insufficient free space');
  await expect(page.getByText('its agent tries again by itself').first()).toBeVisible();

  await page.getByRole('link', { name: 'unlucky', exact: true }).click();
  await expect(
    page.getByText(/^creating since .*4 of 6 legs created and wiped; leg \d on n3: lvcreate ended with exit code 5/),
  ).toBeVisible();
  await page.goBack();

  n3?.answer('leg', null);
  await expect(page.getByLabel('Create volume unlucky', { exact: true })).toContainText('done');
  await expect(page.getByRole('listitem').filter({ hasText: 'create and wipe leg' }).filter({ hasText: 'failed' })).toHaveCount(0);
});

test('links the offline node that a job waits for, and continues the job when the node returns', async ({ page, cluster, loginAs }) => {
  const id = await cluster.volume('kept-waiting', { sizeBytes: 2 ** 30, protection: 'raid10', stripeWidth: 3 });
  await cluster.agents.get('n2')?.goAway();
  await loginAs('olga', `/volumes/${id}`);
  await chooseAction(page, 'Delete…');
  await page.getByLabel('Type the volume’s name').fill('kept-waiting');
  await page.getByRole('button', { name: 'Delete volume and data' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete volume kept-waiting' });
  await expect(dialog.getByRole('region', { name: 'Job' })).toContainText(/n2 has been offline since/);
  await dialog.getByRole('button', { name: 'Close', exact: true }).last().click();
  // The volume still exists: its page stays.
  await expect(page.getByRole('heading', { level: 1, name: 'kept-waiting' })).toBeVisible();
  await chooseAction(page, 'Jobs');
  const row = page.getByRole('row', { name: /Delete volume kept-waiting/ });
  await expect(row).toContainText(/waiting.*n2 has been offline since/);
  await row.getByRole('link', { name: /kept-waiting/ }).click();
  const blocked = page.getByText(
    /^remove leg \d on n2: n2 has been offline since .*\. Unblocked by the agent of n2 connecting to a server again\./,
  );
  await blocked.first().getByRole('link', { name: 'n2' }).first().click();
  await expect(page.getByRole('heading', { level: 1, name: 'n2' })).toBeVisible();
  await expect(page.getByText(/^lost since .*, because /)).toBeVisible();
  await page.goBack();

  cluster.agents.get('n2')?.comeBack();
  await expect(page.getByLabel('Delete volume kept-waiting', { exact: true })).toContainText('done');
  await expect(page.getByRole('heading', { name: 'Waits for' })).toHaveCount(0);
});

test('draws where the time of a job went, as a table and as bars, in both themes and on a phone', async ({ page, cluster, loginAs }) => {
  const id = await cluster.volume('timed', { sizeBytes: 2 ** 30, protection: 'raid10', stripeWidth: 3 });
  const { legs } = await cluster.admin.call(endpoints.getVolume, { params: { id } });
  const { items } = await cluster.admin.call(endpoints.listJobs, { query: { subjectId: id } });
  const [leg] = legs;
  const node = leg?.node.name ?? '';
  const spans = [
    { what: 'store', startMs: 0, durationMs: 0.4 },
    { what: 'operation', op: 'create-logical-volume', startMs: 0.5, durationMs: 1, failed: true },
    { what: 'operation', op: 'wipe-logical-volume', startMs: 3, durationMs: 2 },
  ];
  // Placed by its arrival: the assignment that this agent has by now is newer than the job.
  const sentMs = Date.now() - Date.parse(items[0]?.createdAt ?? '') - 10;
  const trace = { kind: 'leg', id: leg?.id ?? '', begin: 'agent-start', spans, omitted: 2, sentMs } as const;
  expect(await cluster.agents.get(node)?.trace([trace])).toEqual({ ok: true });

  await loginAs('vera', `/jobs/${items[0]?.id}`);
  await page.getByRole('link', { name: 'Timeline' }).click();
  await expect(page).toHaveURL(/tab=timeline/);
  const table = page.getByRole('table', { name: `Timeline of leg on ${node}` });
  const row = (name: string) => table.getByRole('row').filter({ hasText: name });
  await expect(row('create-logical-volume')).toContainText(/failed\s*agent/);
  await expect(row('wipe-logical-volume')).toContainText('2 ms');
  await expect(row('Pause')).toContainText('1.5 ms');
  await expect(page.getByText('2 further parts are not listed.')).toBeVisible();
  await expect(page.getByText('Not recorded:')).toBeVisible();
  // Each bar lies on the axis of the job.
  for (const bar of await table.locator('svg').all()) {
    const [axis, span] = await bar.locator('rect').all();
    const [whole, part] = [await axis?.boundingBox(), await span?.boundingBox()];
    expect(part?.x).toBeGreaterThanOrEqual((whole?.x ?? 0) - 1);
    expect((part?.x ?? 0) + (part?.width ?? 0)).toBeLessThanOrEqual((whole?.x ?? 0) + (whole?.width ?? 0) + 1);
  }
  await expectNoViolation(page, 'timeline of a job');
  await page.setViewportSize(PHONE);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(PHONE.width);
  await expect(row('wipe-logical-volume')).toBeVisible();
});
