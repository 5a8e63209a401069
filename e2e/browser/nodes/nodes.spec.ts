import { endpoints } from '@weft/shared/endpoints/endpoints';
import { formatBytes } from '@weft/shared/units';
import { AGENT_PROTOCOL } from '@weft/shared/version';
import { actionOf, chooseAction } from '../support/actions.js';
import { expect, test } from '../support/fixtures.js';
import { login } from '../support/login.js';

test('shows an enrolled node without a reload, with its agent not yet connected', async ({ page, cluster, loginAs }) => {
  await loginAs('admin', '/nodes');
  await page.getByRole('button', { name: 'Enroll a node' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Labels').fill('rack');
  await expect(dialog.getByText('"rack" is not a label')).toBeVisible();
  await dialog.getByLabel('Labels').fill('rack=r9');
  await dialog.getByRole('button', { name: 'Issue a token' }).click();
  const command = (await dialog.getByLabel('Enroll command').textContent()) ?? '';
  expect(command).toContain(`weft-agent enroll --server ${cluster.server.url} --token `);

  const answer = await fetch(`${cluster.server.url}/api/v1/enroll`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      token: command.split(' ').at(-1),
      name: 'newcomer',
      hostname: 'newcomer',
      agentVersion: '0.1.0',
      protocol: AGENT_PROTOCOL,
    }),
  });
  expect(answer.status).toBe(201);
  await dialog.getByRole('button', { name: 'Done' }).click();
  const row = page.getByRole('row', { name: /newcomer/ });
  await expect(row).toContainText('never connected');
  await expect(row).toContainText('is weft-agent running?');
  await expect(row).toContainText('rack=r9');
});

test('shows capacity, drives, networks and capabilities on the page of a node', async ({ page, cluster, loginAs }) => {
  await loginAs('vera', '/nodes');
  const row = page.getByRole('row').filter({ has: page.getByRole('link', { name: 'n1', exact: true }) });
  await expect(row.getByRole('img', { name: / used, .* free, .* unusable, of 6.54 TiB$/ })).toBeVisible();
  await page.getByRole('link', { name: 'n1', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'n1', exact: true })).toBeVisible();
  await expect(page.getByRole('definition').filter({ hasText: 'RDMA, NVMe target' })).toBeVisible();
  const { capacity } = await cluster.admin.call(endpoints.getNode, { params: { id: cluster.agents.get('n1')?.nodeId ?? '' } });
  expect(capacity.usedBytes + capacity.freeBytes + capacity.unusableBytes).toBe(capacity.sizeBytes);
  const bytes = ['used', 'free', 'unusable'].map((part) => formatBytes(capacity[`${part}Bytes` as 'usedBytes']));
  await expect(page.getByRole('img', { name: `${bytes[0]} used, ${bytes[1]} free, ${bytes[2]} unusable, of 6.54 TiB` })).toBeVisible();
  await expect(page.getByRole('button', { name: bytes[2] ?? '' })).toBeVisible();
  const parts = page.getByRole('navigation', { name: 'Parts of this page' });
  await parts.getByRole('link', { name: 'Drives' }).click();
  await expect(page.getByRole('table', { name: 'Drives' }).getByRole('row')).toHaveCount(4);
  await parts.getByRole('link', { name: 'Network' }).click();
  await expect(page.getByRole('table', { name: 'Network interfaces' })).toContainText('left');
  await parts.getByRole('link', { name: 'Attachments' }).click();
  await expect(page.getByText('No volume is attached to this node.')).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(/\?tab=network$/);
});

test('shows mirror halves in one rack on volume and overview until the label is corrected', async ({ page, ownCluster: cluster }) => {
  await cluster.furnish();
  const volumeId = await cluster.volume('one-rack', { sizeBytes: 2 ** 30, protection: 'raid1', failureDomain: 'rack' });
  const { legs } = await cluster.admin.call(endpoints.getVolume, { params: { id: volumeId } });
  const [first, second] = legs.map(({ node, failureDomain }) => ({ ...node, rack: failureDomain }));
  await login(page, `${cluster.server.url}/nodes/${first?.id}`, 'admin');
  const dialog = page.getByRole('dialog', { name: `Labels of node ${first?.name}` });
  const setRack = async (rack: string | undefined) => {
    await chooseAction(page, 'Labels…');
    await dialog.getByLabel('Labels').fill(`rack=${rack}`);
    await dialog.getByRole('button', { name: 'Change labels' }).click();
    await dialog.getByRole('button', { name: 'Close', exact: true }).last().click();
  };
  await setRack(second?.rack);

  await page.goto(`${cluster.server.url}/volumes/${volumeId}`);
  const shared = page.getByText(
    new RegExp(`^detached, domain violated since .*, because leg 0 on n\\d and leg 1 on n\\d share rack ${second?.rack}`),
  );
  await expect(shared).toBeVisible();
  await page.getByRole('link', { name: 'Spec' }).click();
  await expect(page.getByText('Does not survive the loss of the rack with more than one half of a mirror.')).toBeVisible();
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Overview' }).click();
  const findings = page.getByRole('list', { name: 'Problems' });
  const [left, right] = [first?.name ?? '', second?.name ?? ''].sort();
  await expect(findings).toContainText(`node ${left} shares rack ${second?.rack} with ${right}`);
  await expect(findings).toContainText('mirrors have a half on each (one-rack)');

  await page.goto(`${cluster.server.url}/nodes/${first?.id}`);
  await setRack(first?.rack);
  await page.goto(`${cluster.server.url}/volumes/${volumeId}`);
  await expect(page.getByText(/^detached, because it is not attached/)).toBeVisible();
  await page.getByRole('link', { name: 'Activity' }).click();
  await page.getByText(/^\d+ conditions as desired$/).click();
  await expect(page.getByRole('cell', { name: 'the mirror halves share no rack', exact: true })).toBeVisible();
});

test('rotates the credential of a connected node, then revokes it, with the curl of each', async ({ page, ownCluster: cluster }) => {
  const { nodeId } = await cluster.node('t1');
  const dialog = page.getByRole('dialog');
  await login(page, `${cluster.server.url}/nodes/${nodeId}`, 'admin');
  await chooseAction(page, 'Rotate credential…');
  await dialog.getByText('The same with curl').click();
  await expect(dialog.getByLabel('curl command')).toContainText(`/api/v1/nodes/${nodeId}/rotate-credential`);
  await dialog.getByRole('button', { name: 'Rotate', exact: true }).click();
  await expect(dialog.getByRole('status')).toContainText('The server sends a new credential to the agent of t1.');
  await dialog.getByRole('button', { name: 'Close', exact: true }).last().click();

  await chooseAction(page, 'Revoke credential…');
  await dialog.getByText('The same with curl').click();
  await expect(dialog.getByLabel('curl command')).toContainText(`/api/v1/nodes/${nodeId}/revoke-credential`);
  await dialog.getByLabel('Type the node’s name').fill('t1');
  await dialog.getByRole('button', { name: 'Revoke', exact: true }).click();
  await expect(dialog.getByLabel('Renew command')).toContainText('weft-agent enroll --renew --token ');
  await dialog.getByRole('button', { name: 'Close', exact: true }).last().click();
  const rotate = await actionOf(page, 'Rotate credential…');
  await expect(rotate).toHaveAttribute('aria-description', 'The agent of t1 is not connected, so it cannot store a new credential.');

  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'Audit', exact: true }).click();
  for (const action of ['Credential rotated', 'Credential revoked'])
    await expect(page.getByRole('row', { name: new RegExp(`admin ${action} node t1`) })).toBeVisible();
});

test('shows on the page of a node that its agent differs from its server', async ({ page, cluster, loginAs }) => {
  const { items } = await cluster.admin.call(endpoints.listNodes);
  const [node] = items;
  if (!node) throw new Error('no node');
  await page.route(`**/api/v1/nodes/${node.id}`, (route) =>
    route.fulfill({
      json: {
        ...{ ...node, agentVersion: '0.0.9', agentProtocol: 0 },
        conditions: [{ type: 'VersionSkewed', status: 'true', since: node.createdAt, reason: 'agent-version-differs', message: '' }],
      },
    }),
  );
  await loginAs('olga', `/nodes/${node.id}`);
  await expect(page.getByText('0.0.9, protocol 0 (differs from its server)')).toBeVisible();
});
