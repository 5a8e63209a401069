import type { Endpoint } from '@weft/shared/endpoints/endpoint';
import { endpoints } from '@weft/shared/endpoints/endpoints';
import { ERROR_STATUS, type ErrorCode, problemSchema } from '@weft/shared/errors';
import { WEFT_VERSION } from '@weft/shared/version';
import { z } from 'zod';
import { groupBy } from '../group-by.js';

type Json = Record<string, unknown>;

/** Errors that any endpoint may answer with, whatever it does. */
const ALWAYS: readonly ErrorCode[] = ['internal', 'unavailable'];

/** JSON Schema 2020-12, which OpenAPI 3.1 is made of. Schemas with an id become components; a request's and an answer's form of one can differ, so the former's name says so where they do. */
class Schemas {
  readonly components: Json = {};
  private readonly names = new Map<string, string>();

  of(schema: z.ZodType, io: 'input' | 'output'): Json {
    const {
      $defs = {},
      $schema: _,
      ...root
    } = z.toJSONSchema(schema, { io, target: 'draft-2020-12', unrepresentable: 'any' }) as Json & { $defs?: Record<string, Json> };
    const id = schema.meta()?.id;
    const renamed = new Map(Object.entries($defs).map(([name, body]) => [name, this.nameFor(name, body, io)]));
    for (const [name, body] of Object.entries($defs)) this.components[renamed.get(name) ?? name] = clean(body, renamed);
    if (id === undefined) return clean(root, renamed);
    const name = this.nameFor(id, root, io);
    this.components[name] = clean(root, renamed);
    return { $ref: `#/components/schemas/${name}` };
  }

  private nameFor(id: string, body: Json, io: 'input' | 'output'): string {
    const key = `${id} ${JSON.stringify(body)}`;
    const known = this.names.get(key);
    if (known) return known;
    const taken = [...this.names.values()].includes(id);
    const name = taken ? `${id}${io === 'input' ? 'Input' : 'Output'}` : id;
    this.names.set(key, name);
    return name;
  }
}

/** References of zod (`#/$defs/X`) become those of OpenAPI; ids are said by the component's name. */
function clean(value: unknown, renamed: ReadonlyMap<string, string>): Json {
  return JSON.parse(
    JSON.stringify(value, (key, inner: unknown) => {
      if (key === '$ref' && typeof inner === 'string') {
        const name = inner.replace('#/$defs/', '');
        return `#/components/schemas/${renamed.get(name) ?? name}`;
      }
      return key === 'id' && typeof inner === 'string' ? undefined : inner;
    }),
  ) as Json;
}

function parameters(schemas: Schemas, endpoint: Endpoint): Json[] {
  const from = (place: 'path' | 'query', schema: z.ZodObject | undefined): Json[] =>
    Object.entries(schema?.shape ?? {}).map(([name, field]) => ({
      name,
      in: place,
      required: place === 'path' || !(field as z.ZodType).safeParse(undefined).success,
      schema: schemas.of(field as z.ZodType, 'output'),
    }));
  const header = (name: string, required: boolean, description: string, schema: Json): Json => ({
    name,
    in: 'header',
    required,
    description,
    schema,
  });
  return [
    ...from('path', endpoint.params),
    ...from('query', endpoint.query),
    ...(endpoint.ifMatch
      ? [header('If-Match', true, 'The version that the change is based on, quoted.', { type: 'string', pattern: '^"[0-9]{1,15}"$' })]
      : []),
    ...(endpoint.idempotent
      ? [
          header('Idempotency-Key', false, 'Repeating a request with its key gets the first answer, for 24 hours.', {
            type: 'string',
            pattern: '^[!-~]{1,255}$',
          }),
        ]
      : []),
  ];
}

function problems(endpoint: Endpoint): Json {
  const codes = [...endpoint.errors, ...ALWAYS];
  if (endpoint.query || endpoint.params || endpoint.body) codes.push('invalid-field');
  const byStatus = groupBy([...new Set(codes)], (code) => ERROR_STATUS[code]);
  const entries = [...byStatus]
    .sort(([a], [b]) => a - b)
    .map(([status, group]) => [
      String(status),
      { description: group.join(', '), content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } } },
    ]);
  return Object.fromEntries(entries) as Json;
}

function success(schemas: Schemas, endpoint: Endpoint): Json {
  if (!endpoint.response) return { description: 'Done.' };
  const etag = endpoint.response instanceof z.ZodObject && 'version' in endpoint.response.shape;
  return {
    description: 'Done.',
    ...(etag ? { headers: { ETag: { description: 'The version, quoted: the value for If-Match.', schema: { type: 'string' } } } } : {}),
    content: { 'application/json': { schema: schemas.of(endpoint.response, 'output') } },
  };
}

function operation(schemas: Schemas, endpoint: Endpoint): Json {
  const security = { public: [], scrape: [{ scrapeToken: [] }, { session: [] }] } as Record<string, Json[]>;
  return {
    operationId: endpoint.id,
    summary: endpoint.summary,
    description:
      endpoint.access === 'public'
        ? 'Open to everybody.'
        : `Needs ${endpoint.access === 'scrape' ? 'the scrape token or a session' : `the role ${endpoint.access}`}.`,
    tags: [endpoint.tag],
    security: security[endpoint.access] ?? [{ session: [] }],
    parameters: parameters(schemas, endpoint),
    ...(endpoint.body
      ? {
          requestBody: {
            required: !endpoint.body.safeParse(undefined).success,
            content: { 'application/json': { schema: schemas.of(endpoint.body, 'input') } },
          },
        }
      : {}),
    responses: { [endpoint.status]: success(schemas, endpoint), ...problems(endpoint) },
  };
}

/** The OpenAPI 3.1 document of all endpoints of the contract. */
export function openApiDocument(): Json {
  const schemas = new Schemas();
  schemas.of(problemSchema, 'output');
  const paths: Record<string, Json> = {};
  for (const endpoint of Object.values(endpoints) as Endpoint[]) {
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation(schemas, endpoint) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Weft',
      version: WEFT_VERSION,
      description:
        'Management of shared NVMe. Sizes are in bytes, times in ISO 8601 UTC, errors in RFC 9457 problem documents with a stable `code`.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/' }],
    paths,
    components: {
      schemas: Object.fromEntries(Object.entries(schemas.components).sort(([a], [b]) => (a < b ? -1 : 1))),
      securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: 'weft_session' }, scrapeToken: { type: 'http', scheme: 'bearer' } },
    },
  };
}
