import { endpoints } from '@weft/shared/endpoints/endpoints';
import { actionOf, chooseAction } from '../support/actions.js';
import { expect, test } from '../support/fixtures.js';

const GiB = 2 ** 30;

test('shows paths, jobs and audit of an attachment, and links it in the topology @all', async ({ page, cluster, loginAs }) => {
  const volumeId = await cluster.volume('visited', { sizeBytes: GiB, protection: 'raid1' });
  await cluster.attach(volumeId, 'c1');
  await loginAs('admin', `/volumes/${volumeId}`);
  const selection = page.getByRole('region', { name: 'Selection' });
  await chooseAction(page, 'Topology');
  await expect(selection.getByRole('heading', { name: 'volume visited', exact: true })).toBeVisible();
  await page.goBack();

  await page
    .getByRole('table', { name: 'Attachments' })
    .getByRole('link', { name: /of \d+ live/ })
    .click();
  await expect(page.getByRole('heading', { level: 1, name: 'visited on c1' })).toBeVisible();
  await expect(page.getByRole('table', { name: 'Paths' })).toContainText('left');
  // Actions that end I/O are separate from the others.
  await expect(await actionOf(page, 'Force detach…')).toHaveCSS('margin-top', '8px');
  await page.keyboard.press('Escape');
  await page.getByRole('navigation', { name: 'Parts of this page' }).getByRole('link', { name: 'Activity' }).click();
  await expect(page).toHaveURL(/\?tab=activity$/);
  const history = page.getByRole('region', { name: 'History', exact: true });
  await expect(history.getByRole('link', { name: 'Attach visited on c1' })).toBeVisible();
  await expect(history).toContainText('the attachment was requested');
  await chooseAction(page, 'Topology');
  await expect(selection.getByRole('link', { name: 'Open its page' })).toBeVisible();
  await expect(selection.getByRole('definition').filter({ hasText: 'exclusive' })).toBeVisible();
  await selection.getByRole('link', { name: 'Open its page' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'visited on c1' })).toBeVisible();
});

test('links nodes, drives and drive classes to the topology, and classes to their drives @all', async ({ page, cluster, loginAs }) => {
  const nodeId = cluster.agents.get('n1')?.nodeId;
  const { items } = await cluster.admin.call(endpoints.listDrives, { query: { nodeId, limit: 1 } });
  await loginAs('vera', `/nodes/${nodeId}`);
  const selection = page.getByRole('region', { name: 'Selection' });
  await chooseAction(page, 'Topology');
  await expect(selection.getByRole('heading', { name: 'node n1', exact: true })).toBeVisible();
  await page.goto(`${cluster.server.url}/drives/${items[0]?.id}`);
  await chooseAction(page, 'Topology');
  await expect(selection.getByRole('heading', { name: `drive ${items[0]?.serial} of n1`, exact: true })).toBeVisible();
  await page.goto(`${cluster.server.url}/drive-classes`);
  const row = page.getByRole('row', { name: /^fast/ });
  await row.getByRole('link', { name: '9', exact: true }).click();
  await expect(page.getByRole('table', { name: 'Drives' }).getByRole('row')).toHaveCount(10);
  await page.goBack();
  await row.getByRole('link', { name: 'topology' }).click();
  await expect(selection.getByRole('heading', { name: 'volumes of class fast', exact: true })).toBeVisible();
});

test('plans and applies changed labels and descriptions of nodes, volumes and classes @all', async ({ page, cluster, loginAs }) => {
  const volumeId = await cluster.volume('worded', { sizeBytes: GiB, protection: 'raid1' });
  await loginAs('olga', `/nodes/${cluster.agents.get('c2')?.nodeId}`);
  const dialog = page.getByRole('dialog');
  await chooseAction(page, 'Labels…');
  await dialog.getByLabel('Labels').fill('rack=r2, tier=gold');
  await expect(dialog.getByLabel('Plan')).toContainText('label tier=gold comes');
  await dialog.getByText('The same with curl').click();
  await expect(dialog.getByLabel('curl command')).toContainText(`--data '{"labels":{"rack":"r2","tier":"gold"}}'`);
  await dialog.getByRole('button', { name: 'Change labels' }).click();
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await expect(page.getByText('tier=gold')).toBeVisible();

  await page.goto(`${cluster.server.url}/volumes/${volumeId}`);
  await chooseAction(page, 'Edit…');
  await dialog.getByLabel('Rebuild priority').selectOption('high');
  await dialog.getByLabel('Description').fill('of the orders');
  await expect(dialog.getByLabel('Plan')).toContainText('the resync speed to high, was normal');
  await dialog.getByRole('button', { name: 'Change volume' }).click();
  await expect(dialog.getByRole('status')).toContainText('worded has changed');
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await page.getByRole('link', { name: 'Spec' }).click();
  await expect(page.getByRole('definition').filter({ hasText: 'of the orders' })).toBeVisible();

  const { items } = await cluster.admin.call(endpoints.listDriveClasses, { query: { name: 'fast' } });
  const members = items[0]?.members ?? { by: 'selector' as const, selector: {} };
  await cluster.admin.call(endpoints.createDriveClass, { body: { name: 'changing', members } });
  await page.goto(`${cluster.server.url}/drive-classes`);
  await page
    .getByRole('row', { name: /^changing/ })
    .getByRole('button', { name: 'Edit…' })
    .click();
  await dialog.getByLabel('Labels of nodes').fill('rack=r1');
  await expect(dialog.getByRole('heading', { name: 'Contains 3 drives of 1 node' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Change class' }).click();
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await expect(page.getByRole('row', { name: /^changing/ })).toContainText('of nodes with rack=r1');

  const [changed] = (await cluster.admin.call(endpoints.listDriveClasses, { query: { name: 'changing' } })).items;
  await cluster.admin.call(endpoints.deleteDriveClass, { params: { id: changed?.id ?? '' }, ifMatch: changed?.version ?? 0 });
});

test('revokes only unused tokens, and lists statements in the audit @all', async ({ page, cluster, loginAs }) => {
  const body = { description: 'for the spare', labels: {}, expiresInSeconds: 600 };
  await cluster.admin.call(endpoints.createEnrollmentToken, { body });
  await loginAs('admin', '/nodes');
  await page.getByRole('link', { name: 'Tokens' }).click();
  const row = page.getByRole('row', { name: /for the spare/ });
  await expect(row).toContainText('a node can still join with it');
  const expires = row.locator('time').filter({ hasText: /^in [89] min$/ });
  await expect(expires).toHaveAttribute('title', /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\n.* UTC$/);
  const used = page.getByRole('row', { name: /n1 has joined with it/ }).getByRole('button', { name: 'Revoke…' });
  await expect(used).toHaveAccessibleDescription(/Already used/);
  await row.getByRole('button', { name: 'Revoke…' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
  await expect(row).toHaveCount(0);

  const node = await cluster.admin.call(endpoints.getNode, { params: { id: cluster.agents.get('c2')?.nodeId ?? '' } });
  const params = { id: node.id };
  const started = await cluster.admin.call(endpoints.startMaintenance, {
    params,
    ifMatch: node.version,
    body: { untilHours: 1 },
  });
  await cluster.admin.call(endpoints.endMaintenance, { params, ifMatch: started.version });
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Audit' }).click();
  const entry = page.getByRole('row', { name: /admin Maintenance node c2/ }).first();
  const when = entry.locator('time');
  await expect(when).toHaveText(/^(just now|\d min ago)$/);
  await expect(when).toHaveAttribute('title', /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\n.* UTC$/);
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('checkbox', { name: 'Time', exact: true }).check();
  await page.keyboard.press('Escape');
  await expect(entry.getByRole('cell', { name: /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/ })).toBeVisible();
  await entry.getByRole('link', { name: 'c2' }).first().click();
  await expect(page.getByRole('heading', { level: 1, name: 'c2' })).toBeVisible();
});

test('shows the provenance of the number under the pointer or focus @all', async ({ page, cluster, loginAs }) => {
  await loginAs('vera', '/drives');
  const row = page.getByRole('row', { name: /S4YNNE0R101/ });
  const card = page.getByRole('dialog', { name: 'Provenance' });
  const cells = row.getByRole('cell', { name: 'TiB' });
  await cells.first().hover();
  await expect(card).toContainText('Size of the namespace');
  await expect(card).toContainText('n1');
  await cells.last().hover();
  await expect(card).toContainText('Free for new legs');
  await card.hover();
  await expect(card.getByLabel('curl command')).toContainText(`jq '.freeBytes'`);
  await page.keyboard.press('Escape');
  await expect(card).toHaveCount(0);

  await page.goto(cluster.server.url);
  const capacity = page.getByRole('table', { name: 'Capacity' });
  await capacity.getByRole('row', { name: /^fast/ }).getByRole('button').first().focus();
  await expect(card).toContainText('Allocated to legs');
  await page.goto(`${cluster.server.url}/drives/map?by=load`);
  await page.getByRole('button', { name: 'Source of the colours' }).focus();
  await expect(card.getByLabel('PromQL')).toContainText('sum by (drive) (rate(weft_leg_reads_total{weft_cluster=');
});
