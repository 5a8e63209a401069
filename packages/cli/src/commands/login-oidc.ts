import type { IncomingMessage } from 'node:http';
import { json } from 'node:stream/consumers';
import type { DeviceLogin, DeviceLoginStarted } from '@weft/shared/kinds/access/oidc';
import { retryDelayMs } from '@weft/shared/load/retry';
import type { Client } from '../client/client.js';
import { retries } from '../client/retries.js';
import type { Context } from '../config/config-file.js';
import { Failure } from '../core/failure.js';
import { say } from '../core/terminal.js';
import { pause } from '../live/follow.js';
import type { Run } from '../run/run.js';
import { safeLine } from '../text/safe.js';

const START = '/api/v1/login/oidc/device';
const FINISH = '/api/v1/login/oidc/device/session';

/** The user needs these lines: `--quiet` does not hide them. */
function show({ terminal }: Run, { userCode, verificationUri, verificationUriComplete, expiresInSeconds }: DeviceLoginStarted): void {
  say(terminal, `Open this page in a browser, on any device:\n  ${safeLine(verificationUriComplete ?? verificationUri)}`);
  say(terminal, `It must show this code, or asks for it:\n  ${safeLine(userCode)}`);
  say(terminal, `Waiting up to ${Math.ceil(expiresInSeconds / 60)} min for your approval there. Never approve a code of somebody else.`);
}

/** Logs in at the server's OpenID Connect provider (RFC 8628): the user approves in a browser. @returns the session */
export async function withProvider(run: Run, context: Context): Promise<Context> {
  const client = run.clientOf({ context });
  const begun = (await json(await client.answer('POST', START, { body: {}, once: true }))) as DeviceLoginStarted;
  const deadline = Date.now() + begun.expiresInSeconds * 1000;
  show(run, begun);
  let intervalMs = begun.intervalSeconds * 1000;
  for (let failures = 0; ; ) {
    const waitMs = failures === 0 ? intervalMs : Math.max(intervalMs, retryDelayMs(retries.deviceLogin, failures));
    await pause(run, Math.min(waitMs, Math.max(0, deadline - Date.now())), INTERRUPTED);
    if (Date.now() >= deadline) throw new Failure('denied', 'Nobody approved the login in time.', 'Begin again: weft login --oidc.');
    const answer = await polled(run, client, begun.handle, failures === 0);
    failures = answer ? 0 : failures + 1;
    if (!answer) continue;
    const { state, intervalSeconds, session } = (await json(answer)) as DeviceLogin;
    intervalMs = intervalSeconds * 1000;
    if (state !== 'done' || !session) continue;
    const cookie = answer.headers['set-cookie']?.[0]?.split(';')[0];
    if (!cookie) throw new Failure('unexpected', 'The server sent no session.');
    return { ...context, user: session.user.name, session: cookie };
  }
}

/** @returns undefined: no answer, which a later poll may get */
async function polled(run: Run, client: Client, handle: string, isFirst: boolean): Promise<IncomingMessage | undefined> {
  try {
    return await client.answer('POST', FINISH, { body: { handle }, once: true });
  } catch (error) {
    if (run.signal.aborted) throw new Failure('interrupted', INTERRUPTED);
    if (!(error instanceof Failure)) throw error;
    // Its sentence names the cause, and to begin again; the usual advice for 401 would be this very command.
    if (error.kind !== 'unreachable') throw new Failure(error.kind, error.message, undefined, { cause: error });
    if (isFirst) run.say(`${error.message} The login goes on.`);
    return undefined;
  }
}

const INTERRUPTED = 'Interrupted. Nobody is logged in.';
