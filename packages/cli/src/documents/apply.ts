import { newIdempotencyKey } from '../client/client.js';
import { Failure } from '../core/failure.js';
import { waitForGrowth, waitForJob } from '../jobs/wait.js';
import { dryRunFlag, flag } from '../run/flags.js';
import type { Run, Runnable } from '../run/run.js';
import { safeLine } from '../text/safe.js';
import { type Comparison, compare, refuseFixed } from './compare.js';
import { documentKinds } from './kinds.js';
import { readDocuments } from './read.js';

const fileFlag = flag('file', 'File of documents (YAML or JSON); repeated; - is standard input.', { list: true });

type Outcome = 'unchanged' | 'created' | 'changed';

/** Makes the cluster as the documents describe it. A second run changes nothing. */
async function apply(run: Run): Promise<void> {
  const documents = readDocuments(run, run.texts('file') ?? []);
  const planned = new Set<string>();
  // Everything is compared before anything changes: a mistake in the last document must not leave half of the others.
  for (const document of documents) {
    refuseFixed(await compare(run, document, planned));
    planned.add(document.title);
  }
  const isDry = run.has('dry-run');
  const results: { document: string; result: string }[] = [];
  for (const document of documents) {
    const comparison = await compare(run, document, isDry ? planned : new Set());
    refuseFixed(comparison);
    const outcome = outcomeOf(comparison);
    const result = isDry ? await dryRun(run, comparison, outcome) : await carryOut(run, comparison, outcome);
    results.push({ document: document.title, result });
    run.say(`${document.title} ${result}`);
  }
  if (run.option('output') !== undefined) await run.print('result', results);
}

const outcomeOf = ({ current, changes }: Comparison): Outcome => (!current ? 'created' : changes.length > 0 ? 'changed' : 'unchanged');

type Answer = { job?: { id: string } } | undefined;

async function carryOut(run: Run, comparison: Comparison, outcome: Outcome): Promise<string> {
  if (outcome === 'unchanged') {
    await waitUntilUsable(run, comparison);
    return outcome;
  }
  const { document, wanted, current } = comparison;
  const kind = documentKinds[document.kind] ?? { key: '', order: 0 };
  const [method = '', path = ''] = run.table.routes[(current ? kind.update : kind.create) ?? ''] ?? [];
  const body = current ? changedFields(comparison) : wanted;
  const isIdempotent = run.table.commands.some((each) => each.id === kind.create && each.idempotent);
  const answer = (await run.client.request(method, path, {
    body,
    ...(current
      ? { params: { id: current.id }, ifMatch: current.version as number }
      : isIdempotent
        ? { idempotencyKey: newIdempotencyKey() }
        : {}),
    signal: run.signal,
  })) as Answer;
  if (answer?.job) await waitForJob(run, answer.job.id);
  if (document.kind === 'volume' && current) await waitForGrowth(run, current.id);
  return outcome;
}

const changedFields = ({ changes }: Comparison): Record<string, unknown> => Object.fromEntries(changes.map(({ field, to }) => [field, to]));

/** A volume that an earlier run has begun to create can be attached only when its job has ended. */
async function waitUntilUsable(run: Run, { document, current }: Comparison): Promise<void> {
  if (document.kind !== 'volume' || current?.state !== 'creating') return;
  const { items } = await run.client.call('listJobs', { query: { subjectId: current.id, kind: 'volume.create' } });
  const job = items.find(({ state }) => state === 'running' || state === 'waiting');
  if (job) await waitForJob(run, job.id);
}

/** Asks the server, where the API can be asked; otherwise only the comparison is known. */
async function dryRun(run: Run, comparison: Comparison, outcome: Outcome): Promise<string> {
  const { document, current, wanted } = comparison;
  if (outcome === 'unchanged') return 'unchanged';
  const would = outcome === 'created' ? 'would be created' : 'would be changed';
  const isComplete = Object.entries(wanted).every(([field, value]) => !field.endsWith('Id') || isUuid(value));
  if (document.kind === 'volume' && isComplete) {
    if (!current) await run.client.request('POST', '/api/v1/volumes/dry-run', { body: wanted, repeatable: true });
    else
      await run.client.request('PATCH', '/api/v1/volumes/:id', {
        params: { id: current.id },
        body: { ...changedFields(comparison), dryRun: true },
        ifMatch: current.version as number,
      });
    return `${would} (checked by the server)`;
  }
  if (document.kind === 'drive-class' && wanted.members !== undefined) {
    await run.client.request('POST', '/api/v1/drive-classes/preview', { body: { members: wanted.members }, repeatable: true });
    return `${would} (drives checked by the server)`;
  }
  return `${would} (not checked: ${isComplete ? 'the API has no dry run of it' : 'it needs an object that does not exist yet'})`;
}

const isUuid = (value: unknown): boolean => typeof value === 'string' && /^[0-9a-f-]{36}$/.test(value);

/** Shows what apply would change, field by field. Exit code 12 if there is anything. */
async function diff(run: Run): Promise<void> {
  const documents = readDocuments(run, run.texts('file') ?? []);
  const planned = new Set<string>();
  const found: { document: string; field: string; from: unknown; to: unknown }[] = [];
  for (const document of documents) {
    const { current, changes } = await compare(run, document, planned);
    planned.add(document.title);
    const rows = current ? changes : Object.entries(document.fields).map(([field, to]) => ({ field, from: undefined, to }));
    found.push(...rows.map(({ field, from, to }) => ({ document: document.title, field, from: from ?? null, to })));
  }
  if (run.option('output') === undefined) await run.write(diffText(found));
  else await run.print('difference', found);
  if (found.length > 0)
    throw new Failure(
      'differs',
      `${new Set(found.map((each) => each.document)).size} of ${documents.length} documents differ from the cluster.`,
    );
}

function diffText(found: readonly { document: string; field: string; from: unknown; to: unknown }[]): string {
  const titles = [...new Set(found.map(({ document }) => document))];
  const lines = titles.flatMap((title) => [
    title,
    ...found
      .filter(({ document }) => document === title)
      .flatMap(({ field, from, to }) => [
        ...(from === null ? [] : [`- ${field}: ${JSON.stringify(from)}`]),
        `+ ${field}: ${JSON.stringify(to)}`,
      ]),
  ]);
  return lines.map((line) => `${safeLine(line)}\n`).join('');
}

export const documentCommands: readonly Runnable[] = [
  {
    words: ['apply'],
    usage: 'apply -f FILE',
    summary: 'Make the cluster as documents describe it; a second run changes nothing',
    details: `Kinds: ${Object.keys(documentKinds).join(', ')}. A document has "kind" and the fields of the API; names stand for ids. Objects that no document describes stay as they are.`,
    flags: [fileFlag, dryRunFlag, flag('timeout', 'Longest wait for each job. The job continues after it.', { unit: 'seconds' })],
    run: apply,
  },
  {
    words: ['diff'],
    usage: 'diff -f FILE',
    summary: 'Show what apply would change, field by field',
    flags: [fileFlag],
    run: diff,
  },
];
