import { randomUUID } from 'node:crypto';
import type { AddressInfo, Server as NetServer } from 'node:net';
import type { Server as TlsServer } from 'node:tls';
import { Logger } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { DomainError } from '@weft/shared/errors/domain-error';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { CONFIG, type Config } from '../config/config.schema.js';
import { servesTls, urlOf } from '../config/serves-tls.js';
import { Authenticator } from '../core/auth/authenticator.js';
import { closeWhenStopping } from '../core/health/close-when-stopping.js';
import { Shutdown } from '../core/health/shutdown.js';
import { answerClientError } from '../core/http/client-error.js';
import { parseJson } from '../core/http/limits/body-parser.js';
import { addClientAddress, addressOf, trusts } from '../core/http/limits/client-address.js';
import { RateLimited } from '../core/http/limits/rate-limit.js';
import { RequestLimits } from '../core/http/limits/request-limits.js';
import { toDomainError } from '../core/http/problem.js';
import { addResponseHeaders } from '../core/http/response-headers.js';
import { OpenConnections } from '../core/sockets/open-connections.js';
import { ServerCertificate } from '../core/tls/server-certificate.js';
import { refused } from './dialect/answer.js';
import { Refusal } from './dialect/reasons.js';
import { addClusterRoutes } from './routes/cluster-routes.js';
import { addLists } from './routes/lists.js';
import { behalfOf, Login, send } from './routes/login.js';
import { ApiRefusal, WeftApi } from './routes/weft-api.js';
import { addWrites } from './routes/writes.js';

/** Enough for a login. */
const LOGIN_BODY_BYTES = 16 * 1024;
const REQUEST_TIMEOUT_MS = 30_000;
/** Routes that need no login. */
const PUBLIC = ['/login', '/isAlive'];

export interface NvmeshListener {
  url: string;
  stop(): Promise<void>;
}

/** Bodies are JSON, and a login may be a form, as NVMeshSDK sends it. */
function addParsers(fastify: FastifyInstance): void {
  fastify.removeAllContentTypeParsers();
  fastify.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => {
    try {
      done(null, parseJson(body as Buffer));
    } catch (error) {
      done(error as Error);
    }
  });
  fastify.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: LOGIN_BODY_BYTES },
    (_request, body, done) => {
      done(null, Object.fromEntries(new URLSearchParams(body as string)));
    },
  );
}

/** NVMesh sends who has no session to /login. NVMeshSDK logs in when the answer, after the redirection, has the text `/login`. */
const toLogin = (reply: FastifyReply): FastifyReply =>
  reply
    .code(302)
    .header('location', '/login')
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(refused(null, new Refusal('not-logged-in'))));

/** Errors that Fastify itself makes of a request. */
function ofFastify(error: unknown): DomainError | undefined {
  const { statusCode, message } = error as { statusCode?: unknown; message: string };
  if (statusCode === 413) return new DomainError('body-too-large', {});
  if (statusCode === 415) return new DomainError('body-not-json', {});
  return typeof statusCode === 'number' && statusCode < 500 ? new DomainError('http-malformed', { explanation: message }) : undefined;
}

const pathOf = ({ url }: FastifyRequest): string => (url.split('?')[0] ?? '').slice(0, 200);

/** Answers an error of a whole request in the dialect's shape. */
async function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply, logger: Logger): Promise<void> {
  if (error instanceof ApiRefusal && error.status === 401) return void (await toLogin(reply));
  if (error instanceof Refusal || error instanceof ApiRefusal) return send(reply.code(error.status), refused(null, error));
  const known = error instanceof DomainError ? error : (ofFastify(error) ?? toDomainError(error));
  if (known.status >= 500) logger.error({ err: known.cause ?? known, requestId: request.id, url: pathOf(request) }, known.message);
  if (known instanceof RateLimited) reply.header('retry-after', String(known.retryAfterSeconds));
  await send(reply.code(known.status), refused(null, known));
}

/** Web pages never use this port: it takes forms and cookies, so a page of another site could act for a person who has logged in here. */
function refusePages({ headers }: FastifyRequest): void {
  const site = headers['sec-fetch-site'];
  if (headers.origin !== undefined || (site !== undefined && site !== 'none')) throw new Refusal('from-a-browser', {}, 403);
}

/** The routes of the dialect, not listening yet. @param weft serves Weft's own API */
function dialect(app: NestFastifyApplication, config: Config): FastifyInstance {
  const [weft, authenticator, limits] = [
    app.getHttpAdapter().getInstance() as unknown as FastifyInstance,
    app.get(Authenticator),
    app.get(RequestLimits),
  ];
  const fastify = Fastify({
    [servesTls(config) ? 'https' : 'http']: { headersTimeout: REQUEST_TIMEOUT_MS },
    bodyLimit: config.bodyLimitBytes,
    requestTimeout: REQUEST_TIMEOUT_MS,
    forceCloseConnections: true,
    genReqId: () => randomUUID(),
    clientErrorHandler: answerClientError,
    routerOptions: { ignoreTrailingSlash: true, ignoreDuplicateSlashes: true, maxParamLength: 256 },
  } as object) as unknown as FastifyInstance;
  const logger = new Logger('nvmesh');
  addParsers(fastify);
  addClientAddress(fastify, trusts(config.trustProxy));
  addResponseHeaders(fastify, config);
  closeWhenStopping(fastify, app.get(Shutdown));
  fastify.setErrorHandler((error, request, reply) => answerError(error, request, reply, logger));
  fastify.setNotFoundHandler((request, reply) => {
    const route = `${request.method} ${pathOf(request)}`;
    return send(reply.code(404), refused(null, new Refusal('no-such-route', { route })));
  });
  fastify.addHook('onRequest', async (request, reply) => {
    const { headers } = behalfOf(request, config);
    limits.take(addressOf(request), headers);
    refusePages(request);
    if (PUBLIC.includes(request.routeOptions.url ?? '')) return;
    // Before the body is read: an unknown caller must not make the server read and check a large one.
    const { caller, limitedAs } = await authenticator.identify(headers);
    if (limitedAs !== undefined) limits.isGood(limitedAs);
    if (caller.kind !== 'user') return toLogin(reply);
  });
  const login = new Login(weft, authenticator, config);
  fastify.get('/isAlive', (_request, reply) => send(reply, 'alive'));
  fastify.get('/login', (_request, reply) =>
    reply.type('application/json').send(JSON.stringify(refused(null, new Refusal('not-logged-in')))),
  );
  fastify.post('/login', { bodyLimit: LOGIN_BODY_BYTES }, (request, reply) => login.login(request, reply));
  fastify.get('/login/logout', (request, reply) => login.logout(request, reply));
  const apiOf = (request: FastifyRequest) => new WeftApi(weft, behalfOf(request, config));
  addClusterRoutes(fastify, apiOf);
  addLists(fastify, apiOf);
  addWrites(fastify, apiOf);
  return fastify;
}

/** Serves the dialect on a port of its own, whose paths begin at the root as NVMeshSDK needs, with the certificate of the server. */
export async function startNvmeshListener(app: NestFastifyApplication, port: number): Promise<NvmeshListener> {
  const config = app.get<Config>(CONFIG);
  const fastify = dialect(app, config);
  await fastify.ready();
  if (servesTls(config)) app.get(ServerCertificate).also(fastify.server as unknown as TlsServer);
  const connections = new OpenConnections(fastify.server);
  await fastify.listen({ host: config.listenAddress, port });
  const url = urlOf(config, (fastify.server as NetServer).address() as AddressInfo);
  return { url, stop: () => connections.end(() => fastify.close()) };
}
