import { WEFT_VERSION } from '@weft/shared/version';
import { configPath } from '../config/config-file.js';
import { Failure } from '../core/failure.js';
import type { Run, Runnable } from '../run/run.js';

interface Finding {
  check: string;
  result: 'ok' | 'warning' | 'failed';
  detail: string;
}

/** A clock that differs more makes ages and "--last" wrong. */
const CLOCK_MS = 5000;

async function check(name: string, work: () => Promise<Omit<Finding, 'check'>>): Promise<Finding> {
  try {
    return { check: name, ...(await work()) };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return { check: name, result: 'failed', detail: [error.message, error.advice].filter(Boolean).join(' ') };
  }
}

const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;
const ok = (detail: string) => ({ result: 'ok', detail }) as const;
const warning = (detail: string) => ({ result: 'warning', detail }) as const;

/** Checks what this machine needs to use the server: configuration, connection, certificate, login, clock, versions. */
async function doctor(run: Run): Promise<void> {
  const findings: Finding[] = [];
  const { env } = run.terminal;
  findings.push(
    await check('configuration', async () => ok(`${configPath(env)}, ${counted(Object.keys(run.config.contexts).length, 'context')}`)),
  );
  const target = await check('server', async () => ok(run.chosen.context.server));
  findings.push(target);
  if (target.result === 'ok') findings.push(...(await remote(run)));
  await run.print('finding', findings);
  if (findings.some(({ result }) => result !== 'ok')) throw new Failure('differs', 'Not everything is well: see above.');
}

async function remote(run: Run): Promise<Finding[]> {
  const { client } = run;
  const { context } = run.chosen;
  const connection = await check('connection', async () => {
    const { version } = await client.call('healthz');
    const secured =
      client.url.protocol === 'http:'
        ? 'not encrypted'
        : client.ca
          ? 'verified by the pinned authority'
          : "verified by the system's authorities";
    if (client.url.protocol === 'http:' && !/^(127\.|\[::1\]|localhost)/.test(client.url.hostname))
      return warning('Not encrypted: passwords can be read on the way.');
    return version === WEFT_VERSION
      ? ok(`weft-server ${version}, ${secured}`)
      : warning(`weft-server ${version}, this is weft ${WEFT_VERSION}: some commands may be missing.`);
  });
  if (connection.result === 'failed') return [connection];
  const ready = await check('readiness', async () => ok((await client.call('readyz')).status));
  const cluster = await check('cluster', async () => {
    const answer = await client.answer('GET', '/healthz');
    answer.resume();
    return ok(answer.headers['weft-simulated'] === 'true' ? 'SIMULATED: its drives and data are not real' : 'real');
  });
  const clock = await check('clock', async () => {
    const sent = Date.now();
    const answer = await client.answer('GET', '/healthz');
    answer.resume();
    const skew = Date.parse(answer.headers.date ?? '') - (sent + Date.now()) / 2;
    return Math.abs(skew) < CLOCK_MS ? ok('agrees with the server') : warning(`differs by ${Math.round(skew / 1000)} s from the server.`);
  });
  const login = await check('login', async () => {
    if (context.token) return ok(`token; ${(await client.call('listVolumes', { query: { limit: 1 } })).total} volumes visible`);
    const { user, expiresAt } = await client.call('session');
    return ok(`${user.name}, ${user.role}, until ${expiresAt}`);
  });
  const servers = await check('servers', async () => {
    const { items } = await client.call('listServers');
    const versions = [...new Set(items.filter(({ online }) => online).map(({ version }) => version))];
    return versions.length > 1
      ? warning(`Servers of different versions: ${versions.join(', ')}.`)
      : ok(`${items.filter(({ online }) => online).length} online`);
  });
  return [connection, ready, cluster, clock, login, ...(login.result === 'ok' ? [servers] : [])];
}

export const doctorCommand: Runnable = {
  words: ['doctor'],
  usage: 'doctor',
  summary: 'Check configuration, connection, certificate, login, clock and versions',
  flags: [],
  run: doctor,
};
