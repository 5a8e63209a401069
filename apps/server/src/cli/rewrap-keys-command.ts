import { DomainError } from '@weft/shared/errors/domain-error';
import type { Collection, Filter, UpdateFilter, WithId } from 'mongodb';
import { connect } from '../app/server.js';
import type { Config } from '../config/config.schema.js';
import { totpOwner, type UserDocument } from '../core/auth/user.document.js';
import { schemaState } from '../core/mongo/migrations/migrate.js';
import type { Mongo } from '../core/mongo/mongo.js';
import type { Sealed } from '../core/mongo/stored.js';
import { ClusterKeyWrapping } from '../core/secrets/cluster-key-wrapping.js';
import { SealedSecrets } from '../core/secrets/sealed-secrets.js';
import { CLUSTER_AUTHORITY_ID } from '../core/tls/cluster-authority.js';
import type { AuthenticationPairDocument } from '../domain/documents/authentication-pair.document.js';
import type { ExportKeyDocument } from '../domain/documents/export-key.document.js';
import { VolumeKeys } from '../volume-keys/volume-keys.service.js';

type Print = (line: string) => void;

/** Encrypts stored secrets again that the key before has encrypted. Servers may run: what one of them changes meanwhile is left to it. */
class Resealing {
  resealed = 0;
  readonly failed: string[] = [];

  constructor(
    private readonly mongo: Mongo,
    private readonly secrets: SealedSecrets,
  ) {}

  private again(sealed: Sealed, owner: string, what: string): Sealed {
    if (this.secrets.isCurrent(sealed)) return sealed;
    try {
      const next = this.secrets.seal(this.secrets.open(sealed, owner), owner);
      this.resealed++;
      return next;
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      this.failed.push(`${what}: ${error.message}`);
      return sealed;
    }
  }

  async all(): Promise<void> {
    const { mongo } = this;
    await this.inField(
      mongo.collection<{ _id: string; name: string; secret: Sealed | null }>('channels'),
      'secret',
      ({ _id, name, secret }) => ({
        ...{ sealed: secret, owner: _id, what: `channel ${name}` },
      }),
    );
    await this.inField(mongo.collection<UserDocument>('users'), 'factors.totp.sealed', ({ _id, name, factors }) => ({
      ...{ sealed: factors?.totp?.sealed, owner: totpOwner(_id), what: `authenticator app of ${name}` },
    }));
    await this.inField(mongo.collection<ExportKeyDocument>('exportKeys'), 'sealed', ({ _id, sealed }) => ({
      ...{ sealed, owner: _id, what: `key of an export ${_id}` },
    }));
    await this.inField(mongo.collection<{ _id: string; key: Sealed | null }>('certificateAuthority'), 'key', ({ key }) => ({
      ...{ sealed: key, owner: CLUSTER_AUTHORITY_ID, what: 'the certificate authority' },
    }));
    await this.pairs();
  }

  /** @param field of a document that holds one secret */
  private async inField<D extends { _id: string }>(
    collection: Collection<D>,
    field: string,
    described: (document: WithId<D>) => { sealed: Sealed | null | undefined; owner: string; what: string },
  ): Promise<void> {
    for await (const document of collection.find({ [`${field}.keyId`]: { $exists: true } } as Filter<D>)) {
      const { sealed, owner, what } = described(document);
      if (!sealed) continue;
      const next = this.again(sealed, owner, what);
      const same = { _id: document._id, [`${field}.data`]: sealed.data } as Filter<D>;
      if (next !== sealed) await collection.updateOne(same, { $set: { [field]: next } } as UpdateFilter<D>);
    }
  }

  private async pairs(): Promise<void> {
    const pairs = this.mongo.collection<AuthenticationPairDocument>('authenticationPairs');
    for await (const { _id, revision, keys } of pairs.find()) {
      const next = keys.map((key) => ({ ...key, sealed: this.again(key.sealed, key.id, `authentication key ${key.id}`) }));
      if (next.some(({ sealed }, at) => sealed !== keys[at]?.sealed))
        await pairs.updateOne({ _id, revision }, { $set: { keys: next }, $inc: { version: 1, revision: 1 } });
    }
  }
}

/**
 * `weft-server rewrap-keys`: wraps the keys of volumes, and encrypts all other secrets, again with the present key of the cluster. The data of volumes stay as
 * they are, and volumes may be attached.
 * @returns the exit code: 0 nothing needs the key before any more, 1 something could not be decrypted
 */
export async function rewrapKeysCommand(config: Config, print: Print): Promise<number> {
  const mongo = await connect(config);
  try {
    const { found, known } = await schemaState(mongo);
    if (found !== known)
      throw new Error(`The database has schema ${found}, and this version knows ${known}: start a server of this version first.`);
    const secrets = new SealedSecrets(config);
    const volumes = await new VolumeKeys(mongo, new ClusterKeyWrapping(secrets, config)).rewrap();
    const others = new Resealing(mongo, secrets);
    await others.all();
    print(`keys of volumes: ${volumes.rewrapped} wrapped again, ${volumes.current} were up to date, ${volumes.failed.length} failed`);
    print(`other secrets: ${others.resealed} encrypted again, ${others.failed.length} failed`);
    for (const { volumeId, reason } of volumes.failed) print(`volume ${volumeId}: ${reason}`);
    for (const line of others.failed) print(line);
    return volumes.failed.length + others.failed.length === 0 ? 0 : 1;
  } finally {
    await mongo.close();
  }
}
