import { X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Server } from 'node:tls';
import { Logger } from '@nestjs/common';
import { type CertifiedKey, makeServerCertificate } from './make-certificates.js';
import { redirectPlainHttp } from './redirect-plain-http.js';

/** Browsers and agents verify with the authority: nobody has to install the next one. */
const LIFETIME_MS = 90 * 86_400_000;
const LOOK_EVERY_MS = 60_000;

/** Where the certificates of one process come from. */
export interface CertificateOrigin {
  /** Paths of the operator's files. Null: the process makes its certificates. */
  given: { certificate: string; key: string } | null;
  /** The authority that signs certificates of its own. */
  authority: () => Promise<CertifiedKey>;
  /** Host names and addresses of this process. */
  names: () => Promise<readonly string[]>;
  /** Of certificates of its own. Default: 90 days. */
  lifetimeMs?: number | undefined;
  onServed?: ((until: Date) => void) | undefined;
}

/**
 * Gives listeners their certificate, and the next one without a restart. Connections that are open keep theirs.
 *  - of its own: renewed after two thirds of its lifetime, and when the process gets another name
 *  - the operator's: read again when a file has changed
 */
export class ServedCertificate {
  private timer: NodeJS.Timeout | undefined;
  private readonly listeners: Server[] = [];
  private current: (CertifiedKey & { names: string; until: Date }) | undefined;

  constructor(private readonly logger: Logger = new Logger(ServedCertificate.name)) {}

  /** Resolves when the listener can accept connections. */
  async serve(listener: Server, origin: CertificateOrigin): Promise<void> {
    const { given, lifetimeMs = LIFETIME_MS } = origin;
    const next = given ? () => this.given(given) : await this.own(origin, lifetimeMs);
    const look = async (): Promise<void> => {
      const certified = await next();
      if (!certified || certified.certificate === this.current?.certificate) return;
      this.current = certified;
      for (const each of this.listeners) this.give(each, certified);
      origin.onServed?.(certified.until);
      this.logger.log(`serves a certificate until ${certified.until.toISOString()}`);
    };
    this.listeners.push(listener);
    await look();
    redirectPlainHttp(listener);
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

  stop(): void {
    clearInterval(this.timer);
  }

  private give(listener: Server, { certificate, key }: CertifiedKey): void {
    listener.setSecureContext({ cert: certificate, key, minVersion: 'TLSv1.2' });
  }

  private async given(files: { certificate: string; key: string }) {
    const [certificate, key] = await Promise.all([readFile(files.certificate, 'utf8'), readFile(files.key, 'utf8')]);
    return { certificate, key, names: '', until: new Date(new X509Certificate(certificate).validTo) };
  }

  /** @returns makes the next certificate, or undefined while the current one is good */
  private async own({ authority: load, names: ownNames }: CertificateOrigin, lifetimeMs: number) {
    const authority = await load();
    return async () => {
      const names = await ownNames();
      const { current } = this;
      const left = (current?.until.getTime() ?? 0) - Date.now();
      if (current?.names === names.join() && left > lifetimeMs / 3) return undefined;
      const until = new Date(Date.now() + lifetimeMs);
      return { ...(await makeServerCertificate(authority, names, until)), names: names.join(), until };
    };
  }
}
