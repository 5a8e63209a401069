import { usage } from '../core/failure.js';
import type { Run, Runnable } from '../run/run.js';
import { kindFrom } from '../run/subject.js';
import type { JsonSchema } from '../table/command.js';
import { didYouMean } from '../text/nearest.js';

/** A schema behind lists and the choice of null. */
function inner(schema: JsonSchema): JsonSchema {
  const choices = schema.anyOf ?? schema.oneOf;
  const some = choices?.filter(({ type }) => type !== 'null');
  if (some?.length === 1 && some[0]) return inner({ description: schema.description, ...some[0] });
  return schema.type === 'array' && schema.items ? inner(schema.items) : schema;
}

/** `string`, `[]object`, `integer or null`: as people write types. */
export function typeText(schema: JsonSchema): string {
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return [...new Set(choices.map(typeText))].join(' or ');
  if (schema.enum) return schema.enum.map(String).join(' | ');
  if (schema.const !== undefined) return String(schema.const);
  if (Array.isArray(schema.type)) return schema.type.join(' or ');
  if (schema.type === 'array') return `[]${schema.items ? typeText(schema.items) : ''}`;
  return String(schema.type ?? 'any');
}

/** Fields of every branch of a choice. */
const fieldsOf = (schema: JsonSchema): Record<string, JsonSchema> => {
  const own = inner(schema);
  const branches = own.oneOf ?? own.anyOf;
  if (!branches) return own.properties ?? {};
  const fields: Record<string, JsonSchema> = {};
  for (const branch of branches) for (const [name, field] of Object.entries(fieldsOf(branch))) fields[name] = either(fields[name], field);
  return fields;
};

/** A field that branches share; the field that tells them apart has the values of all. */
function either(one: JsonSchema | undefined, other: JsonSchema): JsonSchema {
  const values = [one, other].map((each) => each?.enum ?? (each?.const === undefined ? undefined : [each.const]));
  const [ours, theirs] = values;
  return ours && theirs ? { ...other, const: undefined, enum: [...new Set([...ours, ...theirs])] } : other;
}

function wrapped(text: string, width: number, indent: string): string[] {
  const lines = [''];
  for (const word of text.split(/\s+/)) {
    const last = lines.at(-1) ?? '';
    if (last !== '' && last.length + word.length + 1 > width - indent.length) lines.push(word);
    else lines[lines.length - 1] = last === '' ? word : `${last} ${word}`;
  }
  return lines.filter(Boolean).map((line) => indent + line);
}

/** Fields of a kind with their types and descriptions, or one of its fields. */
async function explain(run: Run): Promise<void> {
  const [text, ...more] = run.positionals;
  if (text === undefined || more.length > 0)
    throw usage('explain takes a kind, or a field such as volume.legs.', `Kinds: ${Object.keys(run.table.nouns).join(', ')}.`);
  const [first = '', ...path] = text.split('.');
  const kind = kindFrom(run, first);
  const schemas = run.given.schemas();
  let schema = schemas.objects[kind] ?? {};
  for (const field of path) {
    const fields = fieldsOf(schema);
    const next = fields[field];
    if (!next)
      throw usage(
        `${first} has no field "${field}".`,
        didYouMean(field, Object.keys(fields)) ?? `Fields: ${Object.keys(fields).join(', ')}.`,
      );
    schema = next;
  }
  if (run.format.kind === 'json' || run.format.kind === 'yaml') return run.print(kind, schema);
  const width = Math.min(run.terminal.out.columns ?? 100, 100);
  const { description } = inner(schema);
  const lines = [`${text}  <${typeText(schema)}>`, ...(description ? wrapped(description, width, '  ') : [])];
  const changeable = path.length === 0 ? new Set(Object.keys(fieldsOf(schemas.bodies[updateOf(kind)] ?? {}))) : new Set<string>();
  for (const [name, field] of Object.entries(fieldsOf(schema))) {
    lines.push('', `  ${name}  <${typeText(field)}>${changeable.has(name) ? '  (can be changed)' : ''}`);
    const text = field.description ?? inner(field).description;
    if (text) lines.push(...wrapped(text, width, '    '));
  }
  await run.write(lines.map((line) => `${line}\n`).join(''));
}

const updateOf = (kind: string): string =>
  `update${kind
    .split('-')
    .map((part) => part.charAt(0).toUpperCase() + part.slice(1))
    .join('')}`;

export const explainCommand: Runnable = {
  words: ['explain'],
  usage: 'explain KIND[.FIELD…]',
  summary: 'Fields of a kind, with types and descriptions',
  flags: [],
  completes: ['kind'],
  run: explain,
};
