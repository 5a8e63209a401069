import { createWriteStream } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { labelsOf } from '../arguments/value.js';
import { newIdempotencyKey } from '../client/client.js';
import { Failure, usage } from '../core/failure.js';
import { continueWith, waitForGrowth, waitForJob } from '../jobs/wait.js';
import { hasColumns } from '../output/columns.js';
import type { Found } from '../resolve/resolver.js';
import { dryRunFlag, fileFlag, flag, keyFlag, selectorFlag, versionFlag, waitFlags, yesFlag } from '../run/flags.js';
import type { Run, Runnable } from '../run/run.js';
import type { Command, Flag } from '../table/command.js';
import { safeText } from '../text/safe.js';
import { confirm } from './confirm.js';
import { type Prepared, prepare, usageOf } from './request.js';

/** The command of one endpoint. */
export const endpointCommand = (command: Command): Runnable => ({
  words: command.words,
  usage: usageOf(command).replace(/^weft /, ''),
  summary: command.summary,
  flags: [...command.flags.map((each) => described(command, each)), ...extraFlags(command)],
  completes: command.positionals.map(({ reference }) => reference),
  ...(command.sessionOnly ? { details: 'Needs a session (weft login): an API token may not do this.' } : {}),
  run: (run) => runEndpoint(run, command),
});

/** Lists have all pages as one, which the API's own descriptions do not know. */
const PAGE_FLAGS: Record<string, string> = {
  limit: 'One page, of at most this many. Absent: all.',
  cursor: 'One page: `nextCursor` of the page before it (-o json). Only with the same sort and filters.',
};

/** A flag with the description that holds for this program, where it does more than the API. */
function described({ isList, method }: Command, flag: Flag): Flag {
  if (method === 'PATCH' && flag.type === 'labels')
    return { ...flag, description: 'Sets these labels and keeps the others; KEY- removes one. Repeated, or separated by commas.' };
  const description = isList ? PAGE_FLAGS[flag.name] : undefined;
  if (description === undefined) return flag;
  const { default: _, ...own } = flag;
  return { ...own, description };
}

function extraFlags(command: Command): Flag[] {
  return [
    ...(command.hasLabels ? [selectorFlag] : []),
    ...(hasFields(command) ? [fileFlag] : []),
    ...(command.hasJob || canGrow(command) ? waitFlags : []),
    ...(command.dryRunPath || canGrow(command) ? [dryRunFlag] : []),
    ...(command.ifMatch ? [versionFlag] : []),
    ...(command.idempotent ? [keyFlag] : []),
    ...(command.destructive || command.flags.some(({ confirms }) => confirms) ? [yesFlag] : []),
    ...(command.isFile ? [flag('to-file', 'File to write. Absent: standard output.')] : []),
  ];
}

/** Some bodies are empty, and a file with fields would be refused. */
const hasFields = ({ hasBody, flags, positionals }: Command): boolean =>
  hasBody === true && [...flags, ...positionals].some((each) => each.in === 'body');

/** A larger size starts a job that the answer does not have, and the body may have `dryRun`. */
const canGrow = ({ id }: Command): boolean => id === 'updateVolume';

async function runEndpoint(run: Run, command: Command): Promise<void> {
  const prepared = await prepare(run, command);
  if (command.isFile) return download(run, prepared);
  if (command.isList) return run.print(command.words[0] ?? '', await list(run, prepared));
  if (command.method === 'PATCH' && Object.keys(prepared.body ?? {}).length === 0)
    throw usage('There is nothing to change.', `weft ${command.words.join(' ')} --help shows the options.`);
  if (run.has('dry-run')) return printAny(run, 'plan', await dryRun(run, prepared));
  await confirm(run, prepared);
  const answer = await change(run, prepared);
  if (canGrow(command) && run.has('wait') && prepared.subject) {
    await waitForGrowth(run, prepared.subject.id);
    return run.print('volume', await run.client.call('getVolume', { params: { id: prepared.subject.id } }));
  }
  await report(run, command, answer);
}

/** Sends the request with the version and the key that it needs. */
export async function change(run: Run, prepared: Prepared): Promise<unknown> {
  const { command, params, query, body } = prepared;
  const ifMatch = command.ifMatch ? await versionFor(run, prepared) : undefined;
  const key = command.idempotent ? (run.option('idempotency-key') ?? newIdempotencyKey()) : undefined;
  return run.client.request(command.method, command.path, {
    ...{ params, query, body },
    ...(ifMatch === undefined ? {} : { ifMatch }),
    ...(key === undefined ? {} : { idempotencyKey: key }),
    ...(command.readOnly ? { repeatable: true } : {}),
    signal: run.signal,
  });
}

/** Parts of objects that have a version of their own. */
export const VERSION_OF: Readonly<Record<string, string>> = { endOrphanIgnore: 'ignored', endPreflightAcceptance: 'acceptance' };

/** The version that a change is based on: the given one, or that of the object as it was just read. */
async function versionFor(run: Run, { command, subject }: Prepared): Promise<number> {
  const given = run.option('if-version');
  if (given !== undefined) {
    if (!/^\d+$/.test(given)) throw usage(`--if-version: "${given}" is not a version.`);
    return Number(given);
  }
  if (command.words[0] === 'settings') return (await run.client.call('getSettings')).version;
  const field = VERSION_OF[command.id];
  const holder = field === undefined ? subject : (subject?.[field] as Found | undefined);
  if (typeof holder?.version !== 'number') throw usage(`The version of this object is not known: --if-version is missing.`);
  return holder.version;
}

async function dryRun(run: Run, { command, params, body, subject }: Prepared): Promise<unknown> {
  if (command.dryRunPath) return run.client.request('POST', command.dryRunPath, { params, body: body ?? {}, repeatable: true });
  return run.client.request(command.method, command.path, {
    params,
    body: { ...body, dryRun: true },
    ...(subject?.version ? { ifMatch: subject.version } : {}),
  });
}

/** A page as asked for; without --limit and --cursor all of them, as one. */
async function list(run: Run, { command, query }: Prepared): Promise<unknown> {
  const selector = run.texts('selector');
  if (run.option('limit') !== undefined || run.option('cursor') !== undefined) {
    if (selector) throw usage('--selector needs all pages: leave --limit and --cursor out.');
    return run.client.request('GET', command.path, { query });
  }
  const page = await run.resolver.all(command.path, query);
  if (!selector) return page;
  const wanted = Object.entries(labelsOf(selector));
  const items = page.items.filter(({ labels }) =>
    wanted.every(([key, value]) => (labels as Record<string, string> | undefined)?.[key] === value),
  );
  return { ...page, items, total: items.length };
}

/** Answers that no terminal can show. */
const BINARY: readonly string[] = ['supportBundle', 'downloadBackup'];

async function toStandardOutput(run: Run, { id, words }: Command, answer: IncomingMessage): Promise<void> {
  const isTerminal = run.terminal.out.isTTY === true;
  if (isTerminal && BINARY.includes(id)) {
    answer.destroy();
    throw usage('This is not for a terminal: --to-file is missing.', `weft ${words.join(' ')} --to-file FILE`);
  }
  if (isTerminal) answer.setEncoding('utf8');
  for await (const chunk of answer as AsyncIterable<string | Buffer>) await run.write(typeof chunk === 'string' ? safeText(chunk) : chunk);
}

async function download(run: Run, { command, params, query }: Prepared): Promise<void> {
  const answer = await run.client.answer(command.method, command.path, { params, query, signal: run.signal });
  const file = run.option('to-file');
  if (file === undefined) return toStandardOutput(run, command, answer);
  try {
    await pipeline(answer, createWriteStream(file, { flags: 'wx', mode: 0o600 }));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') throw usage(`${file} exists already.`, 'Name another file.');
    throw error;
  }
  run.say(`Wrote ${file}.`);
}

type WithJob = { job?: { id: string; state: string; subject?: { kind: string; id: string } } };

/** Prints the answer. With --wait, the object as it is after the job. */
export async function report(run: Run, command: Pick<Command, 'words' | 'hasJob'>, answer: unknown): Promise<void> {
  const noun = command.words[0] ?? '';
  if (answer === undefined) return run.say('Done.');
  const { job } = answer as WithJob;
  if (!command.hasJob || job === undefined) return printAny(run, noun, answer);
  if (!run.has('wait')) {
    run.say(`The job runs: ${continueWith(job.id)}`);
    return run.print(shownNoun(run, noun, answer), shownPart(run, noun, answer));
  }
  const done = await waitForJob(run, job.id);
  const object = await objectAfter(run, done.subject);
  return object ? printAny(run, done.subject.kind, object) : run.print('job', done);
}

/** People get as YAML what a row would cut: a view such as the overview, and an object whose kind has no columns of its own. */
export async function printAny(run: Run, noun: string, answer: unknown): Promise<void> {
  const { id, items } = (answer ?? {}) as { id?: unknown; items?: unknown };
  const isRow = Array.isArray(items) || (typeof id === 'string' && hasColumns(noun));
  const isTable = run.format.kind === 'table' || run.format.kind === 'wide';
  return run.print(noun, answer, isTable && !isRow ? { kind: 'yaml' } : run.format);
}

/** Tables show the new object, or else the job; other forms have the whole answer. */
function shownPart(run: Run, noun: string, answer: unknown): unknown {
  if (!isForPeople(run)) return answer;
  return (answer as Record<string, unknown>)[camel(noun)] ?? (answer as WithJob).job;
}
const shownNoun = (run: Run, noun: string, answer: unknown): string =>
  isForPeople(run) && (answer as Record<string, unknown>)[camel(noun)] === undefined ? 'job' : noun;
const isForPeople = (run: Run): boolean => ['table', 'wide', 'name', 'csv'].includes(run.format.kind);
const camel = (noun: string): string => noun.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

/** The subject of a job when it has ended; undefined: it is gone. */
async function objectAfter(run: Run, { kind, id }: { kind: string; id: string }): Promise<unknown> {
  if (!run.table.nouns[kind]?.hasOne) return undefined;
  try {
    return await run.client.request('GET', `${run.table.nouns[kind]?.path}/:id`, { params: { id } });
  } catch (error) {
    if (error instanceof Failure && error.kind === 'missing') return undefined;
    throw error;
  }
}
