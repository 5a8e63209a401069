import { parseBytes } from '@weft/shared/units';
import { isMap, LineCounter, parseAllDocuments } from 'yaml';
import { usage } from '../core/failure.js';
import type { Run } from '../run/run.js';
import type { Flag, JsonSchema } from '../table/command.js';
import { fieldsOf, flagOf } from '../table/flags.js';
import { parseSeconds } from '../text/durations.js';
import { didYouMean } from '../text/nearest.js';
import { documentKinds } from './kinds.js';

export interface WeftDocument {
  kind: string;
  /** `volume/db`, for messages. */
  title: string;
  /** Fields with units read; references are still names. */
  fields: Record<string, unknown>;
  flags: ReadonlyMap<string, Flag>;
}

/** Fields that a document of a kind may have: those of the create, or of the update of what exists already. */
export function fieldFlags(run: Run, kind: string): ReadonlyMap<string, Flag> {
  const { create, update, key } = documentKinds[kind] ?? { key: '' };
  const schema = run.given.schemas().bodies[create ?? update ?? ''] ?? {};
  const { properties, required } = fieldsOf(schema);
  const flags = Object.entries(properties).map(([field, each]): [string, Flag] => [
    field,
    flagOf(field, each as JsonSchema, 'body', required.includes(field)),
  ]);
  if (key !== '' && !properties[key]) flags.unshift([key, flagOf(key, { type: 'string' }, 'body', true)]);
  return new Map(flags.filter(([field]) => field !== 'dryRun'));
}

/** Reads files of one or more documents, in the order in which they are applied. @throws Failure naming file, line and field */
export function readDocuments(run: Run, files: readonly string[]): WeftDocument[] {
  if (files.length === 0) throw usage('-f FILE is missing.', 'A dash is standard input.');
  const documents = files.flatMap((file) => documentsOf(run, file));
  const titles = new Set<string>();
  for (const { title } of documents) {
    if (titles.has(title)) throw usage(`${title} is described twice.`);
    titles.add(title);
  }
  return documents.sort((a, b) => (documentKinds[a.kind]?.order ?? 0) - (documentKinds[b.kind]?.order ?? 0));
}

function documentsOf(run: Run, file: string): WeftDocument[] {
  const lines = new LineCounter();
  const parsed = parseAllDocuments(run.readText(file), { lineCounter: lines });
  const every = Array.isArray(parsed) ? parsed : [];
  return every.flatMap((document) => {
    const [error] = document.errors;
    if (error) throw usage(`${file}: ${error.message}`);
    if (document.contents === null) return [];
    const line = isMap(document.contents) && document.contents.range ? lines.linePos(document.contents.range[0]).line : 1;
    return documentFrom(run, `${file}:${line}`, document.toJS());
  });
}

function documentFrom(run: Run, where: string, value: unknown): WeftDocument {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw usage(`${where}: a document is a list of fields.`);
  const { kind, ...fields } = value as Record<string, unknown>;
  const kinds = Object.keys(documentKinds);
  if (typeof kind !== 'string' || !documentKinds[kind])
    throw usage(
      `${where}: ${kind === undefined ? 'kind is missing' : `there is no kind "${String(kind)}"`}.`,
      didYouMean(String(kind), kinds) ?? `Kinds: ${kinds.join(', ')}.`,
    );
  const flags = fieldFlags(run, kind);
  for (const field of Object.keys(fields))
    if (!flags.has(field))
      throw usage(
        `${where}: a ${kind} has no field "${field}".`,
        didYouMean(field, [...flags.keys()]) ?? `Fields: ${[...flags.keys()].join(', ')}.`,
      );
  const { key } = documentKinds[kind];
  if (key !== '' && typeof fields[key] !== 'string') throw usage(`${where}: ${key} is missing.`);
  const read = Object.fromEntries(Object.entries(fields).map(([field, each]) => [field, withUnits(where, flags.get(field), each)]));
  const name = kind === 'attachment' ? `${String(fields.volumeId)}@${String(fields.nodeId)}` : String(fields[key] ?? '');
  return { kind, title: name === '' ? kind : `${kind}/${name}`, fields: read, flags };
}

/** `sizeBytes: 2TiB` and `rebuildDelaySeconds: 10m` are numbers of their unit. */
function withUnits(where: string, flag: Flag | undefined, value: unknown): unknown {
  if (typeof value !== 'string' || !flag?.unit) return value;
  try {
    if (flag.unit === 'bytes') return parseBytes(value);
    const seconds = parseSeconds(value, flag.unit === 'days' ? 'd' : flag.unit === 'hours' ? 'h' : 's');
    return flag.unit === 'days' ? seconds / 86_400 : flag.unit === 'hours' ? seconds / 3600 : seconds;
  } catch (error) {
    throw usage(`${where}: ${flag.field}: ${(error as Error).message}`);
  }
}
