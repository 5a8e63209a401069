import { stringify } from 'yaml';
import { printAny } from '../api/endpoint-command.js';
import { usage } from '../core/failure.js';
import { jsonText } from '../output/formats.js';
import { yamlText } from '../output/yaml-text.js';
import { type Found, nameOf } from '../resolve/resolver.js';
import type { Run, Runnable } from '../run/run.js';
import { kindFrom } from '../run/subject.js';
import { documentKinds } from './kinds.js';
import { fieldFlags } from './read.js';

/** Objects as documents that `apply` reads: `-o yaml` and `-o json`. Other forms are those of `KIND list`. */
async function get(run: Run): Promise<void> {
  const [kindText, ...names] = run.positionals;
  if (kindText === undefined) throw usage('get takes a kind and, if wanted, names.', `Kinds: ${Object.keys(run.table.nouns).join(', ')}.`);
  const kind = kindFrom(run, kindText);
  const objects =
    names.length > 0 || kind === 'settings'
      ? await Promise.all((kind === 'settings' ? [''] : names).map((name) => run.resolver.find(kind, name)))
      : (await run.resolver.all(run.table.nouns[kind]?.path ?? '')).items;
  const { format } = run;
  if (format.kind !== 'yaml' && format.kind !== 'json')
    return kind === 'settings' ? printAny(run, kind, objects[0]) : run.print(kind, { items: objects });
  if (!documentKinds[kind])
    throw usage(`A ${kind} has no document.`, `Read it as the API has it: weft ${kind} get NAME -o ${format.kind}.`);
  const documents = objects.map((object) => documentOf(run, kind, object));
  if (format.kind === 'json') return run.write(documents.length === 1 ? jsonText(documents[0]) : jsonText(documents));
  await run.write(documents.map(yamlText).join('---\n'));
}

/** The fields of the create request, with names instead of ids. Fields with their default value are left out. */
function documentOf(run: Run, kind: string, object: Found): Record<string, unknown> {
  const fields = [...fieldFlags(run, kind)].flatMap(([field, flag]): [string, unknown][] => {
    const value = fieldOf(object, field);
    if (value === undefined || (!flag.required && stringify(value) === stringify(flag.default ?? null))) return [];
    return [[field, value]];
  });
  const { name, ...rest } = Object.fromEntries(fields);
  return { kind, ...(name === undefined ? {} : { name }), ...rest };
}

function fieldOf(object: Found, field: string): unknown {
  if (field in object) return object[field];
  const noun = field.replace(/Id$/, '');
  const reference = object[noun] as Found | undefined;
  return field.endsWith('Id') && reference ? nameOf(noun, reference) : undefined;
}

export const getCommand: Runnable = {
  words: ['get'],
  usage: 'get KIND [NAME…]',
  summary: 'Objects as documents for apply (-o yaml, -o json), or as a table',
  flags: [],
  completes: ['kind'],
  run: get,
};
