import { mkdir } from 'node:fs/promises';
import type { AddressInfo, Server as NetServer } from 'node:net';
import type { Server as TlsServer } from 'node:tls';
import { Logger } from '@nestjs/common';
import { WEFT_VERSION } from '@weft/shared/version';
import type { FastifyInstance } from 'fastify';
import { givenCertificate, isExposed, servesTls, urlOf } from '../config/serves-tls.js';
import { OpenConnections } from '../core/sockets/open-connections.js';
import { keepAuthority, publicAuthorityFile, publishAuthority, readAuthority } from '../core/tls/authority-file.js';
import { makeAuthority } from '../core/tls/make-certificates.js';
import { ownNames } from '../core/tls/own-names.js';
import { ServedCertificate } from '../core/tls/served-certificate.js';
import { ZoneWatch } from './asking/zone-watch.js';
import type { FederationConfig } from './config/federation-config.js';
import { Readers } from './config/readers.js';
import { ZonesApi } from './http/zones-api.js';
import { zonesServer } from './http/zones-routes.js';
import { FederationMetrics } from './metrics/federation-metrics.js';

export { readFederationConfig } from './config/federation-config.js';
export { newReader } from './config/readers.js';

export interface RunningFederation {
  url: string;
  stop(): Promise<void>;
}

/** The authority of this federation, in its own folder: made once. */
async function ownAuthority(dataDir: string) {
  await mkdir(dataDir, { recursive: true });
  const authority = (await readAuthority(dataDir)) ?? (await keepAuthority(dataDir, await makeAuthority()));
  await publishAuthority(dataDir, authority.certificate);
  return authority;
}

async function serveCertificate(fastify: FastifyInstance, config: FederationConfig): Promise<ServedCertificate | undefined> {
  if (!servesTls(config)) return undefined;
  const served = new ServedCertificate();
  await served.serve(fastify.server as unknown as TlsServer, {
    given: givenCertificate(config),
    authority: () => ownAuthority(config.dataDir),
    names: async () => ownNames({ ...config, peerUrl: null }, []),
  });
  return served;
}

function watchesOf(config: FederationConfig, metrics: FederationMetrics): ZoneWatch[] {
  const watches: ZoneWatch[] = [];
  const takenBy = (clusterId: string, zone: string) =>
    watches.find(({ record, config: { name } }) => name !== zone && record.clusterId === clusterId)?.config.name;
  const zones = { ownVersion: WEFT_VERSION, simulated: config.simulated, takenBy, count: config.zones.length };
  for (const zone of config.zones) watches.push(new ZoneWatch(zone, config, zones, metrics));
  return watches;
}

function logStart(logger: Logger, config: FederationConfig, url: string): void {
  logger.log(
    `weft-server ${WEFT_VERSION} federates ${config.zones.length} zones on ${url}${config.simulated ? ' (SIMULATED clusters)' : ''}`,
  );
  if (isExposed(config)) logger.warn('INSECURE HTTP: tokens of readers cross the network in clear. Remove insecureHttp.');
  else if (servesTls(config) && config.tlsCertificate === null)
    logger.log(`the certificate of its authority is in ${publicAuthorityFile(config.dataDir)}`);
}

/** Starts a federation; resolves when it serves. It has no database: it shows the values that the zones gave since its start. */
export async function startFederation(config: FederationConfig): Promise<RunningFederation> {
  const logger = new Logger('federation');
  const readers = new Readers(config.readersFile, (error) => logger.error({ err: error }, 'the file of readers admits nobody'));
  await readers.load();
  const metrics = new FederationMetrics();
  const watches = watchesOf(config, metrics);
  metrics.watch(watches);
  const fastify = zonesServer(config, new ZonesApi(watches, config.searchMilliseconds), readers, metrics);
  await fastify.ready();
  const certificate = await serveCertificate(fastify, config);
  const connections = new OpenConnections(fastify.server);
  await fastify.listen({ host: config.listenAddress, port: config.listenPort });
  for (const watch of watches) watch.start();
  const url = urlOf(config, (fastify.server as NetServer).address() as AddressInfo);
  logStart(logger, config, url);
  return {
    url,
    async stop() {
      for (const watch of watches) watch.stop();
      certificate?.stop();
      metrics.stop();
      await connections.end(() => fastify.close());
    },
  };
}
