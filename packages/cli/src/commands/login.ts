import { hostname } from 'node:os';
import type { SecondFactorWanted } from '@weft/shared/kinds/access/second-factor';
import { ProblemFailure } from '../client/problem.js';
import { type Authority, fingerprintFrom, pinAuthority, shownFingerprint } from '../config/authority.js';
import type { Context } from '../config/config-file.js';
import { changeConfig, readCa, serverUrl } from '../config/connection.js';
import { Failure, usage } from '../core/failure.js';
import { ask, askSecret, confirmed } from '../core/terminal.js';
import { flag } from '../run/flags.js';
import type { Run, Runnable } from '../run/run.js';
import { withProvider } from './login-oidc.js';

const text = (contents: string): string => contents.replace(/\r?\n$/, '');

/** Asks once whether an authority is the right one. The fingerprint is what the console shows for new nodes. */
async function askAboutAuthority(run: Run, url: URL, { fingerprint, subject, validTo }: Authority): Promise<boolean> {
  run.say(`${url.origin} has a certificate of an authority that this machine does not know.`);
  run.say(`  name         ${subject}\n  valid until  ${validTo}\n  SHA-256      ${shownFingerprint(fingerprint)}`);
  run.say("Compare it with the fingerprint that the console shows for new nodes, or with the server's ca.pem.");
  return confirmed(run.terminal, 'Trust it for this context from now on?');
}

/** The authority for a context: given as a file, trusted by the system, or pinned. */
async function trustedAuthority(run: Run, url: URL, before: Context | undefined): Promise<Pick<Context, 'ca' | 'fingerprint'>> {
  const { env } = run.terminal;
  const file = run.option('ca-file') ?? env.WEFT_CA_FILE;
  if (file !== undefined) return { ca: readCa(file) };
  const given = run.option('fingerprint') ?? env.WEFT_FINGERPRINT;
  if (given === undefined && before?.ca !== undefined && before.fingerprint === undefined) return { ca: before.ca };
  const authority = await pinAuthority({
    url,
    ...(given === undefined ? {} : { expected: fingerprintFrom(given) }),
    ...(before?.fingerprint ? { pinned: before.fingerprint } : {}),
    ...(run.isInteractive ? { ask: (found: Authority) => askAboutAuthority(run, url, found) } : {}),
  });
  return authority ? { ca: authority.pem, fingerprint: authority.fingerprint } : {};
}

async function passwordOf(run: Run, user: string): Promise<string> {
  const file = run.option('password-file') ?? run.terminal.env.WEFT_PASSWORD_FILE;
  return file === undefined ? askSecret(run.terminal, `Password of ${user}: `) : text(run.readText(file));
}

/** Sends one step of a login, once. @returns the session cookie */
async function loginStep(run: Run, context: Context, path: string, body: object): Promise<string | undefined> {
  const answer = await run.clientOf({ context }).answer('POST', path, { body, once: true });
  answer.resume();
  return answer.headers['set-cookie']?.[0]?.split(';')[0];
}

/** Logs in with a password, and with a code if the user has a second factor. @returns the session cookie */
async function sessionOf(run: Run, context: Context, name: string, password: string): Promise<string | undefined> {
  try {
    return await loginStep(run, context, '/api/v1/login', { name, password });
  } catch (error) {
    const wanted = error instanceof ProblemFailure ? error.problem?.secondFactor : undefined;
    if (wanted)
      return loginStep(run, context, '/api/v1/login/second-factor', { challenge: wanted.challenge, code: await codeOf(run, wanted) });
    if (error instanceof Failure && error.kind === 'denied') throw new Failure('denied', error.message, 'Check the name and the password.');
    throw error;
  }
}

async function codeOf(run: Run, { kinds }: SecondFactorWanted): Promise<string> {
  if (!kinds.some((kind) => kind !== 'security-key'))
    throw new Failure(
      'denied',
      'This user logs in with a security key, which only a browser can ask.',
      'Make an API token in the console: weft login --token.',
    );
  const given = run.option('code');
  if (given !== undefined) return given;
  if (!run.isInteractive)
    throw new Failure('denied', 'This user has a second factor: a code is missing.', 'Give it: --code CODE. Programs use API tokens.');
  return (await ask(run.terminal, 'Code of the authenticator app, or a recovery code: ')).trim();
}

/** Logs in with a password. @returns the session */
async function withPassword(run: Run, context: Context): Promise<Context> {
  const { env } = run.terminal;
  const given = run.option('user') ?? env.WEFT_USER;
  if (given === undefined && !run.isInteractive) throw usage('--user is missing.');
  const user = given ?? (await ask(run.terminal, 'User: ')).trim();
  const password = await passwordOf(run, user);
  const session = await sessionOf(run, context, user, password);
  if (!session) throw new Failure('unexpected', 'The server sent no session.');
  const next = { ...context, user, session };
  await changePasswordIfNeeded(run, next, password);
  return next;
}

/** A password that the server made, or that an administrator wants changed, opens nothing else. */
async function changePasswordIfNeeded(run: Run, context: Context, currentPassword: string): Promise<void> {
  const client = run.clientOf({ context });
  const { user } = await client.call('session');
  if (!user.mustChangePassword) return;
  const file = run.option('new-password-file');
  if (file === undefined && !run.isInteractive)
    throw new Failure('denied', 'The password must be changed first.', 'Give a new one, at least 12 characters: --new-password-file FILE.');
  if (file === undefined) run.say('The password must be changed first. Choose one with at least 12 characters.');
  const newPassword = file === undefined ? await askSecret(run.terminal, 'New password: ') : text(run.readText(file));
  if (file === undefined && newPassword !== (await askSecret(run.terminal, 'New password again: ')))
    throw new Failure('unconfirmed', 'The two are different. Nothing was changed.');
  await client.call('changePassword', { body: { currentPassword, newPassword } });
}

/** Checks an API token with a read that every token may make. */
async function withToken(run: Run, context: Context): Promise<Context> {
  const file = run.option('token-file');
  const token = file === undefined ? (await askSecret(run.terminal, 'API token: ')).trim() : text(run.readText(file)).trim();
  if (!/^weft_/.test(token)) throw usage('This is not an API token. API tokens begin with weft_.');
  const next = {
    server: context.server,
    ...(context.ca ? { ca: context.ca } : {}),
    ...(context.fingerprint ? { fingerprint: context.fingerprint } : {}),
    token,
  };
  await run
    .clientOf({ context: next })
    .call('listApiTokens')
    .catch((error: unknown) => {
      // A token with nouns may not read tokens; an invalid one gets 401.
      if (!(error instanceof Failure) || (error as { status?: number }).status === 401) throw error;
    });
  return next;
}

async function login(run: Run): Promise<void> {
  const { env } = run.terminal;
  const { config } = run;
  const named = run.option('context') ?? env.WEFT_CONTEXT;
  const address = run.positionals[0] ?? run.option('server') ?? env.WEFT_SERVER ?? config.contexts[named ?? config.current ?? '']?.server;
  if (run.positionals.length > 1) throw usage('login takes one address.');
  if (address === undefined) throw usage('The address of the server is missing.', 'weft login https://HOST:PORT');
  const url = serverUrl(address);
  const name = named ?? nameFor(config.contexts, config.current, url);
  const before = config.contexts[name];
  const sameServer = before && serverUrl(before.server).origin === url.origin ? before : undefined;
  const context: Context = { server: url.origin, ...(await trustedAuthority(run, url, sameServer)) };
  const isToken = run.option('token-file') !== undefined || run.has('token');
  const isDevice = run.has('oidc');
  if (isToken && isDevice) throw usage('Give --token or --oidc, not both.');
  const next = await (isToken ? withToken : isDevice ? withProvider : withPassword)(run, context);
  changeConfig(env, (now) => ({ ...now, current: name, contexts: { ...now.contexts, [name]: next } }));
  run.say(`Logged in to ${url.origin}${next.user ? ` as ${next.user}` : ' with a token'}: context ${name}.`);
}

/** The context of this server, or a new one with the name of its host. */
function nameFor(contexts: Record<string, Context>, current: string | undefined, url: URL): string {
  const same = Object.keys(contexts).filter((name) => serverUrl(contexts[name]?.server ?? '').origin === url.origin);
  if (current !== undefined && same.includes(current)) return current;
  const host = url.hostname === '127.0.0.1' || url.hostname === 'localhost' ? hostname() : url.hostname;
  return same[0] ?? (contexts[host] ? url.host : host);
}

async function logout(run: Run): Promise<void> {
  const { name, context } = run.chosen;
  if (name === undefined) throw usage('There is no login for this server.');
  if (!context.session && !context.token) throw usage(`There is no login for ${context.server}.`);
  if (context.session && !context.token)
    await run.client.call('logout', { body: {} }).catch((error: unknown) => {
      // The session may have ended already. The login is removed here in any case.
      if (!(error instanceof Failure)) throw error;
      run.say(error.message);
    });
  changeConfig(run.terminal.env, (config) => {
    const { session: _, token: __, user: ___, ...rest } = config.contexts[name] ?? { server: context.server };
    return { ...config, contexts: { ...config.contexts, [name]: rest } };
  });
  run.say(
    `Logged out of ${context.server}. ${context.token ? 'The API token stays valid: weft api-token delete revokes it.' : ''}`.trimEnd(),
  );
}

export const loginCommands: readonly Runnable[] = [
  {
    words: ['login'],
    usage: 'login [URL]',
    summary: 'Log in to a server, and keep the login in a context',
    details: 'An unknown authority of the server is shown and asked about once, then pinned: another one is refused from then on.',
    flags: [
      flag('user', 'Name of the user (WEFT_USER).'),
      flag('password-file', 'File with the password (WEFT_PASSWORD_FILE); - is standard input. Absent: asked.'),
      flag('code', 'Code of the second factor: of the authenticator app, or a recovery code. Absent: asked, if the user has one.'),
      flag('new-password-file', 'File with a new password, if the server wants it changed.'),
      flag('token', 'Log in with an API token, which is asked for.', { type: 'boolean' }),
      flag('token-file', 'File with an API token; - is standard input.'),
      flag('oidc', "Log in at the server's OpenID Connect provider, in a browser on any device.", { type: 'boolean' }),
      flag('fingerprint', "SHA-256 of the server's authority (WEFT_FINGERPRINT): nothing is asked."),
    ],
    run: login,
  },
  { words: ['logout'], usage: 'logout', summary: 'End the session of the context and remove its login', flags: [], run: logout },
];
