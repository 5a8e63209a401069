import { CONSOLE_NAMESPACE, type LiveChange } from '@weft/shared/links/console-link';
import { io, type Socket } from 'socket.io-client';
import { Failure } from '../core/failure.js';
import { jsonText } from '../output/formats.js';
import { type Found, nameOf } from '../resolve/resolver.js';
import type { Run } from '../run/run.js';
import { kindFrom } from '../run/subject.js';
import { safeLine } from '../text/safe.js';

type Event = { type: 'change'; kind: string; deleted: boolean; object: Found } | { type: 'job'; job: Found } | { type: 'resync' };

/** Prints changes as they happen, until Ctrl-C: a line each, or JSON lines with `-o json`. */
export async function watch(run: Run): Promise<void> {
  const kinds = new Set(run.positionals.map((text) => kindFrom(run, text)));
  const isWanted = (kind: string): boolean => kinds.size === 0 || kinds.has(kind);
  await run.client.trust();
  const { url, credentials, ca } = run.client;
  const socket = io(`${url.origin}${CONSOLE_NAMESPACE}`, {
    transports: ['websocket'],
    extraHeaders: credentials,
    ...(ca ? { ca } : {}),
    reconnection: true,
  });
  let chain = Promise.resolve();
  let failure: unknown;
  const later = (work: () => Promise<void>) => {
    chain = chain.then(work).catch((error: unknown) => {
      failure = error;
      socket.close();
      ended();
    });
  };
  let ended = (): void => undefined;
  const end = new Promise<void>((resolve) => (ended = resolve));
  run.signal.addEventListener('abort', () => ended());
  socket.on('connect_error', (error) => later(() => refusal(run, socket, error)));
  socket.on('connect', () => run.say(`Watching ${url.origin}.`));
  socket.on('disconnect', (reason) => run.signal.aborted || run.say(`The connection ended (${reason}). Connecting again.`));
  socket.on('resync', () => later(() => print(run, { type: 'resync' })));
  socket.on('job', (job: Found) => isWanted('job') && later(() => print(run, { type: 'job', job })));
  socket.on('changes', (changes: LiveChange[]) => {
    for (const change of changes.filter(({ kind }) => kind !== 'job' && isWanted(kind))) later(() => printChange(run, change));
  });
  await end;
  socket.close();
  if (failure) throw failure;
  throw new Failure('interrupted', 'Interrupted.');
}

async function refusal(run: Run, { active }: Socket, error: Error): Promise<void> {
  if (active) return run.say(`No connection: ${error.message}. Connecting again.`);
  throw new Failure(
    'denied',
    `The server refused the connection: ${error.message}.`,
    'A token with nouns cannot watch. Log in: weft login.',
  );
}

async function printChange(run: Run, { kind, id, revision, deleted }: LiveChange): Promise<void> {
  const object = deleted ? { id, revision } : await read(run, kind, id);
  if (object) await print(run, { type: 'change', kind, deleted, object });
}

/** @returns undefined for an object that is gone or not visible */
async function read(run: Run, kind: string, id: string): Promise<Found | undefined> {
  const noun = run.table.nouns[kind];
  if (!noun) return { id };
  try {
    if (!noun.hasOne) return (await latest(run, noun.path)).find((each) => each.id === id) ?? { id };
    return (await run.client.request('GET', `${noun.path}/:id`, { params: { id } })) as Found;
  } catch (error) {
    if (error instanceof Failure && (error.kind === 'missing' || error.kind === 'denied')) return undefined;
    throw error;
  }
}

/** The first page of a list whose objects cannot be read one by one, such as events: newest first. */
const latest = async (run: Run, path: string): Promise<Found[]> =>
  ((await run.client.request('GET', path, { query: { limit: 50 } })) as { items: Found[] }).items;

async function print(run: Run, event: Event): Promise<void> {
  if (run.format.kind === 'json') return run.write(jsonText(event).replace(/\n\s*/g, ' ').trim().concat('\n'));
  const at = new Date().toISOString();
  await run.write(`${at} ${safeLine(lineOf(event))}\n`);
}

function lineOf(event: Event): string {
  if (event.type === 'resync') return 'changes were lost: read again what you need';
  if (event.type === 'job') return `job ${event.job.id} ${event.job.kind} ${(event.job.subject as Found).name}: ${event.job.state}`;
  const { kind, object, deleted } = event;
  if (deleted) return `${kind} ${object.id}: deleted`;
  if (typeof object.message === 'string') return `${kind}: ${object.message}`;
  const states = [object.state, object.health, (object.connection as Found | undefined)?.state].filter((each) => typeof each === 'string');
  return `${kind} ${nameOf(kind, object)}: ${states.join(', ') || 'changed'}`;
}
