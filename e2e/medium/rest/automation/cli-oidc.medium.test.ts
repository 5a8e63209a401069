/** `weft login --oidc` as a process, against a real server and a real OpenID Connect provider. */
import { once } from 'node:events';
import { stat } from 'node:fs/promises';
import { testDatabase } from '@weft/test-support/database';
import { freePort } from '@weft/test-support/free-ports';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { CLIENT_ID, CLIENT_SECRET, TestProvider } from '../../../../apps/server/test-support/oidc-provider.js';
import { WeftCommand } from '../../../support/cli/weft-command.js';
import { ServerProcess } from '../../../support/server-process.js';

let provider: TestProvider;
let server: ServerProcess;
let url: string;
let weft: WeftCommand;

beforeAll(async () => {
  const port = await freePort();
  url = `http://127.0.0.1:${port}`;
  provider = await TestProvider.start(url);
  provider.people.set('1', { preferred_username: 'vera', groups: ['staff'] });
  weft = await WeftCommand.inOwnFolder();
  const { uri, name } = testDatabase();
  server = await ServerProcess.start({
    directory: weft.directory,
    mongoUri: uri,
    database: name,
    port,
    environment: {
      WEFT_PUBLIC_URL: url,
      WEFT_OIDC_ISSUER: provider.issuer,
      WEFT_OIDC_CLIENT_ID: CLIENT_ID,
      WEFT_OIDC_CLIENT_SECRET: CLIENT_SECRET,
      WEFT_OIDC_SCOPES: 'openid,profile,groups',
      WEFT_OIDC_ROLES: 'staff=viewer',
    },
  });
}, 180_000);
afterAll(async () => {
  await server?.stop();
  await provider?.stop();
  await weft?.remove();
});

/** A login in a pipe, until it has shown page and code. */
async function begun() {
  const child = weft.start(['login', url, '--oidc', '--quiet']);
  let err = '';
  const closed = once(child, 'close') as Promise<[number | null]>;
  const code = new Promise<string>((resolve, reject) => {
    child.stderr?.on('data', (chunk: Buffer) => {
      err += chunk.toString('utf8');
      const [, shown] = /code, or asks for it:\n {2}(\S+)\n/.exec(err) ?? [];
      if (shown) resolve(shown);
    });
    closed.then(() => reject(new Error(`it ended without a code: ${err}`)), reject);
  });
  return { child, userCode: await code, messages: () => err, ended: closed.then(([status]) => status) };
}

it('shows page and code as plain lines, waits for the approval, and keeps the session', { timeout: 120_000 }, async () => {
  const login = await begun();
  expect(login.messages()).toContain(`  ${provider.issuer}/device?user_code=${login.userCode}\n`);
  // Not a control character: a pipe gets lines.
  expect(login.messages()).toMatch(/^[\x20-\x7e\n]+$/);
  provider.person = '1';
  await provider.decide(`${provider.issuer}/device`, login.userCode, 'confirm');
  expect(await login.ended, login.messages()).toBe(0);
  expect((await stat(weft.config)).mode & 0o777).toBe(0o600);
  const { out } = await weft.run(['session', 'get', '-o', 'json']);
  expect(JSON.parse(out)).toMatchObject({ user: { name: 'vera', identity: 'oidc', role: 'viewer' } });
});

it('ends with the reason when the user denies it, and at Ctrl-C', { timeout: 120_000 }, async () => {
  const [denied, interrupted] = await Promise.all([begun(), begun()]);
  await provider.decide(`${provider.issuer}/device`, denied.userCode, 'abort');
  interrupted.child.kill('SIGINT');
  expect(await interrupted.ended).toBe(130);
  expect(interrupted.messages()).toContain('Interrupted. Nobody is logged in.');
  expect(await denied.ended).toBe(3);
  expect(denied.messages()).toContain('error: The login was denied at the OpenID Connect provider. Begin again.');
});

it('names what to do where the provider does not allow it, and takes one kind of login', { timeout: 120_000 }, async () => {
  expect(await weft.run(['login', url, '--oidc', '--token'])).toMatchObject({ code: 2 });
  provider.device = 'other-clients';
  await provider.rotate();
  const { code, err } = await weft.run(['login', url, '--oidc']);
  expect([code, err]).toEqual([6, expect.stringContaining('make an API token in the console')]);
});
