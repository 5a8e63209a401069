import { randomBytes } from 'node:crypto';
import { endpoints } from '@weft/shared/endpoints/endpoints';
import { freePort } from '@weft/test-support/free-ports';
import { CLIENT_ID, CLIENT_SECRET, TestProvider } from '../../apps/server/test-support/oidc-provider.js';
import { ServerProcess } from '../support/server-process.js';
import { expectNoViolation } from './support/axe.js';
import { expect, test } from './support/fixtures.js';
import { logout } from './support/login.js';

test('logs in at an OpenID Connect provider, on the page that was asked for, and says why it cannot @all', async ({ page, mongo }, {
  outputDir,
}) => {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const provider = await TestProvider.start(url);
  provider.people.set('1', { preferred_username: 'vera', groups: ['staff'] });
  provider.people.set('2', { preferred_username: 'nora', groups: ['others'] });
  const server = await ServerProcess.start({
    directory: outputDir,
    mongoUri: mongo.uri,
    database: `weft_browser_${randomBytes(6).toString('hex')}`,
    port,
    environment: {
      WEFT_LOG_LEVEL: 'warn',
      WEFT_PUBLIC_URL: url,
      WEFT_OIDC_ISSUER: provider.issuer,
      WEFT_OIDC_CLIENT_ID: CLIENT_ID,
      WEFT_OIDC_CLIENT_SECRET: CLIENT_SECRET,
      WEFT_OIDC_SCOPES: 'openid,profile,groups',
      WEFT_OIDC_ROLES: 'staff=viewer',
      WEFT_OIDC_LABEL: 'Example ID',
    },
  });
  const button = page.getByRole('button', { name: 'Log in with Example ID' });
  try {
    const admin = await server.administrator();
    await page.goto(`${url}/drives`);
    await expect(button).toBeVisible();
    await expectNoViolation(page, 'the login page');

    provider.person = '2';
    await button.click();
    await expect(page.getByRole('alert')).toContainText('group');
    await page.getByRole('button', { name: 'Back to the login' }).click();

    // The session of nora at the provider.
    await page.context().clearCookies();
    provider.person = '1';
    await button.click();
    await expect(page.getByRole('heading', { level: 1, name: 'Drives' })).toBeVisible();
    expect(new URL(page.url()).search).toBe('');
    const { items } = await admin.call(endpoints.listUsers);
    expect(items.map(({ name, identity, role }) => [name, identity, role])).toContainEqual(['vera', 'oidc', 'viewer']);

    await logout(page);
    await provider.stop();
    await page.goto(`${url}/drives`);
    await button.click();
    await expect(page.getByRole('alert')).toContainText('ECONNREFUSED. Local users can log in.');
    await page.goto(`${url}/drives`);
    await expect(page.getByRole('status')).toContainText('Example ID does not answer now. Local users can log in.');
    await provider.startAgain();
  } finally {
    await server.kill();
    await provider.stop();
  }
});
