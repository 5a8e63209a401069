import { Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { DomainError } from '@weft/shared/errors/domain-error';
import type { VolumeKeys as Keys } from '@weft/shared/messages/encryption';
import { volumeRef } from '@weft/shared/text/references';
import type { ClientSession } from 'mongodb';
import { ENCRYPTION_SCHEMA } from '../core/mongo/migrations/0031-encryption.js';
import { endOlderServers } from '../core/mongo/migrations/migrate.js';
import { Mongo } from '../core/mongo/mongo.js';
import { newStored } from '../core/mongo/objects.js';
import { ClusterKeyWrapping } from '../core/secrets/cluster-key-wrapping.js';
import { ONLINE, type ServerDocument } from '../core/servers/servers.js';
import type { VolumeDocument } from '../domain/documents/volume.document.js';
import type { VolumeKeyDocument } from '../domain/documents/volume-key.document.js';
import { isVolumeKey, newVolumeKey } from '../domain/encryption/volume-key.js';
import { readable } from '../domain/store/readable.js';

type MadeKey = Pick<VolumeKeyDocument, 'keyId' | 'wrapped'>;
type Encrypted = Pick<VolumeDocument, '_id' | 'spec'>;

/** Why a volume cannot be opened. */
export type KeyProblem = 'missing' | 'unreadable';

/** Keys of encrypted volumes: stored wrapped, unwrapped for the agents that have the volumes attached, and for an administrator's export. */
@Injectable()
export class VolumeKeys implements OnApplicationBootstrap {
  private readonly logger = new Logger(VolumeKeys.name);

  constructor(
    private readonly mongo: Mongo,
    private readonly wrapping: ClusterKeyWrapping,
  ) {}

  /** A restored or rebuilt database has encrypted volumes that no request of its own made. */
  async onApplicationBootstrap(): Promise<void> {
    const encrypted = { 'spec.encryptionKeyId': { $exists: true } };
    if (await readable(this.mongo, 'volumes').findOne(encrypted, { projection: { _id: 1 } }))
      await endOlderServers(this.mongo, ENCRYPTION_SCHEMA);
  }

  private get keys() {
    return this.mongo.collection<VolumeKeyDocument>('volumeKeys');
  }

  /**
   * A new key for this volume. Before a transaction: wrapping may ask another service.
   * @throws DomainError `secrets-key-missing`, `servers-without-encryption`.
   */
  async make(volumeId: string): Promise<MadeKey> {
    const online = await this.mongo.collection<ServerDocument>('servers').find(ONLINE).toArray();
    const older = online.filter(({ schema = 0 }) => schema < ENCRYPTION_SCHEMA);
    if (older.length > 0)
      throw new DomainError('servers-without-encryption', { servers: older.map(({ hostname, address }) => address ?? hostname) });
    const { id, key } = newVolumeKey();
    return { keyId: id, wrapped: await this.wrapping.wrap(key, ownerOf(volumeId, id)) };
  }

  /**
   * The key of a volume once more, for a snapshot or a clone of it. Before a transaction: wrapping may ask another service.
   * @throws DomainError `volume-key-unusable`, or why it cannot be unwrapped.
   */
  async copied(origin: { id: string; name: string; keyId: string }, copyId: string): Promise<MadeKey> {
    const { id, name, keyId } = origin;
    const stored = await this.keys.findOne({ _id: id, keyId });
    if (!stored || !this.wrapping.canUnwrap(stored.wrapped))
      throw new DomainError('volume-key-unusable', { volume: volumeRef(id, name), problem: stored ? 'unreadable' : 'missing' });
    return { keyId, wrapped: await this.wrapping.wrap(await this.open(stored), ownerOf(copyId, keyId)) };
  }

  /** From now on no server of an earlier version starts: its assignments would open the volume without its key. */
  async store(volumeId: string, made: MadeKey, session: ClientSession): Promise<void> {
    await endOlderServers(this.mongo, ENCRYPTION_SCHEMA, session);
    await this.keys.insertOne({ ...newStored(), _id: volumeId, ...made }, { session });
  }

  /** Null: it can be opened, as far as can be told without unwrapping its key. */
  async problemOf({ _id, spec }: Encrypted, session?: ClientSession): Promise<KeyProblem | null> {
    const found = await this.keys.findOne({ _id, keyId: spec.encryptionKeyId ?? '' }, { session });
    if (!found) return 'missing';
    return this.wrapping.canUnwrap(found.wrapped) ? null : 'unreadable';
  }

  /** Stored keys of the volumes that the node has attached or is to attach. */
  async storedFor(nodeId: string): Promise<VolumeKeyDocument[]> {
    const attachments = await readable(this.mongo, 'attachments')
      .find({ nodeId, 'spec.desired': 'attached' }, { projection: { volumeId: 1 } })
      .toArray();
    if (attachments.length === 0) return [];
    return this.keys.find({ _id: { $in: attachments.map(({ volumeId }) => volumeId) } }).toArray();
  }

  /** For an agent. One that cannot be unwrapped now is missing, and the log has the reason. */
  async openAll(stored: readonly VolumeKeyDocument[]): Promise<Keys> {
    const keys: Keys['keys'] = [];
    // One after the other: a service that unwraps them must not get all of a node at once.
    for (const each of stored) {
      const opened = await this.tryToOpen(each);
      if (opened) keys.push(opened);
    }
    return { keys };
  }

  /** The key itself. @throws DomainError why it cannot be unwrapped. */
  async open({ _id, keyId, wrapped }: Pick<VolumeKeyDocument, '_id' | 'keyId' | 'wrapped'>): Promise<string> {
    const key = await this.wrapping.unwrap(wrapped, ownerOf(_id, keyId));
    if (!isVolumeKey(keyId, key)) throw new DomainError('secret-unreadable', {});
    return key;
  }

  find(volumeId: string): Promise<VolumeKeyDocument | null> {
    return this.keys.findOne({ _id: volumeId });
  }

  /**
   * Stores a key that a person gives back, for the volume, and for its snapshots and clones that cannot be opened either.
   * @returns false: it is not the key with this id.
   */
  async replace(volumeId: string, keyId: string, key: string): Promise<boolean> {
    if (!isVolumeKey(keyId, key)) return false;
    const others = { _id: { $ne: volumeId }, 'spec.encryptionKeyId': keyId, 'status.state': { $ne: 'deleting' } } as const;
    const copies = await readable(this.mongo, 'volumes')
      .find(others, { projection: { spec: 1 } })
      .toArray();
    await this.put(volumeId, keyId, key);
    for (const copy of copies) if ((await this.problemOf(copy)) !== null) await this.put(copy._id, keyId, key);
    return true;
  }

  private async put(volumeId: string, keyId: string, key: string): Promise<void> {
    const wrapped = await this.wrapping.wrap(key, ownerOf(volumeId, keyId));
    const { _id, version, ...stored } = { ...newStored(), _id: volumeId };
    await this.keys.updateOne({ _id }, { $set: { ...stored, keyId, wrapped }, $inc: { version } }, { upsert: true });
  }

  /** Wraps each key again that is not wrapped by the present key of the cluster. The data stay as they are. */
  async rewrap(): Promise<{ rewrapped: number; current: number; failed: { volumeId: string; reason: string }[] }> {
    const result = { rewrapped: 0, current: 0, failed: [] as { volumeId: string; reason: string }[] };
    for await (const stored of this.keys.find()) {
      try {
        const wrapped = await this.wrapping.rewrap(stored.wrapped, ownerOf(stored._id, stored.keyId));
        if (wrapped === null) {
          result.current++;
          continue;
        }
        // A volume that was deleted meanwhile keeps no key.
        const { _id, revision } = stored;
        await this.keys.updateOne({ _id, revision }, { $set: { wrapped, updatedAt: new Date() }, $inc: { version: 1, revision: 1 } });
        result.rewrapped++;
      } catch (error) {
        if (!(error instanceof DomainError)) throw error;
        result.failed.push({ volumeId: stored._id, reason: error.message });
      }
    }
    return result;
  }

  private async tryToOpen(stored: VolumeKeyDocument): Promise<Keys['keys'][number] | null> {
    try {
      return { id: stored.keyId, key: await this.open(stored) };
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      this.logger.error({ volumeId: stored._id, code: error.code }, `the key of an encrypted volume cannot be opened: ${error.message}`);
      return null;
    }
  }
}

const ownerOf = (volumeId: string, keyId: string): string => `volume ${volumeId} ${keyId}`;
