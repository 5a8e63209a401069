import { randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import type { SettingsSpec } from '@weft/shared/kinds/settings/settings';
import type { NodeKeys } from '@weft/shared/messages/authentication';
import type { ClientSession } from 'mongodb';
import { STORAGE_ENCRYPTION_SCHEMA } from '../../../core/mongo/migrations/0034-storage-encryption.js';
import { endOlderServers } from '../../../core/mongo/migrations/migrate.js';
import { Mongo } from '../../../core/mongo/mongo.js';
import { newStored } from '../../../core/mongo/objects.js';
import { SealedSecrets } from '../../../core/secrets/sealed-secrets.js';
import { ONLINE, type ServerDocument } from '../../../core/servers/servers.js';
import type { AttachmentDocument } from '../../documents/attachment.document.js';
import type { ExportKeyDocument } from '../../documents/export-key.document.js';
import type { EncryptionSurroundings } from '../../storage-encryption/gap.js';

const SECRET_BYTES = 32;

/** A secret as `nvme gen-tls-key --hmac=1` writes it (NVM Express TCP Transport 1.1, 3.6.1.5): 256 random bits and their CRC-32, little-endian, in base64. */
export function newTlsSecret(bytes: Buffer = randomBytes(SECRET_BYTES)): string {
  const check = Buffer.alloc(4);
  check.writeUInt32LE(crc32(bytes));
  return `NVMeTLSkey-1:01:${Buffer.concat([bytes, check]).toString('base64')}:`;
}

/** Keys of the TLS connections of exports: stored encrypted, opened only for the two agents. */
@Injectable()
export class ExportKeys implements OnApplicationBootstrap {
  constructor(
    private readonly mongo: Mongo,
    private readonly secrets: SealedSecrets,
  ) {}

  private get keys() {
    return this.mongo.collection<ExportKeyDocument>('exportKeys');
  }

  /** A restored database has keys that no request of its own made; a rebuilt one gets them with its first assignments. */
  async onApplicationBootstrap(): Promise<void> {
    if (await this.keys.findOne({}, { projection: { _id: 1 } })) await this.endOlderServers();
  }

  private endOlderServers(session?: ClientSession): Promise<void> {
    return endOlderServers(this.mongo, STORAGE_ENCRYPTION_SCHEMA, session);
  }

  async surroundings(setting: SettingsSpec['storageEncryption']): Promise<EncryptionSurroundings> {
    const online = setting === 'off' ? [] : await this.mongo.collection<ServerDocument>('servers').find(ONLINE).toArray();
    return {
      ...{ setting, hasSecretsKey: this.secrets.hasKey },
      olderServer: online.some(({ schema = 0 }) => schema < STORAGE_ENCRYPTION_SCHEMA),
    };
  }

  /** @throws DomainError `secrets-key-missing`, `secret-unreadable`. */
  async keysFor(nodeId: string): Promise<NodeKeys['keys']> {
    const stored = await this.keys.find({ $or: [{ clientId: nodeId }, { targetId: nodeId }] }).toArray();
    return stored.map(({ _id: id, sealed }) => ({ id, secret: this.secrets.open(sealed, id) }));
  }

  /**
   * Adapts the keys of `nodeIds` to their exports: stores those that are missing, and removes those without an export. A restored or rebuilt database lacks
   * keys: its nodes then get new secrets under the same ids, and connections stay.
   */
  async adapt(nodeIds: readonly string[], attachments: readonly AttachmentDocument[], session: ClientSession): Promise<void> {
    const $in = [...nodeIds];
    const stored = await this.keys
      .find({ $or: [{ clientId: { $in } }, { targetId: { $in } }] }, { session, projection: { _id: 1 } })
      .toArray();
    const wanted = new Map(
      attachments.flatMap(({ nodeId: clientId, exports }) =>
        exports.flatMap(({ nodeId: targetId, spec: { tlsKeyId } }) => (tlsKeyId ? [[tlsKeyId, { clientId, targetId }] as const] : [])),
      ),
    );
    const unused = stored.filter(({ _id }) => !wanted.has(_id)).map(({ _id }) => _id);
    if (unused.length > 0) await this.keys.deleteMany({ _id: { $in: unused } }, { session });
    for (const { _id } of stored) wanted.delete(_id);
    if (wanted.size === 0 || !this.secrets.hasKey) return;
    await this.endOlderServers(session);
    for (const [_id, ends] of wanted) {
      const { _id: _, ...made } = newStored();
      const sealed = this.secrets.seal(newTlsSecret(), _id);
      // An upsert, not an insert: two transactions that store the same key conflict, and the later one runs again.
      await this.keys.updateOne({ _id }, { $setOnInsert: { ...made, ...ends, sealed } }, { upsert: true, session });
    }
  }
}
