import { endpoints } from '@weft/shared/endpoints/endpoints';
import { actionOf, chooseAction } from '../support/actions.js';
import { expect, test } from '../support/fixtures.js';
import { login, logout } from '../support/login.js';

const GiB = 2 ** 30;

test('plans the growth of each leg, and follows the job to its end in the dialog @all', async ({ page, cluster, loginAs }) => {
  const id = await cluster.volume('growing', { sizeBytes: GiB, protection: 'raid1' });
  await cluster.attach(id, 'c2');
  await loginAs('olga', `/volumes/${id}`);
  await expect(page.getByLabel('growing', { exact: true })).toContainText('healthy');
  await page.getByRole('button', { name: 'Grow…' }).click();
  const dialog = page.getByRole('dialog');
  const apply = dialog.getByRole('button', { name: 'Grow', exact: true });
  await expect(apply).toBeDisabled();
  await dialog.getByLabel('New size').fill('512MiB');
  await expect(dialog.getByText('It can grow, but not shrink')).toBeVisible();
  await dialog.getByLabel('New size').fill('900TiB');
  await expect(dialog.getByRole('table', { name: 'Shortages' })).toBeVisible();
  await dialog.getByLabel('New size').fill('2GiB');
  const plan = dialog.getByRole('list', { name: 'Plan' });
  await expect(plan.getByRole('listitem')).toHaveCount(3);
  await expect(plan).toContainText(/leg 0 on drive \S+ grows from 1(\.0\d)? GiB to 2(\.0\d)? GiB/);
  await expect(plan.getByRole('listitem').last()).toContainText('/dev/weft/growing takes the new size');
  // The shown plan is for another size than the typed one: the dialog applies nothing that was not planned.
  await page.route(`**/api/v1/volumes/${id}`, (route) =>
    route.request().postDataJSON()?.sizeBytes === 3 * GiB ? undefined : route.fallback(),
  );
  await dialog.getByLabel('New size').fill('3GiB');
  await expect(apply).toHaveAttribute('aria-description', 'The plan is loading.');
  await dialog.getByLabel('New size').fill('2GiB');
  await apply.click();
  const job = dialog.getByRole('region', { name: 'Job' });
  await expect(job.getByRole('link', { name: 'Grow volume growing' })).toBeVisible();
  await expect(job.getByRole('list', { name: 'Steps' }).getByRole('listitem').first()).toBeVisible();
  await expect(job.getByText('done', { exact: true }).first()).toBeVisible();
  await dialog.getByRole('button', { name: 'Close', exact: true }).last().click();
  await expect(page.getByRole('definition').filter({ hasText: '2 GiB' }).first()).toBeVisible();
});

test('asks for each statement of a force detach from an offline client, and shows its job', async ({ page, ownCluster: cluster }) => {
  test.setTimeout(360_000);
  await cluster.furnish();
  const id = await cluster.volume('held', { sizeBytes: GiB, protection: 'raid1' });
  await cluster.attach(id, 'c1');
  await cluster.agents.get('c1')?.goAway();
  await login(page, `${cluster.server.url}/volumes/${id}`, 'olga');
  const forceDetach = page.getByRole('button', { name: 'Force detach…' });
  await expect(forceDetach).toBeDisabled();
  await forceDetach.hover();
  await expect(page.getByRole('tooltip')).toContainText('You are an operator: this needs the permission attachment:force');
  await logout(page);
  await expect(page.getByRole('button', { name: 'Log in' })).toBeVisible();

  await login(page, `${cluster.server.url}/volumes/${id}`, 'admin');
  await expect(
    page.getByText(/^unknown since .* because c1 has not reported on it; waiting for a report from c1; unblocked by/),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Force detach…' }).click();
  const dialog = page.getByRole('dialog');
  const plan = dialog.getByRole('list', { name: 'Plan' });
  await expect(plan).toContainText(/fences leg 0 on drive \S+: refuses c1/);
  await expect(plan).toContainText('removes the device when it can');
  await dialog.getByText('Commands, by node').click();
  const figures = (name: string | RegExp) => dialog.getByRole('figure', { name });
  await expect(figures('commands on c1')).toContainText('mdadm --stop');
  await expect(figures(/^commands on n\d$/)).toHaveCount(2);
  // The content of the dialog is higher than the window now.
  await expect(dialog.getByLabel('Type the volume’s name')).not.toBeInViewport();
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeInViewport({ ratio: 1 });
  await expect(figures(/^commands on n\d$/).first()).toContainText('/allowed_hosts/');
  await expect(dialog.getByText('c1 would wait: its agent is not connected: it begins when the agent is back.')).toBeVisible();
  await dialog.getByLabel('c1 is off').check();
  await expect(plan).toContainText('no wait for its report');
  await expect(figures('commands on c1')).toHaveCount(0);
  await expect(figures(/^commands on n\d$/)).toHaveCount(2);
  await expect(plan).not.toContainText('no wait for its fence');
  const apply = dialog.getByRole('button', { name: 'Force detach' });
  await expect(apply).toBeDisabled();
  await dialog.getByLabel('Type the volume’s name').fill('held');
  await apply.click();
  const job = dialog.getByRole('region', { name: 'Job' });
  await expect(job.getByText('done', { exact: true }).first()).toBeVisible();
  await dialog.getByRole('button', { name: 'Close', exact: true }).last().click();
  await expect(page.getByText('Attached to no client.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Attach…' })).toBeEnabled();
});

test('gives up the leg of a lost target by name, and starts a new epoch', async ({ page, ownCluster: cluster }) => {
  test.setTimeout(360_000);
  await cluster.furnish();
  const id = await cluster.volume('orders', { sizeBytes: GiB, protection: 'raid1' });
  await cluster.attach(id, 'c1');
  const before = await cluster.admin.call(endpoints.getVolume, { params: { id } });
  const { items } = await cluster.admin.call(endpoints.listAttachments, { query: { volumeId: id } });
  const [attachment] = items;
  const { job } = await cluster.admin.call(endpoints.deleteAttachment, {
    params: { id: attachment?.id ?? '' },
    ifMatch: attachment?.version ?? 0,
  });
  await cluster.admin.done(job.id);
  await login(page, `${cluster.server.url}/volumes/${id}`, 'admin');
  const accept = await actionOf(page, 'Accept a loss…');
  await expect(accept).toBeDisabled();
  await expect(accept).toContainText('Every leg is present: nothing is lost.');

  const lost = before.legs[0]?.node.name ?? '';
  await cluster.agents.get(lost)?.goAway();
  await expect(page.getByText(new RegExp(`^detached, incomplete since .*because leg 0 on ${lost}.*unblocked by`))).toBeVisible();
  await expect(accept).toBeEnabled();
  await accept.click();
  const dialog = page.getByRole('dialog');
  const apply = dialog.getByRole('button', { name: 'Give up these legs' });
  await dialog.getByLabel(new RegExp(`^leg 0 on ${lost}`)).check();
  await expect(dialog.getByRole('list', { name: 'Plan' })).toContainText('writes that only this leg has are lost to the volume');
  await dialog.getByText('Commands, by node').click();
  await expect(
    dialog.getByText('Nobody has orders attached. Epoch 2 starts with the next attach; its plan lists the commands then.'),
  ).toBeVisible();
  await expect(
    dialog.getByText(`${lost} is offline. When it is back, its agent exports leg 0 to nobody and keeps its data.`),
  ).toBeVisible();
  await expect(apply).toBeDisabled();
  await dialog.getByLabel('Type the volume’s name').fill('orders');
  await apply.click();
  await expect(dialog.getByRole('status')).toContainText('Epoch 2 has started without these legs');
  await dialog.getByRole('button', { name: 'Close', exact: true }).last().click();

  await chooseAction(page, 'Discard…');
  await expect(dialog.getByLabel(new RegExp(`^leg 0 of epoch 1 on ${lost}`))).toBeVisible();
});

test('plans an eviction, shows its wait for a client, stops it and opens the drive again @all', async ({ page, cluster, loginAs }) => {
  const id = await cluster.volume('moving', { sizeBytes: GiB, protection: 'raid1' });
  const { legs } = await cluster.admin.call(endpoints.getVolume, { params: { id } });
  await loginAs('olga', `/drives/${legs[0]?.drive.id}`);
  await page.getByRole('button', { name: 'Evict…' }).click();
  const dialog = page.getByRole('dialog');
  const plan = dialog.getByRole('table', { name: 'Plan' });
  await expect(plan.getByRole('row', { name: /moving/ })).toContainText(/leg 0 of moving moves to drive \S+ of n\d/);
  await dialog.getByText('Commands, by node').click();
  await expect(
    dialog.getByText('moving: it was never attached, so it has no array that could be copied. The plan lists no commands for it.'),
  ).toBeVisible();
  await dialog.getByRole('button', { name: 'Evict' }).click();
  const job = dialog.getByRole('region', { name: 'Job' });
  await expect(job).toContainText(/Unblocked by/);
  // Use the keyboard: the dialog is centred and moves under a pointer as the job's steps arrive.
  await job.getByRole('link', { name: /^Evict drive/ }).press('Enter');
  await page.getByRole('button', { name: 'Stop it…' }).click();
  await expect(dialog.getByLabel('Plan')).toContainText('running resyncs finish');
  await dialog.getByRole('button', { name: 'Stop the job' }).click();
  await expect(page.getByRole('button', { name: 'Stop it…' })).toBeDisabled();

  await page.goto(`${cluster.server.url}/drives/${legs[0]?.drive.id}`);
  await expect(
    page.getByText(/^cordoned since \d\d:\d\d .*, because no new legs are placed on it; unblocked by opening it again/),
  ).toBeVisible();
  await chooseAction(page, 'Open again…');
  await dialog.getByRole('button', { name: 'Open again' }).click();
  await expect(dialog.getByRole('status')).toContainText('is open: new legs may be placed on it');
  await dialog.getByRole('button', { name: 'Close', exact: true }).last().click();
  await expect(await actionOf(page, 'Cordon…')).toBeEnabled();
});

test('plans cordon, drain and maintenance of a node first, and shows each on its page', async ({ page, cluster, loginAs }) => {
  const nodeId = cluster.agents.get('n3')?.nodeId ?? '';
  await loginAs('olga', `/nodes/${nodeId}`);
  const dialog = page.getByRole('dialog');
  const close = dialog.getByRole('button', { name: 'Close', exact: true }).last();
  await chooseAction(page, 'Cordon…');
  await expect(dialog.getByRole('list', { name: 'Plan' })).toContainText('existing legs stay');
  await dialog.getByRole('button', { name: 'Cordon' }).click();
  await expect(dialog.getByRole('status')).toContainText('n3 is cordoned');
  await close.click();
  await expect(page.getByText(/^online, cordoned since \d\d:\d\d .*, because no new legs are placed on it/)).toBeVisible();

  await chooseAction(page, 'Drain…');
  await expect(dialog.getByText(/legs? moves?, |of \d+ legs? move|It has no legs/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Drain' }).click();
  await expect(dialog.getByRole('region', { name: 'Job' }).getByRole('link', { name: 'Drain node n3' })).toBeVisible();
  await close.click();
  await chooseAction(page, 'Open again…');
  await expect(dialog.getByRole('list', { name: 'Plan' })).toContainText('new legs may be placed on n3 again');
  await dialog.getByRole('button', { name: 'Open again' }).click();
  await close.click();

  await chooseAction(page, 'Maintenance…');
  await dialog.getByLabel('Hours').fill('100');
  await expect(dialog.getByRole('button', { name: 'Start' })).toBeDisabled();
  await dialog.getByLabel('Hours').fill('2');
  await expect(dialog.getByRole('list', { name: 'Plan' })).toContainText('no new legs are placed on it');
  await dialog.getByText('Commands, by node').click();
  await expect(dialog.getByText('No agent runs a command for it.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Start' }).click();
  await expect(dialog.getByRole('status')).toContainText('It is in maintenance until');
  await close.click();
  await expect(page.getByText(/^in maintenance since .*, because requested by olga until (\d{4}-\d\d-\d\d )?\d\d:\d\d/)).toBeVisible();
  await page.getByRole('button', { name: 'End maintenance…' }).click();
  await dialog.getByRole('button', { name: 'End maintenance' }).click();
  await expect(dialog.getByRole('status')).toContainText('The maintenance has ended.');
  await close.click();
  await expect(page.getByRole('button', { name: 'Maintenance…', exact: true })).toBeEnabled();
});

test('names the volume that blocks maintenance, and lets only administrators force it', async ({ page, cluster, loginAs }) => {
  const id = await cluster.volume('unmirrored', { sizeBytes: GiB, protection: 'raid0' });
  const { legs } = await cluster.admin.call(endpoints.getVolume, { params: { id } });
  const { id: nodeId, name } = legs[0]?.node ?? { id: '', name: '' };
  const dialog = page.getByRole('dialog');
  await loginAs('olga', `/nodes/${nodeId}`);
  await chooseAction(page, 'Maintenance…');
  await expect(dialog.getByText(/unmirrored stalls until leg/)).toBeVisible();
  await expect(dialog.getByRole('link', { name: 'unmirrored' }).first()).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Start' })).toBeDisabled();
  await expect(dialog.getByLabel('Force', { exact: true })).toBeDisabled();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await logout(page);

  await loginAs('admin', `/nodes/${nodeId}`);
  await chooseAction(page, 'Maintenance…');
  await dialog.getByLabel('Force', { exact: true }).check();
  await expect(dialog.getByRole('button', { name: /^Start/ })).toBeDisabled();
  await dialog.getByLabel('Type the node’s name').fill(name);
  await dialog.getByRole('button', { name: 'Start anyway (unsafe)' }).click();
  await expect(dialog.getByRole('status')).toContainText('It is in maintenance until');
  const node = await cluster.admin.call(endpoints.getNode, { params: { id: nodeId } });
  await cluster.admin.call(endpoints.endMaintenance, { params: { id: nodeId }, ifMatch: node.version });
});

test('refuses an edit of a changed object once, keeps the input, and accepts it then', async ({ page, cluster, loginAs }) => {
  const id = await cluster.volume('edited-by-two', { sizeBytes: GiB, protection: 'raid1' });
  await loginAs('olga', `/volumes/${id}?tab=spec`);
  await chooseAction(page, 'Edit…');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Labels').fill('team=db');
  const { version } = await cluster.admin.call(endpoints.getVolume, { params: { id } });
  await cluster.admin.call(endpoints.updateVolume, { params: { id }, ifMatch: version, body: { description: 'of somebody else' } });
  await expect(page.getByRole('definition').filter({ hasText: 'of somebody else' })).toBeVisible();
  const apply = dialog.getByRole('button', { name: 'Change volume' });
  await apply.click();
  await expect(page.getByRole('region', { name: 'Notices' })).toContainText('Somebody else changed it, so your change was not made');
  await expect(dialog.getByLabel('Description')).toHaveValue('of somebody else');
  await expect(dialog.getByLabel('Labels')).toHaveValue('team=db');
  await expect(dialog.getByRole('alert')).toHaveCount(0);
  await apply.click();
  await expect(dialog.getByText('edited-by-two has changed.')).toBeVisible();
  const volume = await cluster.admin.call(endpoints.getVolume, { params: { id } });
  expect([volume.description, volume.labels]).toEqual(['of somebody else', { team: 'db' }]);
});
