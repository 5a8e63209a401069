import { X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Server } from 'node:tls';
import { Inject, Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { CONFIG, type Config } from '../../config/config.schema.js';
import { certificateOf } from '../../config/serves-tls.js';
import { Servers } from '../servers/servers.js';
import { ClusterAuthority } from './cluster-authority.js';
import { type CertifiedKey, makeServerCertificate } from './make-certificates.js';
import { ownNames } from './own-names.js';
import { redirectPlainHttp } from './redirect-plain-http.js';

/** Browsers and agents verify with the authority: nobody has to install the next one. */
const LIFETIME_MS = 90 * 86_400_000;
const LOOK_EVERY_MS = 60_000;

/** What the certificate of the server depends on, beside its configuration. */
export interface CertificateSource {
  /** URLs of all servers, from the settings of the cluster. */
  urls: () => Promise<readonly string[]>;
  /** Default: 90 days. */
  lifetimeMs?: number | undefined;
}

/**
 * Gives the server its certificate, and the next one without a restart. Connections that are open keep theirs.
 *  - of its own: renewed after two thirds of its lifetime, and when the server gets another name
 *  - the operator's: read again when a file has changed
 */
@Injectable()
export class ServerCertificate implements OnApplicationShutdown {
  private readonly logger = new Logger(ServerCertificate.name);
  private timer: NodeJS.Timeout | undefined;
  private readonly listeners: Server[] = [];
  private current: (CertifiedKey & { names: string; until: Date }) | undefined;

  constructor(
    private readonly authority: ClusterAuthority,
    private readonly servers: Servers,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** Resolves when the server can accept connections. */
  async serve(server: Server, source: CertificateSource): Promise<void> {
    const lifetimeMs = source.lifetimeMs ?? LIFETIME_MS;
    const next = certificateOf(this.config) === 'given' ? () => this.given() : await this.own({ ...source, lifetimeMs });
    const look = async (): Promise<void> => {
      const certified = await next();
      if (!certified || certified.certificate === this.current?.certificate) return;
      this.current = certified;
      for (const listener of this.listeners) this.give(listener, certified);
      this.servers.servesCertificateUntil(certified.until);
      this.logger.log(`serves a certificate until ${certified.until.toISOString()}`);
    };
    this.listeners.push(server);
    await look();
    redirectPlainHttp(server);
    this.timer = setInterval(
      () => {
        look().catch((error: unknown) =>
          this.logger.error({ err: error }, 'the next certificate cannot be used; the server keeps the last'),
        );
      },
      Math.min(LOOK_EVERY_MS, lifetimeMs / 12),
    );
    this.timer.unref();
  }

  /** Gives another listener of this process the same certificates. @throws Error before `serve` */
  also(listener: Server): void {
    if (!this.current) throw new Error('the server has no certificate yet');
    this.listeners.push(listener);
    this.give(listener, this.current);
  }

  private give(listener: Server, { certificate, key }: CertifiedKey): void {
    listener.setSecureContext({ cert: certificate, key, minVersion: 'TLSv1.2' });
  }

  onApplicationShutdown(): void {
    clearInterval(this.timer);
  }

  private async given() {
    const { tlsCertificate, tlsKey } = this.config as { tlsCertificate: string; tlsKey: string };
    const [certificate, key] = await Promise.all([readFile(tlsCertificate, 'utf8'), readFile(tlsKey, 'utf8')]);
    return { certificate, key, names: '', until: new Date(new X509Certificate(certificate).validTo) };
  }

  /** @returns makes the next certificate, or undefined while the current one is good */
  private async own({ urls, lifetimeMs }: Required<CertificateSource> & { lifetimeMs: number }) {
    const authority = await this.authority.load();
    return async () => {
      const names = ownNames(this.config, await urls());
      const { current } = this;
      const left = (current?.until.getTime() ?? 0) - Date.now();
      if (current?.names === names.join() && left > lifetimeMs / 3) return undefined;
      const until = new Date(Date.now() + lifetimeMs);
      return { ...(await makeServerCertificate(authority, names, until)), names: names.join(), until };
    };
  }
}
