import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { agentCommand } from '../../support/agent-command.js';
import { expect, test } from '../support/fixtures.js';
import { login } from '../support/login.js';

// A server as its first start makes it. The browser of this test does not know its authority.
test.use({ serverEnvironment: { WEFT_INSECURE_HTTP: 'false' }, ignoreHTTPSErrors: true });
test.beforeAll(() => {
  // For `fetch` of this test.
  process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = '0';
});
test.afterAll(() => {
  delete process.env['NODE_TLS_REJECT_UNAUTHORIZED'];
});

test('shows an enrollment command that accepts only this cluster', async ({ page, ownCluster: cluster }) => {
  await login(page, `${cluster.server.url}/nodes`, 'admin');
  expect(page.url()).toMatch(/^https:/);
  await page.getByRole('button', { name: 'Enroll a node' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Issue a token' }).click();
  const command = (await dialog.getByLabel('Enroll command').textContent()) ?? '';
  const [program, ...words] = command.split(' ');
  expect(program).toBe('weft-agent');

  const folder = await mkdtemp(join(tmpdir(), 'weft-browser-agent-'));
  try {
    const own = ['--name', 'newcomer', '--config', join(folder, 'agent.json')];
    const wrong = words.map((word) => (/^[0-9a-f]{64}$/.test(word) ? '0'.repeat(64) : word));
    expect((await agentCommand(...wrong, ...own)).output).toContain('another certificate authority');
    expect(await agentCommand(...words, ...own)).toMatchObject({ code: 0 });
  } finally {
    await rm(folder, { recursive: true });
  }
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByRole('row', { name: /newcomer/ })).toContainText('never connected');
});
