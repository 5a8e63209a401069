import type { Flag, FlagUnit, JsonSchema } from './command.js';

const UNITS: readonly [RegExp, FlagUnit][] = [
  [/Bytes$/, 'bytes'],
  [/Seconds$/, 'seconds'],
  [/(InDays|KeptDays|RotationDays|Days)$/, 'days'],
  [/Hours$/, 'hours'],
];
/** Nouns that fields refer to, where the name of the field does not tell. Empty: an id of no noun. */
const REFERENCES: Record<string, string> = {
  memberIds: 'user',
  targetsOff: 'node',
  with: 'benchmark',
  subjectId: '',
  legId: '',
  legIds: '',
  doubtIds: '',
  orderId: '',
  hostId: '',
  sessionId: '',
};
const CONFIRMS = new Set(['volumeName', 'nodeName', 'confirmName', 'serial']);
const SECRETS = /^(password|currentPassword|newPassword|keyHex|token)$/;

export const kebab = (field: string): string => field.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** The noun of a field such as driveClassId. Undefined: it refers to none. */
export function referenceOf(field: string): string | undefined {
  const given = REFERENCES[field];
  if (given !== undefined) return given === '' ? undefined : given;
  const stem = /^(.+?)Ids?$/.exec(field)?.[1];
  return stem ? kebab(stem) : undefined;
}

const unitOf = (field: string, type: string | undefined): FlagUnit | undefined =>
  type === 'integer' || type === 'number' ? UNITS.find(([pattern]) => pattern.test(field))?.[1] : undefined;

/** The name of a flag: without the unit and without "Id", which the text itself says. */
export function flagName(field: string, schema: JsonSchema): string {
  if (field === 'labels') return 'label';
  if (field === 'expiresInDays' || field === 'expiresInSeconds') return 'expires-in';
  const bare = referenceOf(field) && /Ids?$/.test(field) ? field.replace(/Ids?$/, '') : field;
  const unit = unitOf(field, schema.type);
  return kebab(unit ? bare.replace(/(Bytes|Seconds|Days|Hours)$/, '') : bare);
}

interface Bare {
  schema: JsonSchema;
  nullable: boolean;
}

/** A schema without the choice of null. */
export function bare(schema: JsonSchema): Bare {
  const { anyOf, ...around } = schema;
  const some = anyOf?.filter(({ type }) => type !== 'null');
  if (some?.length !== 1 || some.length === anyOf?.length) return { schema, nullable: false };
  return { schema: { ...(some[0] as JsonSchema), ...around }, nullable: true };
}

const scalar = (type: unknown): type is 'string' | 'integer' | 'number' | 'boolean' =>
  type === 'string' || type === 'integer' || type === 'number' || type === 'boolean';

const texts = (values: unknown[] | undefined): string[] | undefined =>
  values?.every((value) => typeof value === 'string') ? (values as string[]) : undefined;

/** What the text of one flag means. */
function typeOf(schema: JsonSchema): Pick<Flag, 'type' | 'list' | 'values'> {
  if (typeof schema.const === 'string') return { type: 'string', values: [schema.const] };
  const values = texts(schema.enum);
  if (values) return { type: 'string', values };
  if (schema.format === 'date-time') return { type: 'moment' };
  if (scalar(schema.type)) return { type: schema.type };
  if (schema.type === 'array' && schema.items) {
    const item = typeOf(bare(schema.items).schema);
    return item.type === 'json' || item.type === 'labels' ? { type: 'json' } : { ...item, list: true };
  }
  const { additionalProperties } = schema as { additionalProperties?: JsonSchema };
  if (schema.type === 'object' && additionalProperties?.type === 'string') return { type: 'labels' };
  return { type: 'json' };
}

const withArticle = (noun: string): string => `${/^[aeiou]/.test(noun) ? 'an' : 'a'} ${noun.replaceAll('-', ' ')}`;

/** The description of ids in general would mislead: flags accept names too. */
const describedAs = (text: string | undefined, reference: string | undefined): Pick<Flag, 'description'> => {
  const own = text === 'Identifier, a UUID.' ? undefined : text;
  const description = own ?? (reference ? `Name or id of ${withArticle(reference)}.` : undefined);
  return description ? { description } : {};
};

/** The flag of one field. @param required whether the API needs the field */
export function flagOf(field: string, given: JsonSchema, place: Flag['in'], required: boolean): Flag {
  const { schema, nullable } = bare(given);
  const meaning = typeOf(schema);
  const unit = unitOf(field, schema.type);
  const reference = meaning.type === 'string' && !meaning.values ? referenceOf(field) : undefined;
  const confirms = place === 'body' && CONFIRMS.has(field);
  const secret = place === 'body' && SECRETS.test(field);
  return {
    name: flagName(field, schema) + (secret ? '-file' : ''),
    field,
    in: place,
    ...meaning,
    ...(unit ? { unit } : {}),
    ...(reference ? { reference } : {}),
    ...(nullable ? { nullable: true } : {}),
    ...(required ? { required: true } : {}),
    ...(given.default === undefined ? {} : { default: given.default }),
    ...describedAs(schema.description, reference),
    ...(confirms ? { confirms: true } : {}),
    ...(secret ? { secret: true } : {}),
  };
}

/** The fields of a body; of a choice of bodies, those of all of them, and what all of them need. */
export function fieldsOf(schema: JsonSchema): { properties: Record<string, JsonSchema>; required: string[] } {
  const choices = schema.oneOf ?? (schema.properties ? undefined : schema.anyOf);
  if (!choices) return { properties: schema.properties ?? {}, required: schema.required ?? [] };
  const every = choices.map(fieldsOf);
  const properties: Record<string, JsonSchema> = {};
  for (const each of every) for (const [field, own] of Object.entries(each.properties)) properties[field] = merged(properties[field], own);
  return { properties, required: Object.keys(properties).filter((field) => every.every(({ required }) => required.includes(field))) };
}

function merged(one: JsonSchema | undefined, other: JsonSchema): JsonSchema {
  if (!one) return other;
  const values = [one, other].flatMap((each) => texts(each.enum) ?? (typeof each.const === 'string' ? [each.const] : []));
  return values.length > 0 ? { type: 'string', enum: [...new Set(values)] } : one;
}
