import { AGENT_PROTOCOL } from '@weft/shared/version';
import { expect, test } from './fixtures.js';

test('given the enroll dialog, when a node uses its token, then the node appears by itself and says that its agent is silent', async ({
  page,
  cluster,
  loginAs,
}) => {
  await loginAs('admin', '/nodes');
  await page.getByRole('button', { name: 'Enroll a node' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Labels').fill('rack');
  await expect(dialog.getByText('"rack" is no label')).toBeVisible();
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

test('given a node, then its page shows its drives, networks and what it can do', async ({ page, loginAs }) => {
  await loginAs('vera', '/nodes');
  await page.getByRole('link', { name: 'n1', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'n1' })).toBeVisible();
  await expect(page.getByRole('table', { name: 'Drives' }).getByRole('row')).toHaveCount(4);
  await expect(page.getByRole('table', { name: 'Network interfaces' })).toContainText('left');
  await expect(page.getByRole('definition').filter({ hasText: 'RDMA, NVMe target' })).toBeVisible();
});
