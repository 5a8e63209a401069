import { parse as parseYaml } from 'yaml';
import { flagValue } from '../arguments/value.js';
import { usage } from '../core/failure.js';
import { askSecret } from '../core/terminal.js';
import { type Found, nameOf } from '../resolve/resolver.js';
import type { Run } from '../run/run.js';
import type { Command, Flag } from '../table/command.js';

/** A request as it will be sent. */
export interface Prepared {
  command: Command;
  params: Record<string, string>;
  query: Record<string, unknown>;
  body: Record<string, unknown> | undefined;
  /** The object that the path names. */
  subject?: Found;
  /** The text that named it. */
  subjectText?: string;
}

/** Makes the request of a command line. Names become ids; nothing is changed yet. @throws Failure */
export async function prepare(run: Run, command: Command): Promise<Prepared> {
  const { positionals } = run;
  const wanted = command.positionals;
  if (positionals.length > wanted.length) throw usage(`Too many words: ${positionals.slice(wanted.length).join(' ')}.`, usageOf(command));
  const prepared: Prepared = { command, params: {}, query: {}, body: command.hasBody ? bodyFromFile(run) : undefined };
  for (const [index, { name, field, in: place, reference }] of wanted.entries()) {
    const text = positionals[index];
    if (text === undefined) {
      if (place === 'body' && prepared.body?.[field] !== undefined) continue;
      throw usage(`${name} is missing.`, usageOf(command));
    }
    if (place === 'path') await setParam(run, prepared, field, reference, text);
    else fieldsIn(prepared, place)[field] = reference ? (await run.resolver.find(reference, text)).id : text;
  }
  for (const flag of command.flags) await setFlag(run, prepared, flag);
  return prepared;
}

/** `volume create NAME --size BYTES [options]`. */
export function usageOf({ words, positionals, flags }: Command): string {
  const needed = flags.filter(({ required, confirms }) => required && !confirms).map(({ name }) => `--${name} …`);
  return ['weft', ...words, ...positionals.map(({ name }) => name), ...needed].join(' ');
}

function bodyFromFile(run: Run): Record<string, unknown> {
  const file = run.option('file');
  if (file === undefined) return {};
  const body: unknown = parseYaml(run.readText(file));
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw usage(`${file} is no object of fields.`);
  return body as Record<string, unknown>;
}

function fieldsIn(prepared: Prepared, place: 'query' | 'body'): Record<string, unknown> {
  if (place === 'query') return prepared.query;
  prepared.body ??= {};
  return prepared.body;
}

async function setParam(run: Run, prepared: Prepared, field: string, reference: string | undefined, text: string): Promise<void> {
  const isOfNoun = reference !== undefined && run.table.nouns[reference] !== undefined;
  if (!isOfNoun) {
    prepared.params[field] = text;
    return;
  }
  const found = await run.resolver.find(reference, text);
  prepared.params[field] = found.id;
  prepared.subject = found;
  prepared.subjectText = text;
}

async function setFlag(run: Run, prepared: Prepared, flag: Flag): Promise<void> {
  const texts = run.texts(flag.name);
  const fields = fieldsIn(prepared, flag.in);
  if (texts !== undefined) {
    // The API replaces labels as a whole; a person who sets one label does not mean to remove the others.
    const before = prepared.command.method === 'PATCH' && flag.type === 'labels' ? prepared.subject?.[flag.field] : undefined;
    const value = flagValue(flag, texts, (path) => run.readText(path), Date.now(), before);
    fields[flag.field] = await resolved(run, flag, value);
  } else if (flag.secret && flag.required && fields[flag.field] === undefined) {
    fields[flag.field] = await askSecret(run.terminal, `${flag.field}: `);
  } else if (fields[flag.field] !== undefined) {
    fields[flag.field] = await resolved(run, flag, fields[flag.field]);
  } else if (flag.required && !flag.confirms) {
    throw usage(`--${flag.name} is missing.`, usageOf(prepared.command));
  }
  if (prepared.body && Object.keys(prepared.body).length === 0 && !prepared.command.hasBody) prepared.body = undefined;
}

/** Replaces names by ids. */
export async function resolved(run: Run, { reference, list }: Flag, value: unknown): Promise<unknown> {
  if (!reference || !run.table.nouns[reference]) return value;
  const idOf = async (text: unknown) => (typeof text === 'string' ? (await run.resolver.find(reference, text)).id : text);
  if (!list) return idOf(value);
  return Promise.all((Array.isArray(value) ? value : [value]).map(idOf));
}

/** The name that confirms a destruction: the serial of a drive, the name of anything else. */
export const confirmingName = ({ command, subject }: Prepared): string =>
  subject === undefined ? '' : nameOf(command.words[0] ?? '', subject);
