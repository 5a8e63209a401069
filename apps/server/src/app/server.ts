import 'reflect-metadata';
import { randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { hostname } from 'node:os';
import type { Server as TlsServer } from 'node:tls';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { DomainError } from '@weft/shared/errors/domain-error';
import { WEFT_VERSION } from '@weft/shared/version';
import type { FastifyInstance, FastifyServerOptions } from 'fastify';
import { auditRequests } from '../audit/audit-requests.js';
import { AuditTrail } from '../audit/audit-trail.service.js';
import { CONFIG, type Config } from '../config/config.schema.js';
import { isExposed, servesTls, urlOf } from '../config/serves-tls.js';
import { authenticateFirst } from '../core/auth/authenticate-first.js';
import { Authenticator } from '../core/auth/authenticator.js';
import { closeWhenStopping } from '../core/health/close-when-stopping.js';
import { Shutdown } from '../core/health/shutdown.js';
import { answerWithoutPrimary } from '../core/health/without-primary.js';
import { answerClientError } from '../core/http/client-error.js';
import { compressAnswers } from '../core/http/compress-answers.js';
import { acceptJsonOnly } from '../core/http/limits/body-parser.js';
import { addClientAddress, trusts } from '../core/http/limits/client-address.js';
import { limitRequests, RequestLimits } from '../core/http/limits/request-limits.js';
import { refuseOtherMethods } from '../core/http/method-not-allowed.js';
import { toProblem } from '../core/http/problem.js';
import { addResponseHeaders } from '../core/http/response-headers.js';
import { ServerLogger } from '../core/logging/server-logger.js';
import { migrate } from '../core/mongo/migrations/migrate.js';
import { Mongo } from '../core/mongo/mongo.js';
import { Servers } from '../core/servers/servers.js';
import { OpenConnections } from '../core/sockets/open-connections.js';
import { SocketAdapter } from '../core/sockets/socket-adapter.js';
import { isWildcard } from '../core/tls/own-names.js';
import { ServerCertificate } from '../core/tls/server-certificate.js';
import { type NvmeshListener, startNvmeshListener } from '../nvmesh/nvmesh-listener.js';
import { SettingsService } from '../settings/settings.service.js';
import { AppModule } from './app.module.js';

export interface RunningServer {
  app: NestFastifyApplication;
  url: string;
  stop(): Promise<void>;
}

/** Limits the time for which a slow sender can hold a connection. */
const REQUEST_TIMEOUT_MS = 30_000;
/** Node looks for such connections this often. */
const SLOW_LOOKED_FOR_MS = 5000;

export const connect = (config: Config): Promise<Mongo> =>
  Mongo.connect({
    uri: config.mongodbUri,
    database: config.mongodbDatabase,
    ...(config.mongodbReplicaSet === null ? {} : { replicaSet: config.mongodbReplicaSet }),
    connectTimeoutMs: config.mongodbConnectTimeoutSeconds * 1000,
    socketTimeoutMs: config.mongodbSocketTimeoutSeconds * 1000,
  });

function fastifyAdapter(config: Config): FastifyAdapter {
  const options = {
    // `ServerCertificate` gives it the certificate before it listens.
    [servesTls(config) ? 'https' : 'http']: { connectionsCheckingInterval: SLOW_LOOKED_FOR_MS, headersTimeout: REQUEST_TIMEOUT_MS },
    bodyLimit: config.bodyLimitBytes,
    requestTimeout: REQUEST_TIMEOUT_MS,
    forceCloseConnections: true,
    genReqId: () => randomUUID(),
    clientErrorHandler: answerClientError,
    // Errors of the router itself never reach Nest's filter.
    frameworkErrors: (error, request, reply) => {
      const refused = new DomainError('http-malformed', { explanation: error.message });
      const body = JSON.stringify(toProblem(refused, request.id));
      reply.raw.writeHead(refused.status, { 'content-type': 'application/problem+json' }).end(body);
    },
  } satisfies FastifyServerOptions;
  return new FastifyAdapter(options);
}

/** The application, not listening yet. The database is reachable and its schema current. */
export async function createApp(config: Config): Promise<NestFastifyApplication> {
  const mongo = await connect(config);
  try {
    await migrate(mongo);
    const adapter = fastifyAdapter(config);
    const app = await NestFactory.create<NestFastifyApplication>(AppModule.with(config, mongo), adapter, {
      bodyParser: false,
      bufferLogs: true,
      abortOnError: false,
    });
    app.useLogger(app.get(ServerLogger));
    app.useWebSocketAdapter(new SocketAdapter(app, config));
    const fastify = adapter.getInstance<FastifyInstance>();
    acceptJsonOnly(fastify);
    addClientAddress(fastify, trusts(config.trustProxy));
    addResponseHeaders(fastify, config);
    limitRequests(fastify, app.get(RequestLimits));
    closeWhenStopping(fastify, app.get(Shutdown));
    refuseOtherMethods(fastify);
    answerWithoutPrimary(fastify, mongo.primary);
    authenticateFirst(fastify, app.get(Authenticator), app.get(RequestLimits));
    auditRequests(fastify, app.get(AuditTrail));
    compressAnswers(fastify);
    return app;
  } catch (error) {
    await mongo.close();
    throw error;
  }
}

/** Explains the kernel's error for a listen address, with the remedy (listen(2), bind(2)). */
function explainListen(error: unknown, config: Config, port: 'listenPort' | 'nvmeshPort'): unknown {
  const todo: Record<string, string> = {
    EADDRINUSE: `Another program uses it: stop that, or set ${port}.`,
    EACCES: `Ports below 1024 need a privilege (CAP_NET_BIND_SERVICE): set ${port}.`,
    EADDRNOTAVAIL: 'This machine has no such address: set listenAddress.',
  };
  const hint = todo[(error as NodeJS.ErrnoException).code ?? ''];
  return hint ? new Error(`Cannot listen on ${config.listenAddress}, port ${config[port]}. ${hint}`, { cause: error }) : error;
}

/** The settings of the cluster exist once the application is initialized. */
async function serveCertificate(app: NestFastifyApplication, lifetimeMs: number | undefined): Promise<void> {
  await app.init();
  const urls = async () => (await app.get(SettingsService).get()).spec.agentServers;
  await app.get(ServerCertificate).serve(app.getHttpServer() as unknown as TlsServer, { urls, lifetimeMs });
}

/** Starts the server; resolves when it serves. @param certificateLifetimeMs of certificates that the server makes, for tests */
export async function startServer(config: Config, certificateLifetimeMs?: number): Promise<RunningServer> {
  const app = await createApp(config);
  const connections = new OpenConnections(app.getHttpServer());
  let nvmesh: NvmeshListener | undefined;
  const stop = async () => {
    try {
      if (app.getHttpServer().listening) await app.get(Shutdown).begin(config.shutdownDelaySeconds);
      try {
        await nvmesh?.stop();
      } finally {
        await connections.end(() => app.close());
      }
    } finally {
      // A failure to stop is reported, but may not keep the process running.
      await app.get(Mongo).close();
    }
  };
  try {
    if (servesTls(config)) await serveCertificate(app, certificateLifetimeMs);
    await app.listen({ host: config.listenAddress, port: config.listenPort });
  } catch (error) {
    await stop();
    throw explainListen(error, config, 'listenPort');
  }
  try {
    if (config.nvmeshPort !== null) nvmesh = await startNvmeshListener(app, config.nvmeshPort);
  } catch (error) {
    await stop();
    throw explainListen(error, config, 'nvmeshPort');
  }
  const url = urlOf(config, app.getHttpServer().address() as AddressInfo);
  const { protocol, port, host } = new URL(url);
  const address = isWildcard(config.listenAddress) ? `${hostname()}:${port}` : host;
  await app.get(Servers).listensOn(address, config.peerUrl ?? `${protocol}//${address}`);
  const logger = app.get(ServerLogger);
  logger.log(`weft-server ${WEFT_VERSION} serves ${url}${app.get<Config>(CONFIG).simulated ? ' (SIMULATED cluster)' : ''}`);
  if (nvmesh) logger.log(`speaks the dialect of NVMesh management on ${nvmesh.url}`);
  if (isExposed(config)) logger.warn('INSECURE HTTP: passwords and credentials cross the network in clear. Remove insecureHttp.');
  else if (!servesTls(config))
    logger.warn('Plain HTTP on loopback: put a proxy with TLS in front of it, or remove insecureHttp, before another machine connects.');
  return { app, url, stop };
}
