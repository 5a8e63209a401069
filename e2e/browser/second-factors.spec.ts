import { randomBytes } from 'node:crypto';
import { endpoints } from '@weft/shared/endpoints/endpoints';
import { freePort } from '@weft/test-support/free-ports';
import { Secret, TOTP } from 'otpauth';
import { ServerProcess } from '../support/server-process.js';
import { PASSWORD } from './support/cluster.js';
import { expect, test } from './support/fixtures.js';
import { login, logout, openLogin } from './support/login.js';
import { sectionOf } from './support/sections.js';

const STEP_MS = 30_000;
const totp = (secret: string) => new TOTP({ secret: Secret.fromBase32(secret) });
/** The server accepts a code once. The code of the next step counts already, so nothing waits for it. */
const nextCode = (secret: string) => totp(secret).generate({ timestamp: Date.now() + STEP_MS });

test('sets up an authenticator app, logs in with it and with a recovery code, and an administrator resets it', async ({
  page,
  cluster,
}) => {
  await cluster.admin.call(endpoints.createUser, { body: { name: 'fay', role: 'viewer', password: PASSWORD } });
  await login(page, `${cluster.server.url}/settings`, 'fay');
  const section = sectionOf(page, 'Second factor of fay');
  await section.getByRole('button', { name: 'Set up an authenticator app…' }).click();
  await section.getByLabel(/^Your password/).fill(PASSWORD);
  await section.getByRole('button', { name: 'Show the secret' }).click();
  await expect(section.getByRole('img', { name: 'QR code of the secret' })).toBeVisible();
  const secret = (await section.getByRole('figure', { name: 'Secret' }).textContent()) ?? '';
  await section.getByLabel(/^Code of the app/).fill('000000');
  await section.getByRole('button', { name: 'Confirm' }).click();
  await expect(section.getByText('The code is wrong, or it was used before.')).toBeVisible();
  await section.getByLabel(/^Code of the app/).fill(totp(secret).generate());
  await section.getByRole('button', { name: 'Confirm' }).click();
  const codes = ((await section.getByRole('figure', { name: 'Recovery codes' }).textContent()) ?? '').split('\n');
  expect(codes).toHaveLength(10);
  await section.getByRole('button', { name: 'I have stored them' }).click();
  await expect(section).toContainText('Recovery codes left10');

  await logout(page);
  await openLogin(page, `${cluster.server.url}/drives`, 'fay');
  const code = page.getByLabel(/^Code/);
  await code.fill('000000');
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(page.getByRole('alert')).toContainText('This login accepts 4 more codes.');
  await code.fill(nextCode(secret));
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Drives' })).toBeVisible();

  await logout(page);
  await openLogin(page, `${cluster.server.url}/settings`, 'fay');
  await code.fill(codes[0] ?? '');
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(section).toContainText('Recovery codes left9');

  await login(page, `${cluster.server.url}/users`, 'admin');
  const row = page.getByRole('row', { name: /fay/ });
  await expect(row).toContainText('authenticator app');
  await row.getByRole('button', { name: 'Reset second factor…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Reset the second factor of fay' });
  await dialog.getByLabel('Your password').fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Reset second factor' }).click();
  await expect(row).toContainText('none');
  await logout(page);
  await openLogin(page, `${cluster.server.url}/drives`, 'fay');
  await expect(page.getByRole('heading', { level: 1, name: 'Drives' })).toBeVisible();
});

test('shows only the set-up to a user without a second factor where one is required @all', async ({ page, cluster, mongo }, {
  outputDir,
}) => {
  const strict = await ServerProcess.start({
    directory: outputDir,
    mongoUri: mongo.uri,
    database: cluster.database,
    environment: { WEFT_LOG_LEVEL: 'warn', WEFT_SECOND_FACTOR: 'required' },
  });
  try {
    await cluster.admin.call(endpoints.createUser, { body: { name: 'gus', role: 'viewer', password: PASSWORD } });
    await openLogin(page, `${strict.url}/drives`, 'gus');
    await expect(page.getByRole('heading', { level: 1, name: 'Set up a second factor' })).toBeVisible();
    await expect(page.getByRole('navigation')).toHaveCount(0);
    await page.getByLabel(/^Your password/).fill(PASSWORD);
    await page.getByRole('button', { name: 'Show the secret' }).click();
    const secret = (await page.getByRole('figure', { name: 'Secret' }).textContent()) ?? '';
    await page.getByLabel(/^Code of the app/).fill(totp(secret).generate());
    await page.getByRole('button', { name: 'Confirm' }).click();
    await page.getByRole('button', { name: 'I have stored them' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Drives' })).toBeVisible();
  } finally {
    await strict.kill();
  }
});

test('registers a security key, logs in with it, and refuses a copy of it @all', async ({ page, mongo }, { outputDir }) => {
  // A security key belongs to a host name.
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const server = await ServerProcess.start({
    directory: outputDir,
    mongoUri: mongo.uri,
    database: `weft_browser_${randomBytes(6).toString('hex')}`,
    port,
    environment: { WEFT_LOG_LEVEL: 'warn', WEFT_PUBLIC_URL: url },
  });
  try {
    const admin = await server.administrator();
    await admin.call(endpoints.createUser, { body: { name: 'kim', role: 'viewer', password: PASSWORD } });
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('WebAuthn.enable');
    const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
      options: { protocol: 'ctap2', transport: 'usb', automaticPresenceSimulation: true },
    });

    await openLogin(page, `${url}/settings`, 'kim');
    const section = sectionOf(page, 'Second factor of kim');
    await section.getByRole('button', { name: 'Add a security key…' }).click();
    await section.getByLabel(/^Name of the key/).fill('blue key');
    await section.getByLabel(/^Your password/).fill(PASSWORD);
    await section.getByRole('button', { name: 'Register the key' }).click();
    await section.getByRole('button', { name: 'I have stored them' }).click();
    await expect(section.getByRole('list', { name: 'Security keys' })).toContainText('blue key');

    await logout(page);
    await openLogin(page, `${url}/settings`, 'kim');
    await page.getByRole('button', { name: 'Use a security key' }).click();
    await expect(section.getByRole('list', { name: 'Security keys' })).toContainText('last used');

    // A copy of the key that knows nothing of its later uses.
    const { credentials } = await devtools.send('WebAuthn.getCredentials', { authenticatorId });
    const [credential] = credentials;
    if (!credential) throw new Error('the authenticator has the key');
    await devtools.send('WebAuthn.removeCredential', { authenticatorId, credentialId: credential.credentialId });
    await devtools.send('WebAuthn.addCredential', { authenticatorId, credential: { ...credential, signCount: 0 } });
    await logout(page);
    await openLogin(page, `${url}/settings`, 'kim');
    await page.getByRole('button', { name: 'Use a security key' }).click();
    await expect(page.getByRole('alert')).toContainText('The counter of security key blue key went back');
  } finally {
    await server.kill();
  }
});
