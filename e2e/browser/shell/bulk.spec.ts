import { endpoints } from '@weft/shared/endpoints/endpoints';
import { expect, test } from '../support/fixtures.js';
import { login, logout } from '../support/login.js';

test('shows plan and outcome for each selected drive taken into service @all', async ({ page, ownCluster: cluster }) => {
  test.setTimeout(360_000);
  await cluster.node('n1', [
    ...Array.from({ length: 6 }, (_, slot) => ({ serial: `BLANK${slot}`, sizeBytes: 1e12 })),
    { serial: 'USED', sizeBytes: 1e12, contents: ['xfs filesystem'] },
  ]);
  await login(page, `${cluster.server.url}/drives`, 'admin');
  await page.getByRole('checkbox', { name: 'Select BLANK1' }).check();
  const selected = page.getByRole('region', { name: 'Selected' });
  await expect(selected).toContainText('1 selected');
  // An action that no selected drive allows shows why.
  await expect(selected.getByRole('button', { name: 'Release…' })).toHaveAccessibleDescription(/it is blank and not in service/);
  await page.getByRole('checkbox', { name: 'Select BLANK4' }).click({ modifiers: ['Shift'] });
  await expect(selected).toContainText('4 selected');
  await page.getByRole('checkbox', { name: 'Select USED' }).check();
  await expect(selected).toContainText('5 selected');

  await selected.getByRole('button', { name: 'Take…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Take 5 drives into service' });
  await expect(dialog.getByRole('status')).toContainText('Applies to 4; 1 is excluded');
  const plan = dialog.getByRole('list', { name: 'Plan of each' });
  await expect(plan.getByRole('listitem').filter({ hasText: 'USED' })).toContainText('excluded');
  await expect(plan.getByRole('listitem').filter({ hasText: 'BLANK1' }).first()).toContainText('creates a volume group');
  await dialog.getByRole('button', { name: 'Take 4 drives' }).click();
  const outcome = dialog.getByRole('list', { name: 'Outcome of each' });
  for (const serial of ['BLANK1', 'BLANK2', 'BLANK3', 'BLANK4'])
    await expect(outcome.getByRole('listitem').filter({ hasText: serial })).toContainText('done');
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await expect(page.getByRole('row', { name: /BLANK1/ })).toContainText('in service');
  await expect(page.getByRole('row', { name: /BLANK5/ })).toContainText('available');

  // The whole filtered list; a destructive action needs typed confirmation.
  await page.getByLabel('State').selectOption('occupied');
  await page.getByRole('checkbox', { name: 'Select all' }).click();
  await selected.getByRole('button', { name: 'Wipe…' }).click();
  const wipe = page.getByRole('dialog', { name: 'Wipe 1 drive' });
  await expect(wipe).toContainText('xfs filesystem');
  const destroy = wipe.getByRole('button', { name: 'Destroy everything on 1 drive' });
  await expect(destroy).toHaveAccessibleDescription(/Type “wipe 1 drive” first/);
  await wipe.getByLabel('Type this to confirm').fill('wipe 1 drive');
  await destroy.click();
  // Wiped drives no longer match the filter: the list is empty, and the dialog stays until it is closed.
  await expect(page.getByText('No drives match these filters.')).toBeVisible();
  await expect(wipe.getByRole('list', { name: 'Outcome of each' })).toContainText('done');
  await wipe.getByRole('button', { name: 'Close' }).last().click();
  await expect(wipe).toHaveCount(0);
  await expect(selected).toHaveCount(0);
});

test('keeps the selection when some drives leave the filtered list, and counts them @all', async ({ page, ownCluster: cluster }) => {
  await cluster.node(
    'n1',
    ['LEAVES', 'STAYS'].map((serial) => ({ serial, sizeBytes: 1e12 })),
  );
  await login(page, `${cluster.server.url}/drives?state=available`, 'olga');
  await page.getByRole('checkbox', { name: 'Select all' }).click();
  const selected = page.getByRole('region', { name: 'Selected' });
  await expect(selected).toContainText('2 selected');
  await selected.getByRole('button', { name: 'Cordon…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Cordon 2 drives' });
  await expect(dialog.getByRole('status')).toContainText('Applies to 2');

  const take = async (serial: string) => {
    const { items } = await cluster.admin.call(endpoints.listDrives, { query: { state: 'available' } });
    const drive = items.find((each) => each.serial === serial);
    if (!drive) throw new Error(`No drive ${serial} is available`);
    const { job } = await cluster.admin.call(endpoints.takeDrive, { params: { id: drive.id }, ifMatch: drive.version });
    await cluster.admin.done(job.id);
  };
  // Another person takes a drive while the dialog is open: the dialog keeps the drives that were ticked when it opened.
  await take('LEAVES');
  await expect(page.getByText('1 more no longer in this list')).toBeVisible();
  await expect(dialog.getByRole('list', { name: 'Plan of each' })).toContainText('LEAVES');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(selected).toHaveCount(0);

  await page.getByRole('checkbox', { name: 'Select STAYS' }).check();
  await take('STAYS');
  await expect(page.getByText('No drives match these filters.')).toBeVisible();
  await expect(selected).toContainText('0 selected');
  await expect(selected).toContainText('1 more no longer in this list');
  await expect(selected.getByRole('button', { name: 'Cordon…' })).toHaveAccessibleDescription(
    /None of the selected objects is in the list now/,
  );
  await selected.getByRole('button', { name: 'Clear' }).click();
  await expect(selected).toHaveCount(0);
});

test('finishes started requests of a stopped bulk action, and starts no others @all', async ({ page, ownCluster: cluster }) => {
  await cluster.node(
    'n1',
    Array.from({ length: 8 }, (_, slot) => ({ serial: `BLANK${slot}`, sizeBytes: 1e12 })),
  );
  await login(page, `${cluster.server.url}/drives`, 'olga');
  // Hold up the first four requests.
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/api/v1/drives/*/cordon', async (route) => {
    await released;
    await route.continue();
  });
  await page.getByRole('checkbox', { name: 'Select all' }).click();
  await page.getByRole('region', { name: 'Selected' }).getByRole('button', { name: 'Cordon…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Cordon 8 drives' });
  await dialog.getByRole('button', { name: 'Cordon 8 drives' }).click();
  const outcome = dialog.getByRole('list', { name: 'Outcome of each' });
  await expect(outcome.getByText('asking')).toHaveCount(4);
  await dialog.getByRole('button', { name: 'Stop' }).click();
  release();
  await expect(dialog.getByRole('status')).toContainText('4 of 8 requested: stopped');
  await expect(outcome.getByText('not started')).toHaveCount(4);
  const { items } = await cluster.admin.call(endpoints.listDrives);
  expect(items.filter(({ scheduling }) => scheduling === 'cordoned')).toHaveLength(4);
});

test('plans a drain for each selected node, and shows a viewer why it is refused @all', async ({ page, cluster, loginAs }) => {
  await loginAs('vera', '/nodes');
  await page.getByRole('checkbox', { name: 'Select c1' }).check();
  const selected = page.getByRole('region', { name: 'Selected' });
  await expect(selected.getByRole('button', { name: 'Drain…' })).toHaveAccessibleDescription(/this needs the permission node:change/);
  await logout(page);
  await loginAs('olga', '/nodes');
  for (const name of ['c1', 'c2']) await page.getByRole('checkbox', { name: `Select ${name}` }).check();
  await selected.getByRole('button', { name: 'Drain…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Drain 2 nodes' });
  await expect(dialog.getByRole('list', { name: 'Plan of each' })).toContainText('it has no legs');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  const { items } = await cluster.admin.call(endpoints.listNodes);
  expect(items.every(({ scheduling }) => scheduling === 'open')).toBe(true);
});

test('detaches and deletes several volumes together @all', async ({ page, cluster, loginAs }) => {
  for (const name of ['bulk-a', 'bulk-b', 'bulk-c']) await cluster.attach(await cluster.volume(name, { sizeBytes: 2 ** 30 }), 'c2');
  await loginAs('admin', '/attachments');
  await expect(page.getByRole('row', { name: /bulk-a/ })).toContainText('attached');
  for (const name of ['bulk-a', 'bulk-b']) await page.getByRole('checkbox', { name: `Select ${name} on c2` }).check();
  const selected = page.getByRole('region', { name: 'Selected' });
  await selected.getByRole('button', { name: 'Detach…', exact: true }).click();
  const detach = page.getByRole('dialog', { name: 'Detach 2 attachments' });
  await expect(detach.getByRole('list', { name: 'Plan of each' })).toContainText('and disconnects');
  const asked: string[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === '/api/v1/plans') asked.push(String(request.postDataJSON()?.attachmentId));
  });
  await detach.getByText('Commands, by node').nth(1).click();
  await expect(detach.getByRole('figure', { name: 'commands on c2' })).toContainText('mdadm --stop');
  expect(asked).toHaveLength(1);
  await detach.getByRole('button', { name: 'Detach 2 attachments' }).click();
  await expect(detach.getByRole('list', { name: 'Outcome of each' }).getByText('done')).toHaveCount(2);
  await detach.getByRole('button', { name: 'Close' }).last().click();
  await expect(page.getByRole('row', { name: /bulk-a/ })).toHaveCount(0);

  await page.getByRole('link', { name: 'Volumes', exact: true }).click();
  // Until the page is there, the attachment of bulk-c has a checkbox of nearly the same name.
  await expect(page.getByRole('heading', { name: 'Volumes', level: 1 })).toBeVisible();
  // Detaches a volume from every client.
  await page.getByRole('checkbox', { name: 'Select bulk-c' }).check();
  await selected.getByRole('button', { name: 'Detach…', exact: true }).click();
  const everywhere = page.getByRole('dialog', { name: 'Detach 1 volume' });
  await expect(everywhere.getByRole('list', { name: 'Plan of each' })).toContainText('/dev/weft/bulk-c');
  await everywhere.getByRole('button', { name: 'Detach 1 volume everywhere' }).click();
  await expect(everywhere.getByRole('list', { name: 'Outcome of each' }).getByText('done')).toHaveCount(1);
  await everywhere.getByRole('button', { name: 'Close' }).last().click();
  await expect(selected).toHaveCount(0);

  const columns = await page.getByRole('columnheader').allInnerTexts();
  const clients = columns.indexOf('Clients');
  expect(clients).toBeGreaterThan(0);
  for (const name of ['bulk-a', 'bulk-b']) {
    // The plan refuses attached volumes.
    await expect(page.getByRole('row').filter({ hasText: name }).getByRole('cell').nth(clients)).toHaveText('');
    await page.getByRole('checkbox', { name: `Select ${name}` }).check();
  }
  await selected.getByRole('button', { name: 'Delete…' }).click();
  const remove = page.getByRole('dialog', { name: 'Delete 2 volumes' });
  await remove.getByLabel('Type this to confirm').fill('delete 2 volumes');
  await remove.getByRole('button', { name: 'Delete 2 volumes and their data' }).click();
  await expect(remove.getByRole('list', { name: 'Outcome of each' }).getByText('done')).toHaveCount(2);
  await remove.getByRole('button', { name: 'Close' }).last().click();
  await expect(page.getByRole('row', { name: /bulk-[ab]/ })).toHaveCount(0);
});
