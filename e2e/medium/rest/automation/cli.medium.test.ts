/** The built command line as a process, against real servers: one with scripted agents, one with TLS as its first start makes it. */
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { chmod, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { endpoints } from '@weft/shared/endpoints/endpoints';
import { testDatabase } from '@weft/test-support/database';
import { freePort } from '@weft/test-support/free-ports';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { makeAuthority } from '../../../../apps/server/src/core/tls/make-certificates.js';
import { ApiClient } from '../../../support/api-client.js';
import { completed } from '../../../support/cli/completion.js';
import { builtWeft, type Ended, WeftCommand } from '../../../support/cli/weft-command.js';
import { ScriptedCluster } from '../../../support/scripted-cluster.js';
import { ServerProcess } from '../../../support/server-process.js';
import { setUp } from '../../../support/set-up.js';

const cluster = new ScriptedCluster(['t1', 't2', 'c1'] as const);
let api: ApiClient;
let weft: WeftCommand;

beforeAll(async () => {
  ({ api } = await cluster.start());
  weft = await WeftCommand.inOwnFolder();
});
afterAll(async () => {
  await weft?.remove();
  await cluster.stop();
});

/** Runs it and expects success. @returns the data */
async function ok(...words: string[]): Promise<string> {
  const ended = await weft.run(words);
  expect(ended, words.join(' ')).toMatchObject({ code: 0 });
  return ended.out;
}
const json = async (...words: string[]): Promise<unknown> => JSON.parse(await ok(...words, '-o', 'json'));
const login = () => weft.run(['login', api.url, '--user', 'admin', '--password-file', cluster.passwordFile]);

describe('weft login', () => {
  it('refuses a wrong password with exit code 3, and keeps nothing', async () => {
    const ended = await weft.run(['login', api.url, '--user', 'admin', '--password-file', '-'], { input: 'wrong password\n' });
    expect(ended).toMatchObject({ code: 3, out: '' });
    expect(ended.err).toContain('Check the name and the password');
    await expect(stat(weft.config)).rejects.toThrow('ENOENT');
  });

  it('keeps the session in a file of mode 0600, and refuses the file when others can read it', async () => {
    expect(await login()).toMatchObject({ code: 0, out: '' });
    expect((await stat(weft.config)).mode & 0o777).toBe(0o600);
    expect(JSON.parse(await ok('session', 'get', '-o', 'json'))).toMatchObject({ user: { name: 'admin' } });
    await chmod(weft.config, 0o644);
    expect(await weft.run(['volume', 'ls'])).toMatchObject({ code: 2, err: expect.stringContaining('chmod 600') as string });
    await chmod(weft.config, 0o600);
  });

  it('uses a token from the environment, and sends no login to another server than its own', async () => {
    const { token } = await api.call(endpoints.createApiToken, { body: { name: 'cli', role: 'viewer', expiresInDays: 1 } });
    const refused = await weft.run(['user', 'create', 'paul', '--role', 'viewer', '--password-file', '-'], {
      env: { WEFT_TOKEN: token },
      input: 'a long enough password',
    });
    expect(refused).toMatchObject({ code: 3 });
    const elsewhere = api.url.replace('127.0.0.1', 'localhost');
    expect(await weft.run(['volume', 'ls', '--server', elsewhere])).toMatchObject({ code: 3 });
    expect(await weft.run(['volume', 'ls', '--server', elsewhere], { env: { WEFT_TOKEN: token } })).toMatchObject({ code: 0 });
  });
});

describe('a user with a second factor', () => {
  it('logs in with a code of the app or a recovery code, and is told what is missing', async () => {
    const password = 'correct horse battery';
    await api.call(endpoints.createUser, { body: { name: 'tom', role: 'viewer', password, mustChangePassword: false } });
    const own = new ApiClient(api.url);
    await own.login('tom', password);
    const { secret } = await own.call(endpoints.startTotp, { body: { currentPassword: password } });
    const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate();
    const { recoveryCodes } = await own.call(endpoints.confirmTotp, { body: { code } });

    const words = ['login', api.url, '--user', 'tom', '--password-file', '-', '--context', 'tom'];
    const given = { input: `${password}\n` };
    expect(await weft.run(words, given)).toMatchObject({ code: 3, err: expect.stringContaining('--code') as string });
    expect(await weft.run([...words, '--code', '000000'], given)).toMatchObject({
      code: 3,
      err: expect.stringContaining('code') as string,
    });
    expect(await weft.run([...words, '--code', recoveryCodes[0] ?? ''], given)).toMatchObject({ code: 0, out: '' });
    expect(JSON.parse(await ok('session', 'get', '-o', 'json', '--context', 'tom'))).toMatchObject({ user: { name: 'tom' } });
    expect(await login()).toMatchObject({ code: 0 });
  });
});

describe('weft volume', () => {
  it('creates, attaches and lists in every form of output', { timeout: 180_000 }, async () => {
    const created = await weft.run([
      'volume',
      'create',
      'db',
      '--size',
      '2GiB',
      '--protection',
      'raid1',
      '--class',
      'all',
      '--label',
      'team=a',
      '--wait',
    ]);
    expect(created).toMatchObject({ code: 0, err: expect.stringContaining('volume.create db: done') as string });
    expect(await ok('attach', 'db', 'c1', '--transport', 'tcp', '--wait', '-o', 'jsonpath=$.device')).toBe('/dev/weft/db\n');

    const page = await api.call(endpoints.listVolumes, { query: { limit: 200 } });
    const printed = await json('volume', 'ls');
    const still = ({ items, ...rest }: { items: { revision: number }[] }) => ({
      ...rest,
      items: items.map(({ revision: _, ...item }) => item),
    });
    expect(still(printed as never)).toEqual(still(page as never));
    expect(await ok('volume', 'ls', '-l', 'team=a', '--no-headers')).toMatch(/^db +2GiB +raid1 +all +available /);
    expect(await ok('volume', 'ls', '-l', 'team=b', '-o', 'name')).toBe('');
    expect(await ok('volumes', 'ls', '-o', 'wide')).toMatch(/^NAME .* ID\n/);
    expect((await ok('volume', 'ls', '-o', 'csv')).split('\r\n')[1]).toMatch(/^db,2147483648,raid1,all,available,/);
    expect(await ok('volume', 'ls', '-o', 'name')).toBe('db\n');
    expect(await ok('volume', 'ls', '-o', 'jsonpath={.items[*].name}')).toBe('db\n');
    const [document] = parseAllDocuments(await ok('volume', 'get', 'db', '-o', 'yaml'));
    expect(document?.toJS()).toMatchObject({ name: 'db', sizeBytes: 2 ** 31 });
  });

  it('accepts exact names only, and lists near ones', async () => {
    expect(await weft.run(['volume', 'get', 'dbb'])).toMatchObject({ code: 4, err: expect.stringContaining('Did you mean db?') as string });
    expect(await weft.run(['volume', 'get', 'd'])).toMatchObject({ code: 4 });
  });

  it('has an exit code for each kind of failure', async () => {
    const size = ['--size', '1GiB', '--protection', 'raid1', '--class', 'all'];
    const cases: [number, string[]][] = [
      [2, ['volume', 'create', 'x', '--sise', '1GiB']],
      [2, ['volume', 'create', 'x', '--size', 'much', '--protection', 'raid1', '--class', 'all']],
      [5, ['volume', 'create', 'db', ...size]],
      [5, ['volume', 'delete', 'db', '--yes']],
      [5, ['volume', 'update', 'db', '--description', 'late', '--if-version', '999999']],
      [6, ['volume', 'create', 'huge', '--size', '900TiB', '--protection', 'raid1', '--class', 'all']],
      [11, ['detach', 'db']],
      [9, ['volume', 'ls', '--server', `http://127.0.0.1:${await freePort()}`]],
    ];
    for (const [code, words] of cases) {
      const ended = await weft.run(words);
      expect(ended, words.join(' ')).toMatchObject({ code, out: '' });
      expect(ended.err).toMatch(/^error: .+/);
    }
  });

  it('asks on a terminal before it deletes, and goes no further without yes', async () => {
    const declined = await weft.onTerminal(['detach', 'db'], [['[y/N]', 'n']]);
    expect(declined).toMatchObject({ code: 11, out: expect.stringContaining('Nothing was done') as string });
    const wrong = await weft.onTerminal(['attachment', 'revoke', 'db'], [['Type db to confirm', 'dbb']]);
    expect(wrong).toMatchObject({ code: 11, out: expect.stringContaining('"dbb" is not "db"') as string });
    expect((await api.call(endpoints.listAttachments)).items).toMatchObject([{ state: 'attached', revoked: null }]);
  });

  it('does not take an id for a confirmed name', async () => {
    const [attachment] = (await api.call(endpoints.listAttachments)).items;
    const ended = await weft.run(['attachment', 'revoke', attachment?.id ?? '', '--yes']);
    expect(ended).toMatchObject({ code: 2, err: expect.stringContaining('--volume-name is missing') as string });
  });

  it('leaves a job running at --timeout and at Ctrl-C, and names the command to continue with', { timeout: 120_000 }, async () => {
    await ok('detach', 'db', '--yes', '--wait');
    // A target that does not answer keeps the job from its end.
    await cluster.agent('t1').goAway();
    const words = ['volume', 'delete', 'db', '--yes', '--wait'];
    const late = await weft.run([...words, '--timeout', '1s']);
    expect(late).toMatchObject({ code: 8, err: expect.stringMatching(/weft job wait [0-9a-f-]{36}/) as string });
    const id = /weft job wait (\S+)/.exec(late.err)?.[1] ?? '';
    const waiting = weft.start(['job', 'wait', id]);
    await once(waiting.stderr as NonNullable<typeof waiting.stderr>, 'data');
    waiting.kill('SIGINT');
    expect(await once(waiting, 'exit')).toEqual([130, null]);
    cluster.agent('t1').comeBack();
    expect(await weft.run(['job', 'wait', id, '--timeout', '60s'])).toMatchObject({ code: 0 });
  });
});

describe('weft apply', () => {
  const documents = [
    'kind: drive-class\nname: bulk\nmembers: { by: selector, selector: { models: [scripted] } }',
    'kind: volume\nname: web\nsizeBytes: 1GiB\nprotection: raid1\ndriveClassId: bulk\nlabels: { team: web }',
    'kind: node\nname: c1\nlabels: { rack: r1 }',
  ];

  it('makes what documents describe, and changes nothing the second time', { timeout: 120_000 }, async () => {
    await writeFile(join(weft.directory, 'web.yaml'), documents.join('\n---\n'));
    expect(await weft.run(['diff', '-f', 'web.yaml'])).toMatchObject({
      code: 12,
      out: expect.stringContaining('+ sizeBytes: 1073741824') as string,
    });
    const dry = (await json('apply', '-f', 'web.yaml', '--dry-run')) as { result: string }[];
    expect(dry.map(({ result }) => result.split(' (')[0])).toEqual(['would be changed', 'would be created', 'would be created']);
    expect((await api.call(endpoints.listVolumes, { query: { name: 'web' } })).total).toBe(0);
    expect(await json('apply', '-f', 'web.yaml')).toEqual([
      { document: 'node/c1', result: 'changed' },
      { document: 'drive-class/bulk', result: 'created' },
      { document: 'volume/web', result: 'created' },
    ]);
    const before = (await api.call(endpoints.listVolumes, { query: { name: 'web' } })).items[0]?.version;
    expect(await json('apply', '-f', 'web.yaml')).toEqual(
      ['node/c1', 'drive-class/bulk', 'volume/web'].map((document) => ({ document, result: 'unchanged' })),
    );
    expect((await api.call(endpoints.listVolumes, { query: { name: 'web' } })).items[0]?.version).toBe(before);
    expect(await weft.run(['diff', '-f', 'web.yaml'])).toMatchObject({ code: 0, out: '' });
  });

  it('applies again what `get -o yaml` prints, and finds no difference', async () => {
    await writeFile(join(weft.directory, 'got.yaml'), await ok('get', 'volume', 'web', '-o', 'yaml'));
    expect(await weft.run(['diff', '-f', 'got.yaml'])).toMatchObject({ code: 0, out: '' });
  });

  it('changes nothing at all when one document is wrong', async () => {
    const wrong = ['kind: node\nname: c1\nlabels: { rack: r9 }', 'kind: volume\nname: web\nprotection: raid10'];
    await writeFile(join(weft.directory, 'wrong.yaml'), wrong.join('\n---\n'));
    expect(await weft.run(['apply', '-f', 'wrong.yaml'])).toMatchObject({
      code: 5,
      err: expect.stringContaining('cannot change protection') as string,
    });
    expect((await api.call(endpoints.listNodes, { query: { name: 'c1' } })).items[0]?.labels).toEqual({ rack: 'r1' });
    await writeFile(join(weft.directory, 'wrong.yaml'), 'kind: volume\nname: x\nsize: 1GiB');
    expect(await weft.run(['apply', '-f', 'wrong.yaml'])).toMatchObject({
      code: 2,
      err: expect.stringContaining('wrong.yaml:1: a volume has no field "size"') as string,
    });
  });
});

describe('weft logs', () => {
  const items = async (...words: string[]) =>
    ((await json('logs', ...words)) as { items: { kind: string; lastAt: string; message: string; subjects: { name: string }[] }[] }).items;

  it('merges events, jobs and the audit of an object in order of time', async () => {
    await ok('volume', 'update', 'web', '--description', 'for the log');
    const events = await items('web', '--last', '1h');
    expect(events.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['volume', 'job']));
    expect(events.map(({ kind }) => kind)).not.toContain('audit');
    await expect
      .poll(async () => (await items('web', '--audit', '--last', '1h')).map(({ message }) => message))
      .toContainEqual(expect.stringMatching(/^admin from 127\.0\.0\.1: updateVolume \(description\)$/));
    const times = (await items('web', '--audit')).map(({ lastAt }) => lastAt);
    expect(times).toEqual([...times].sort());
    expect(await weft.run(['logs', 'web', '--last', '1h', '--since', '1h'])).toMatchObject({ code: 2 });
  });

  it('prints new lines of the audit with --follow, until Ctrl-C', { timeout: 120_000 }, async () => {
    const following = weft.start(['logs', 'web', '--audit', '--follow', '--last', '1s']);
    let out = '';
    following.stdout?.on('data', (chunk: Buffer) => (out += chunk.toString('utf8')));
    await ok('volume', 'update', 'web', '--description', 'while it follows');
    await expect.poll(() => out, { timeout: 60_000 }).toContain('updateVolume (description)');
    following.kill('SIGINT');
    expect(await once(following, 'exit')).toEqual([130, null]);
  });
});

describe('completion', () => {
  beforeAll(() => setUp('shells'), 180_000);
  const cases = [
    ['weft vol', ['volume', 'volume-group']],
    ['weft volume create x --prot', ['--protection']],
    ['weft volume create x --protection raid', ['raid0', 'raid1', 'raid10']],
    ['weft attach we', ['web']],
    ['weft attach web c', ['c1']],
  ] as const;

  it.each(['bash', 'fish'] as const)('proposes commands, options, values and live names in %s', async (shell) => {
    for (const [line, proposals] of cases) expect((await completed(shell, line, weft)).split('\n'), line).toEqual(proposals);
  });

  it('proposes them in zsh', async () => {
    for (const [line, proposals] of cases) {
      const shown = await completed('zsh', line, weft);
      for (const proposal of proposals) expect(shown, line).toContain(proposal);
    }
  });
});

it('shows hostile text without letting it control the terminal', async () => {
  const { items } = await api.call(endpoints.listVolumes, { query: { name: 'web' } });
  const subject = { kind: 'volume' as const, id: items[0]?.id ?? '' };
  await api.call(endpoints.createNote, { body: { subject, text: 'first\nsecond \u202eevil' } });
  for (const form of ['table', 'wide', 'json', 'yaml', 'csv', 'jsonpath=$.items[*].text']) {
    const shown = await weft.onTerminal(['note', 'ls', '-o', form], []);
    expect(shown, form).toMatchObject({ code: 0 });
    expect(shown.out, form).not.toContain('\u202e');
    expect(shown.out, form).toContain('\\u202e');
  }
  const [document] = parseAllDocuments(await ok('note', 'ls', '-o', 'yaml'));
  expect(document?.toJS()).toMatchObject({ items: [{ text: 'first\nsecond \u202eevil' }] });
});

it('runs the commands of docs/cli.md', { timeout: 180_000 }, async () => {
  await api.call(endpoints.listVolumes);
  await ok('volume', 'delete', 'web', '--yes', '--wait');
  const page = await readFile(new URL('../../../../docs/cli.md', import.meta.url), 'utf8');
  const blocks = page
    .split('<!-- run by: e2e/medium/rest/automation/cli.medium.test.ts -->\n```sh\n')
    .slice(1)
    .map((block) => block.split('```')[0]);
  const script = ['set -euo pipefail', `weft() { ${process.execPath} ${builtWeft} "$@"; }`, ...blocks].join('\n');
  const env = { ...weft.env, WEFT_URL: api.url, WEFT_PASSWORD_FILE: cluster.passwordFile };
  // doctor warns of nothing here: the server is on loopback.
  const { stdout } = await promisify(execFile)('bash', ['-c', script], { env, cwd: weft.directory });
  expect(stdout).toMatch(/^(healthy|detached)$/m);
  expect(stdout).toMatch(/^kind: volume\nname: web$/m);
  expect((await api.call(endpoints.listVolumes, { query: { name: 'web' } })).total).toBe(0);
});

describe('TLS', () => {
  let server: ServerProcess;
  let own: WeftCommand;

  beforeAll(async () => {
    // For `fetch` of this test alone, which accepts no authority.
    vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0');
    own = await WeftCommand.inOwnFolder();
    const { uri, name } = testDatabase();
    server = await ServerProcess.start({
      directory: join(own.directory, 'server'),
      mongoUri: uri,
      database: name,
      environment: { WEFT_INSECURE_HTTP: 'false', WEFT_LOG_LEVEL: 'warn' },
    });
    await server.administrator();
  });
  afterAll(async () => {
    await server?.stop();
    await own?.remove();
    vi.unstubAllEnvs();
  });
  const loginWith = (env: Record<string, string>): Promise<Ended> =>
    own.run(['login', server.url, '--user', 'admin', '--password-file', server.passwordFile], { env });
  const fingerprint = async (): Promise<string> =>
    (await (await server.administrator()).call(endpoints.createEnrollmentToken, { body: {} })).caFingerprint ?? '';

  it('refuses an unknown authority in a pipe, and another one than the given', async () => {
    expect(await loginWith({})).toMatchObject({ code: 10, err: expect.stringContaining(await fingerprint()) as string });
    expect(await loginWith({ WEFT_FINGERPRINT: '0'.repeat(64) })).toMatchObject({ code: 10 });
  });

  it('shows the fingerprint on a terminal, asks once, and pins the authority', async () => {
    const shown = ((await fingerprint()).toUpperCase().match(/../g) ?? []).join(':');
    const words = ['login', server.url, '--user', 'admin', '--password-file', server.passwordFile];
    const declined = await own.onTerminal(words, [['[y/N]', 'n']]);
    expect(declined).toMatchObject({ code: 11, out: expect.stringContaining(shown) as string });
    expect(await own.onTerminal(words, [['[y/N]', 'y']])).toMatchObject({ code: 0 });
    expect(await loginWith({})).toMatchObject({ code: 0 });
    expect(await own.run(['volume', 'ls', '-o', 'name'])).toMatchObject({ code: 0 });
    expect(await own.run(['doctor'])).toMatchObject({ code: 0, out: expect.stringContaining('pinned authority') as string });
  });

  it('works without a login by token and fingerprint', async () => {
    const admin = await server.administrator();
    const { token } = await admin.call(endpoints.createApiToken, { body: { name: 'ci', role: 'viewer', expiresInDays: 1 } });
    const env = { WEFT_SERVER: server.url, WEFT_TOKEN: token, WEFT_CLI_CONFIG: join(own.directory, 'none.json') };
    expect(await own.run(['volume', 'ls'], { env: { ...env, WEFT_FINGERPRINT: await fingerprint() } })).toMatchObject({ code: 0 });
    expect(await own.run(['volume', 'ls'], { env: { ...env, WEFT_FINGERPRINT: 'f'.repeat(64) } })).toMatchObject({ code: 10 });
    expect(await own.run(['volume', 'ls'], { env })).toMatchObject({ code: 10 });
  });

  it('sends nothing to a server with another authority than the pinned one', async () => {
    const { certificate: ca } = await makeAuthority();
    const config = JSON.parse(await readFile(own.config, 'utf8')) as { contexts: Record<string, object>; current: string };
    const changed = { ...config, contexts: { [config.current]: { ...config.contexts[config.current], ca, fingerprint: 'a'.repeat(64) } } };
    await writeFile(own.config, JSON.stringify(changed));
    expect(await own.run(['volume', 'ls'])).toMatchObject({ code: 10 });
    const again = await loginWith({});
    expect(again).toMatchObject({ code: 10, err: expect.stringContaining('not the pinned') as string });
    expect(again.err).toContain('weft context delete');
  });
});
