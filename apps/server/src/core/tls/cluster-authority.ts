import { Inject, Injectable, Logger } from '@nestjs/common';
import { type Collection, MongoServerError } from 'mongodb';
import { CONFIG, type Config } from '../../config/config.schema.js';
import { certificateOf } from '../../config/serves-tls.js';
import { Mongo } from '../mongo/mongo.js';
import type { Sealed } from '../mongo/stored.js';
import { SealedSecrets } from '../secrets/sealed-secrets.js';
import { authorityFile, keepAuthority, publishAuthority, readAuthority } from './authority-file.js';
import { type CertifiedKey, fingerprintOf, makeAuthority } from './make-certificates.js';

export const CLUSTER_AUTHORITY_ID = 'cluster';
const DUPLICATE = 11_000;

/** Collection `certificateAuthority`: one document. */
export interface AuthorityDocument {
  _id: typeof CLUSTER_AUTHORITY_ID;
  /** PEM. */
  certificate: string;
  /** Its private key, for the other servers; null: only in the data folder of the server that made it, because there is no key for secrets. */
  key: Sealed | null;
}

/**
 * The certificate authority of the cluster (docs/decisions/tls.md). Its certificate is in the database, and its key in the data folder of each server.
 *  - first server: makes it
 *  - further server: opens the key in the database with `secretsKey`, or refuses to start
 *  - lost database: the first server with the data folder of an earlier one stores that authority again, so that agents still trust it
 */
@Injectable()
export class ClusterAuthority {
  private readonly logger = new Logger(ClusterAuthority.name);
  private readonly documents: Collection<AuthorityDocument>;

  constructor(
    mongo: Mongo,
    private readonly secrets: SealedSecrets,
    @Inject(CONFIG) private readonly config: Config,
  ) {
    this.documents = mongo.collection<AuthorityDocument>('certificateAuthority');
  }

  /** PEM of the certificate; null: no server of this cluster has made an authority. */
  async certificate(): Promise<string | null> {
    return (await this.documents.findOne({ _id: CLUSTER_AUTHORITY_ID }))?.certificate ?? null;
  }

  /** For enrollment commands. Null: this server's certificate is not of this authority. */
  async fingerprint(): Promise<string | null> {
    const certificate = certificateOf(this.config) === 'own' ? await this.certificate() : null;
    return certificate === null ? null : fingerprintOf(certificate);
  }

  /** The authority with its key. @throws Error that says how this server gets the key */
  async load(): Promise<CertifiedKey> {
    const { dataDir } = this.config;
    const found = await readAuthority(dataDir);
    const stored = (await this.documents.findOne({ _id: CLUSTER_AUTHORITY_ID })) ?? (await this.store(found ?? (await this.make())));
    const kept = found ?? (await readAuthority(dataDir));
    const authority = kept?.certificate === stored.certificate ? kept : this.open(stored);
    if (!kept) await keepAuthority(dataDir, authority);
    else if (kept !== authority)
      this.logger.warn(`${authorityFile(dataDir)} holds the authority of another cluster; this server uses that of the database.`);
    await publishAuthority(dataDir, authority.certificate);
    await this.share(authority, stored);
    return authority;
  }

  private async make(): Promise<CertifiedKey> {
    const authority = await keepAuthority(this.config.dataDir, await makeAuthority());
    this.logger.log(`made a certificate authority for this cluster; SHA-256 fingerprint ${fingerprintOf(authority.certificate)}`);
    return authority;
  }

  /** @returns the stored one: another server may have been faster */
  private async store({ certificate }: CertifiedKey): Promise<AuthorityDocument> {
    const document: AuthorityDocument = { _id: CLUSTER_AUTHORITY_ID, certificate, key: null };
    try {
      await this.documents.insertOne(document);
      return document;
    } catch (error) {
      if (!(error instanceof MongoServerError) || error.code !== DUPLICATE) throw error;
      return (await this.documents.findOne({ _id: CLUSTER_AUTHORITY_ID })) as AuthorityDocument;
    }
  }

  private open({ certificate, key }: AuthorityDocument): CertifiedKey {
    if (key !== null && this.secrets.canOpen(key)) return { certificate, key: this.secrets.open(key, CLUSTER_AUTHORITY_ID) };
    const file = authorityFile(this.config.dataDir);
    throw new Error(
      `Another server has made the certificate authority of this cluster, and this server cannot get its key. Set secretsKeyFile to the same key on every server, and restart the other one first; or copy the other one's authority.pem to ${file}; or give tlsCertificate and tlsKey.`,
    );
  }

  /** Stores the key for the other servers, if there is a key for secrets, and that in the database does not open with it. */
  private async share({ key }: CertifiedKey, stored: AuthorityDocument): Promise<void> {
    if (!this.secrets.hasKey || (stored.key !== null && this.secrets.canOpen(stored.key))) return;
    await this.documents.updateOne(
      { _id: CLUSTER_AUTHORITY_ID, certificate: stored.certificate },
      { $set: { key: this.secrets.seal(key, CLUSTER_AUTHORITY_ID) } },
    );
  }
}
