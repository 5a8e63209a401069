import { randomUUID } from 'node:crypto';
import { Logger } from '@nestjs/common';
import type { Endpoint } from '@weft/shared/endpoints/definition/endpoint';
import { zonesEndpoints } from '@weft/shared/endpoints/zones/zones';
import { DomainError } from '@weft/shared/errors/domain-error';
import { WEFT_VERSION } from '@weft/shared/version';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { servesTls } from '../../config/serves-tls.js';
import { zonesConsole } from '../../console/console.service.js';
import { answerClientError } from '../../core/http/client-error.js';
import { compressAnswers } from '../../core/http/compress-answers.js';
import { validInput } from '../../core/http/input.js';
import { addClientAddress, addressOf, limitedBy, trusts } from '../../core/http/limits/client-address.js';
import { RateLimit, RateLimited } from '../../core/http/limits/rate-limit.js';
import { MethodNotAllowed, refuseOtherMethods } from '../../core/http/method-not-allowed.js';
import { DOCS_STYLE_HASH, docsPage } from '../../core/http/openapi/docs-page.js';
import { openApiDocument } from '../../core/http/openapi/openapi.js';
import { toDomainError, toProblem } from '../../core/http/problem.js';
import type { ValidInput } from '../../core/http/request.js';
import { addResponseHeaders, contentSecurityPolicy } from '../../core/http/response-headers.js';
import { bearerOf } from '../../core/secrets/bearer.js';
import type { FederationConfig } from '../config/federation-config.js';
import type { Reader, Readers } from '../config/readers.js';
import type { FederationMetrics } from '../metrics/federation-metrics.js';
import type { ZonesApi } from './zones-api.js';

const REQUEST_TIMEOUT_MS = 30_000;
const BURST_SECONDS = 5;
/** Nothing of a federation takes a body. */
const BODY_LIMIT = 1024;

const document = () =>
  openApiDocument({
    endpoints: zonesEndpoints,
    description:
      'Many Weft clusters seen as one, read-only (docs/zones.md). Sizes are in bytes, times in ISO 8601 UTC, errors in RFC 9457 problem documents.',
    securitySchemes: { apiToken: { type: 'http', scheme: 'bearer' } },
  });

/** Errors that Fastify itself makes of a request. */
function ofFastify(error: unknown): DomainError | undefined {
  const { statusCode, message } = error as { statusCode?: unknown; message: string };
  return typeof statusCode === 'number' && statusCode < 500 ? new DomainError('http-malformed', { explanation: message }) : undefined;
}

const pathOf = ({ url }: FastifyRequest): string => (url.split('?')[0] ?? '').slice(0, 200);

async function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply, logger: Logger): Promise<void> {
  const known = error instanceof DomainError ? error : (ofFastify(error) ?? toDomainError(error));
  if (known.status >= 500) logger.error({ err: known.cause ?? known, requestId: request.id, url: pathOf(request) }, known.message);
  if (known instanceof RateLimited) reply.header('retry-after', known.retryAfterSeconds);
  if (known instanceof MethodNotAllowed) reply.header('allow', known.allowed.join(', '));
  const body = Buffer.from(JSON.stringify(toProblem(known, request.id)));
  await reply.status(known.status).header('content-type', 'application/problem+json').send(body);
}

/** Limits requests by reader, and all others by the address of their sender, before the token is looked up. */
class Limits {
  private readonly readers: RateLimit;
  private readonly addresses: RateLimit;

  constructor(perSecond: number) {
    this.readers = new RateLimit(perSecond * BURST_SECONDS, perSecond);
    this.addresses = new RateLimit(perSecond * BURST_SECONDS, perSecond);
  }

  /** @throws RateLimited */
  ofAddress(address: string): void {
    this.take(this.addresses, limitedBy(address));
  }

  /** A known reader does not count for its address. @throws RateLimited */
  ofReader(name: string, address: string): void {
    this.addresses.giveBack(limitedBy(address));
    this.take(this.readers, name);
  }

  private take(limit: RateLimit, key: string): void {
    const wait = limit.take(key);
    if (wait > 0) throw new RateLimited('too-many-requests', { retryAfterSeconds: wait });
  }
}

function requireReaders(fastify: FastifyInstance, readers: Readers, perSecond: number): void {
  const limits = new Limits(perSecond);
  fastify.addHook('onRequest', async (request) => {
    if (request.routeOptions.url === zonesEndpoints.healthz.path) return;
    const address = addressOf(request);
    limits.ofAddress(address);
    const { url = '' } = request.routeOptions;
    if (!(request.url.startsWith('/api/') || url === METRICS) || PUBLIC.includes(url)) return;
    const token = bearerOf(request.headers);
    if (token === undefined) throw new DomainError('reader-token-required', {});
    const reader = await readers.find(token);
    if (!reader) throw new DomainError('reader-token-invalid', {});
    limits.ofReader(reader.name, address);
    readerOfRequest.set(request, reader);
    if (url === METRICS && reader.zones) throw new DomainError('reader-without-all-zones', {});
  });
}

const METRICS = '/metrics';
/** Reader of a request, for routes that need a token. */
const readerOfRequest = new WeakMap<object, Reader>();

/** Documents about the API: they hold nothing of any zone. */
const PUBLIC = ['/api/v1/openapi.json', '/api/v1/docs'];

type Answers = { [Id in keyof typeof zonesEndpoints]: (input: ValidInput) => unknown };

const answersOf = (api: ZonesApi): Answers => ({
  healthz: () => ({ status: 'ok', version: WEFT_VERSION }),
  listZones: ({ query }) => api.list(query as Parameters<ZonesApi['list']>[0]),
  zonesOverview: () => api.overview(),
  listZoneAlerts: ({ query }) => api.alerts(query as Parameters<ZonesApi['alerts']>[0]),
  searchZones: ({ query }) => api.search(query as Parameters<ZonesApi['search']>[0]),
  getZone: ({ params }) => api.get((params as { name: string }).name),
  zoneTopology: ({ params }) => api.topology((params as { name: string }).name),
});

function addRoutes(fastify: FastifyInstance, api: ZonesApi, metrics: FederationMetrics): void {
  for (const endpoint of Object.values(zonesEndpoints) as Endpoint[])
    fastify.get(endpoint.path, (request) => {
      const reader = readerOfRequest.get(request);
      // Only the state of the process has no reader.
      const answers = answersOf(reader ? api.seenBy(reader) : api.seenBy({ zones: [] }));
      return answers[endpoint.id as keyof Answers](validInput(endpoint, request));
    });
  fastify.get(METRICS, async (_request, reply) => reply.type(metrics.registry.contentType).send(await metrics.registry.metrics()));
  fastify.get('/api/v1/openapi.json', () => document());
  fastify.get('/api/v1/docs', (_request, reply) =>
    reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', contentSecurityPolicy(DOCS_STYLE_HASH))
      .send(docsPage(document())),
  );
  const console = zonesConsole();
  fastify.get('/*', (request, reply) => {
    console.answer(request, reply);
    return reply;
  });
}

/** Routes, limits and login of a federation; not listening yet. */
export function zonesServer(config: FederationConfig, api: ZonesApi, readers: Readers, metrics: FederationMetrics): FastifyInstance {
  const fastify = Fastify({
    [servesTls(config) ? 'https' : 'http']: { headersTimeout: REQUEST_TIMEOUT_MS },
    bodyLimit: BODY_LIMIT,
    requestTimeout: REQUEST_TIMEOUT_MS,
    forceCloseConnections: true,
    genReqId: () => randomUUID(),
    clientErrorHandler: answerClientError,
  } as object) as unknown as FastifyInstance;
  const logger = new Logger('http');
  addClientAddress(fastify, trusts(config.trustProxy));
  addResponseHeaders(fastify, config);
  refuseOtherMethods(fastify, zonesEndpoints);
  requireReaders(fastify, readers, config.requestsPerSecond);
  fastify.addHook('onResponse', async ({ routeOptions: { url = '' } }, { statusCode, elapsedTime }) =>
    metrics.answered(url, statusCode, elapsedTime / 1000),
  );
  compressAnswers(fastify);
  fastify.setErrorHandler((error, request, reply) => answerError(error, request, reply, logger));
  fastify.setNotFoundHandler((request, reply) =>
    answerError(new DomainError('nothing-here', { method: request.method, path: pathOf(request) }), request, reply, logger),
  );
  addRoutes(fastify, api, metrics);
  return fastify;
}
