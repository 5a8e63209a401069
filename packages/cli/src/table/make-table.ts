import type { Endpoint } from '@weft/shared/endpoints/definition/endpoint';
import { type EndpointId, endpoints } from '@weft/shared/endpoints/endpoints';
import { type NounName, nounNames, nouns } from '@weft/shared/kinds/nouns';
import { WEFT_VERSION } from '@weft/shared/version';
import { z } from 'zod';
import type { Command, Flag, JsonSchema, Noun, Positional, Schemas, Table } from './command.js';
import { fieldsOf, flagOf, kebab, referenceOf } from './flags.js';
import { singular, WITHOUT_COMMAND, wordsOf } from './words.js';

/** Changes without a name to confirm that destroy something, cut somebody off, or cannot be taken back. */
const ALSO_DESTRUCTIVE: readonly EndpointId[] = [
  'revokeNodeCredential',
  'acceptHistory',
  'createBenchmark',
  'createDrill',
  'undoDeployment',
  'endSessions',
  'endSession',
];
/** Deletions that take nothing away from anybody. */
const HARMLESS: readonly EndpointId[] = ['endMaintenance', 'endOrphanIgnore', 'endPreflightAcceptance'];

/** A serial in other requests is no confirmation. */
const CONFIRMING = /\/(wipe|clean|accept-loss|discard|scrub-repair|key-export|revoke|maintenance|drills)$/;

const all = Object.values(endpoints) as Endpoint[];

/** JSON Schema of what a client sends, or gets; `$ref` resolved, as deep as the document goes. */
function schemaOf(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const {
    $defs = {},
    $schema: _,
    ...root
  } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as JsonSchema & {
    $defs?: Record<string, JsonSchema>;
  };
  const resolve = (value: unknown, inside: readonly string[]): unknown => {
    if (Array.isArray(value)) return value.map((each) => resolve(each, inside));
    if (typeof value !== 'object' || value === null) return value;
    const { $ref, ...own } = value as { $ref?: string };
    const name = $ref?.replace('#/$defs/', '');
    if (name !== undefined && inside.includes(name)) return own;
    const target = name === undefined ? own : { ...$defs[name], ...own };
    const next = name === undefined ? inside : [...inside, name];
    return Object.fromEntries(Object.entries(target).map(([key, each]) => [key, resolve(each, next)]));
  };
  return resolve(root, []) as JsonSchema;
}

const pathParams = (path: string): string[] => [...path.matchAll(/:(\w+)/g)].map(([, name]) => name ?? '');

/** The noun whose object `:id` of a path is. */
function nounOfParam(path: string, param: string): string | undefined {
  if (param === 'id') return singular(path.replace('/api/v1/', '').split('/')[0] ?? '');
  return undefined;
}

const dryRunOf = (endpoint: Endpoint): string | undefined =>
  all.find(({ path, method }) => path === `${endpoint.path}/dry-run` && method === endpoint.method && endpoint.method === 'POST')?.path;

/** Query fields that are no flag of their own: pages are the program's work. */
function flagsOf({ query, body, path }: Endpoint): Flag[] {
  const inQuery = query ? fieldsOf(schemaOf(query, 'input')) : { properties: {}, required: [] };
  const inBody = body ? fieldsOf(bodySchema(body)) : { properties: {}, required: [] };
  return [
    ...Object.entries(inQuery.properties).map(([field, schema]) => flagOf(field, schema, 'query', inQuery.required.includes(field))),
    ...Object.entries(inBody.properties).map(([field, schema]) => flagOf(field, schema, 'body', inBody.required.includes(field))),
  ]
    .filter(({ field }) => field !== 'dryRun')
    .map(({ confirms, ...flag }) => (confirms && !CONFIRMING.test(path) ? flag : { ...flag, ...(confirms ? { confirms } : {}) }));
}

const bodySchema = (body: z.ZodType): JsonSchema => schemaOf(body instanceof z.ZodOptional ? (body.unwrap() as z.ZodType) : body, 'input');

/** Fields of the body that are words of the command line: the name of the new object. */
function positionalsOf(endpoint: Endpoint, flags: Flag[]): Positional[] {
  const inPath = pathParams(endpoint.path).map((field): Positional => {
    const reference = nounOfParam(endpoint.path, field) ?? referenceOf(field);
    return { name: (reference ?? kebab(field)).toUpperCase(), field, in: 'path', ...(reference ? { reference } : {}) };
  });
  if (inPath.length > 0) return inPath;
  const named = flags.find(({ field, required }) => required && ['name', 'title', 'q', 'query', 'text'].includes(field));
  return named ? [{ name: named.field.toUpperCase(), field: named.field, in: named.in }] : [];
}

const isPage = (response: z.ZodType | undefined): boolean =>
  response instanceof z.ZodObject && 'items' in response.shape && 'nextCursor' in response.shape;
const hasLabels = (response: z.ZodType | undefined): boolean =>
  isPage(response) && schemaOf(response as z.ZodType, 'output').properties?.items?.items?.properties?.labels !== undefined;
const hasJob = (response: z.ZodType | undefined): boolean => response instanceof z.ZodObject && 'job' in response.shape;

function commandOf(endpoint: Endpoint): Command {
  const id = endpoint.id as EndpointId;
  const flags = flagsOf(endpoint);
  const positionals = positionalsOf(endpoint, flags);
  const destructive =
    (endpoint.method === 'DELETE' && !HARMLESS.includes(id)) ||
    ALSO_DESTRUCTIVE.includes(id) ||
    flags.some(({ confirms, required }) => confirms && required);
  const dryRunPath = dryRunOf(endpoint);
  return {
    id,
    words: wordsOf(id, endpoint.path),
    summary: endpoint.summary,
    method: endpoint.method,
    path: endpoint.path,
    positionals,
    flags: flags.filter(({ field }) => !positionals.some((positional) => positional.field === field && positional.in !== 'path')),
    ...(endpoint.body ? { hasBody: true } : {}),
    ...(endpoint.ifMatch ? { ifMatch: true } : {}),
    ...(endpoint.idempotent ? { idempotent: true } : {}),
    ...(endpoint.readOnly || endpoint.method === 'GET' ? { readOnly: true } : {}),
    ...(endpoint.sessionOnly ? { sessionOnly: true } : {}),
    ...(endpoint.file ? { isFile: true } : {}),
    ...(isPage(endpoint.response) ? { isList: true } : {}),
    ...(hasLabels(endpoint.response) ? { hasLabels: true } : {}),
    ...(hasJob(endpoint.response) ? { hasJob: true } : {}),
    ...(dryRunPath ? { dryRunPath } : {}),
    ...(destructive ? { destructive: true } : {}),
  };
}

function nounOf(noun: NounName): Noun {
  const path = `/api/v1/${nouns[noun].path}`;
  const list = all.find((each) => each.method === 'GET' && each.path === path);
  return {
    path,
    ...(nouns[noun].live ? { live: true } : {}),
    ...(all.some((each) => each.method === 'GET' && each.path === `${path}/:id`) ? { hasOne: true } : {}),
    filters: list?.query ? Object.keys(list.query.shape) : [],
  };
}

/** Commands of every endpoint that has one. */
export const makeTable = (): Table => ({
  version: WEFT_VERSION,
  commands: all.filter(({ id }) => WITHOUT_COMMAND[id as EndpointId] === undefined).map(commandOf),
  routes: Object.fromEntries(all.map(({ id, method, path }) => [id, [method, path]])),
  nouns: Object.fromEntries(nounNames.map((noun) => [noun, nounOf(noun)])),
});

/** Schema of one object of a noun: the answer of a read, or an item of its list. */
function objectSchema(noun: NounName): JsonSchema | undefined {
  const path = `/api/v1/${nouns[noun].path}`;
  const gets = all.filter((each) => each.method === 'GET' && (each.path === `${path}/:id` || each.path === path));
  const response = gets.sort((a, b) => b.path.length - a.path.length)[0]?.response;
  if (!response) return undefined;
  const schema = schemaOf(response, 'output');
  return isPage(response) ? (schema.properties?.items as JsonSchema | undefined)?.items : schema;
}

export const makeSchemas = (): Schemas => ({
  objects: Object.fromEntries(
    nounNames.flatMap((noun) => [objectSchema(noun)].filter((each) => each !== undefined).map((schema) => [noun, schema])),
  ),
  bodies: Object.fromEntries(
    all
      .filter(({ method, body, path }) => body && (method === 'POST' || method === 'PATCH') && !path.endsWith('/dry-run'))
      .map(({ id, body }) => [id, bodySchema(body as z.ZodType)]),
  ),
});
