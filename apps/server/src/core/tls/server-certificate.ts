import type { Server } from 'node:tls';
import { Inject, Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { CONFIG, type Config } from '../../config/config.schema.js';
import { givenCertificate } from '../../config/serves-tls.js';
import { Servers } from '../servers/servers.js';
import { ClusterAuthority } from './cluster-authority.js';
import { ownNames } from './own-names.js';
import { ServedCertificate } from './served-certificate.js';

/** What the certificate of the server depends on, beside its configuration. */
export interface CertificateSource {
  /** URLs of all servers, from the settings of the cluster. */
  urls: () => Promise<readonly string[]>;
  /** Default: 90 days. */
  lifetimeMs?: number | undefined;
}

/** The certificate of a server of a cluster: its own are signed by the authority of the cluster. */
@Injectable()
export class ServerCertificate implements OnApplicationShutdown {
  private readonly served = new ServedCertificate(new Logger(ServerCertificate.name));

  constructor(
    private readonly authority: ClusterAuthority,
    private readonly servers: Servers,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** Resolves when the server can accept connections. */
  serve(server: Server, { urls, lifetimeMs }: CertificateSource): Promise<void> {
    return this.served.serve(server, {
      given: givenCertificate(this.config),
      authority: () => this.authority.load(),
      names: async () => ownNames(this.config, await urls()),
      lifetimeMs,
      onServed: (until) => this.servers.servesCertificateUntil(until),
    });
  }

  /** Gives another listener of this process the same certificates. @throws Error before `serve` */
  also(listener: Server): void {
    this.served.also(listener);
  }

  onApplicationShutdown(): void {
    this.served.stop();
  }
}
