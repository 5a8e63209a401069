import type { Endpoint, VolumeScope } from '@weft/shared/endpoints/definition/endpoint';
import { endpoints } from '@weft/shared/endpoints/endpoints';
import { problemSchema } from '@weft/shared/errors/errors';
import { groupBy } from '@weft/shared/lists/group-by';
import { ERROR_STATUS, type ErrorCode } from '@weft/shared/text/errors/entry/error-status';
import { WEFT_VERSION } from '@weft/shared/version';
import { z } from 'zod';
import { type Json, OpenApiSchemas } from './openapi-schemas.js';

/** Errors that every endpoint may return. */
const ALWAYS: readonly ErrorCode[] = ['internal', 'unavailable'];

function parameters(schemas: OpenApiSchemas, endpoint: Endpoint): Json[] {
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

const problemResponse = (codes: readonly ErrorCode[]): Json => ({
  description: codes.join(', '),
  content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
});

const byStatus = (codes: readonly ErrorCode[]) => [...groupBy(new Set(codes), (code) => ERROR_STATUS[code])].sort(([a], [b]) => a - b);

/** A status with one possible code is a shared component; other statuses list the codes of this endpoint. */
function problems(endpoint: Endpoint): Json {
  const input: ErrorCode[] = endpoint.query || endpoint.params || endpoint.body ? ['invalid-field'] : [];
  const entries = byStatus([...endpoint.errors, ...input, ...ALWAYS]).map(([status, codes]) => {
    const [code] = codes;
    return [String(status), code !== undefined && isAlone(code) ? { $ref: `#/components/responses/${code}` } : problemResponse(codes)];
  });
  return Object.fromEntries(entries) as Json;
}

const allCodes = Object.keys(ERROR_STATUS) as ErrorCode[];
const isAlone = (code: ErrorCode): boolean => allCodes.filter((other) => ERROR_STATUS[other] === ERROR_STATUS[code]).length === 1;
const sharedResponses = (): Json => Object.fromEntries(allCodes.filter(isAlone).map((code) => [code, problemResponse([code])])) as Json;

function success(schemas: OpenApiSchemas, endpoint: Endpoint): Json {
  if (endpoint.file) {
    // YAML and JSON are not bytes to those who check an answer against its schema.
    const schema = (type: string) =>
      type === 'application/yaml' ? {} : { type: 'string', ...(type.startsWith('text/') ? {} : { format: 'binary' }) };
    return { description: 'The file.', content: Object.fromEntries(endpoint.file.map((type) => [type, { schema: schema(type) }])) };
  }
  if (!endpoint.response) return { description: 'Done.' };
  const etag = endpoint.response instanceof z.ZodObject && 'version' in endpoint.response.shape;
  return {
    description: 'Done.',
    ...(etag ? { headers: { ETag: { description: 'The version, quoted: the value for If-Match.', schema: { type: 'string' } } } } : {}),
    content: { 'application/json': { schema: schemas.of(endpoint.response, 'output') } },
  };
}

const needs: Record<string, string> = { scrape: 'the scrape token, a session or an API token', user: 'a user of any role' };

/** What callers get who see only some volumes (docs/access.md). */
const scopeTexts: Record<VolumeScope, string> = {
  none: '',
  filtered: 'Callers who see only some volumes get what belongs to these.',
  'create-volume': 'Needs the right to change volumes with these labels.',
  'change-volume': 'Needs the right to change the volume, and volumes with the new labels.',
  'attach-volume': 'Needs the right to attach the volume.',
  'attach-attachment': 'Needs the right to attach the volume.',
  'change-subject': 'Needs the right to change the volume that it is about.',
  'change-note': 'Needs the right to change the volume that it is about.',
  'change-alert': 'Needs the right to change the volumes that it is about.',
  'change-job': 'Needs the right to change or attach the volume that it is about.',
  refused: 'Refused to callers who see only some volumes.',
};

function operation(schemas: OpenApiSchemas, endpoint: Endpoint, schemes: ApiDescription['securitySchemes']): Json {
  const users = ['session', ...(endpoint.sessionOnly ? [] : ['apiToken'])]
    .filter((name) => name in schemes)
    .map((name) => ({ [name]: [] }));
  const security = { public: [], scrape: [{ scrapeToken: [] }, ...users] } as Record<string, Json[]>;
  return {
    operationId: endpoint.id,
    summary: endpoint.summary,
    description:
      endpoint.access === 'public'
        ? 'Open to everybody.'
        : `Needs ${needs[endpoint.access] ?? `the permission ${endpoint.access}`}${endpoint.sessionOnly ? ', and a session: API tokens may not call it' : ''}. ${scopeTexts[endpoint.volumeScope]}`.trim(),
    tags: [endpoint.tag],
    security: security[endpoint.access] ?? users,
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

/** What an API is, beside its endpoints. */
interface ApiDescription {
  endpoints: Readonly<Record<string, Endpoint>>;
  description: string;
  securitySchemes: Readonly<Record<string, Json>>;
}

const ofCluster: ApiDescription = {
  endpoints,
  description:
    'Management of shared NVMe. Sizes are in bytes, times in ISO 8601 UTC, errors in RFC 9457 problem documents with a stable `code`.',
  securitySchemes: {
    session: { type: 'apiKey', in: 'cookie', name: 'weft_session' },
    scrapeToken: { type: 'http', scheme: 'bearer' },
    apiToken: { type: 'http', scheme: 'bearer' },
  },
};

/** The OpenAPI 3.1 document of all endpoints of a contract: by default that of a cluster. */
export function openApiDocument(of: ApiDescription = ofCluster): Json {
  const schemas = new OpenApiSchemas();
  schemas.of(problemSchema, 'output');
  const paths: Record<string, Json> = {};
  for (const endpoint of Object.values(of.endpoints)) {
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation(schemas, endpoint, of.securitySchemes) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Weft',
      version: WEFT_VERSION,
      description: of.description,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/' }],
    paths,
    components: {
      schemas: schemas.components(),
      responses: sharedResponses(),
      securitySchemes: of.securitySchemes,
    },
  };
}
