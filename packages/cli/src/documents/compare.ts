import { isDeepStrictEqual } from 'node:util';
import { resolved } from '../api/request.js';
import { Failure } from '../core/failure.js';
import { AmbiguousFailure, type Found } from '../resolve/resolver.js';
import type { Run } from '../run/run.js';
import { fieldsOf } from '../table/flags.js';
import { documentKinds } from './kinds.js';
import type { WeftDocument } from './read.js';

export interface FieldChange {
  field: string;
  from: unknown;
  to: unknown;
  /** The API has no request that changes it. */
  isFixed: boolean;
}

/** What a document asks for, beside what exists. */
export interface Comparison {
  document: WeftDocument;
  /** Absent: it does not exist. */
  current?: Found;
  changes: FieldChange[];
  /** Fields as the API takes them. */
  wanted: Record<string, unknown>;
}

/** The object that a document describes; undefined: there is none, or an object that it needs does not exist yet. */
async function currentOf(run: Run, { kind, fields, title }: WeftDocument): Promise<Found | undefined> {
  const key = documentKinds[kind]?.key ?? '';
  const name = kind === 'attachment' ? title.replace('attachment/', '') : String(fields[key] ?? '');
  try {
    return await run.resolver.find(kind, name);
  } catch (error) {
    if (error instanceof Failure && error.kind === 'missing' && !(error instanceof AmbiguousFailure)) return undefined;
    throw error;
  }
}

/** @param planned titles of documents that are applied before this one: their names exist by then */
export async function compare(run: Run, document: WeftDocument, planned: ReadonlySet<string>): Promise<Comparison> {
  const { kind, fields, flags } = document;
  const wanted: Record<string, unknown> = {};
  for (const [field, value] of Object.entries(fields)) {
    const flag = flags.get(field);
    const isPlanned = flag?.reference !== undefined && typeof value === 'string' && planned.has(`${flag.reference}/${value}`);
    wanted[field] = flag
      ? await resolved(run, flag, value).catch((error: unknown) => {
          if (isPlanned && error instanceof Failure && error.kind === 'missing') return value;
          throw error;
        })
      : value;
  }
  const current = await currentOf(run, document);
  if (!current) {
    if (!documentKinds[kind]?.create) throw new Failure('missing', `${document.title} does not exist, and documents do not make one.`);
    return { document, changes: [], wanted };
  }
  if (kind === 'attachment' && !['attaching', 'attached'].includes(String(current.state)))
    throw new Failure('conflict', `${document.title}: it is ${String(current.state)}.`, 'Apply again when it is gone.');
  const changeable = new Set(Object.keys(fieldsOf(run.given.schemas().bodies[documentKinds[kind]?.update ?? ''] ?? {}).properties));
  const changes = Object.entries(wanted)
    .map(([field, to]) => ({ field, from: currentValue(current, field), to, isFixed: !changeable.has(field) }))
    .filter(({ from, to }) => !isDeepStrictEqual(from, to));
  return { document, current, changes, wanted };
}

/** The value of a field of a request in the object: `driveClassId` is the id of `driveClass`. */
function currentValue(current: Found, field: string): unknown {
  if (field in current) return current[field];
  const reference = current[field.replace(/Id$/, '')] as Found | undefined;
  return field.endsWith('Id') && reference ? reference.id : undefined;
}

/** @throws Failure for a change that no request makes */
export function refuseFixed({ document, changes, current }: Comparison): void {
  const fixed = current ? changes.filter(({ isFixed }) => isFixed) : [];
  if (fixed.length === 0) return;
  const list = fixed.map(({ field, from, to }) => `${field} from ${JSON.stringify(from)} to ${JSON.stringify(to)}`).join(', ');
  throw new Failure(
    'conflict',
    `${document.title}: it exists, and cannot change ${list}.`,
    'Correct the document, or delete the object and create it again.',
  );
}
