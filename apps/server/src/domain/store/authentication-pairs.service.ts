import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { SettingsSpec } from '@weft/shared/kinds/settings/settings';
import type { NodeKeys, PairKeys } from '@weft/shared/messages/authentication';
import type { ClientSession } from 'mongodb';
import { Mongo } from '../../core/mongo/mongo.js';
import { newStored } from '../../core/mongo/objects.js';
import { SealedSecrets } from '../../core/secrets/sealed-secrets.js';
import { type AuthenticationGap, authenticationGap } from '../authentication/ability.js';
import { newSecret } from '../authentication/new-key.js';
import { keysInUse } from '../authentication/rotation.js';
import type { AttachmentDocument } from '../documents/attachment.document.js';
import { type AuthenticationPairDocument, pairId, type StoredKey } from '../documents/authentication-pair.document.js';
import type { NodeDocument } from '../documents/node.document.js';
import { ExportKeys } from './keys/export-keys.service.js';
import { readable } from './readable.js';

export interface PairEnds {
  clientId: string;
  targetId: string;
}

const NEW_KEYS: PairKeys = { hostKeyId: 'new-host-key', controllerKeyId: 'new-controller-key' };

/** Client and target of each export. */
export const endsOf = (attachments: readonly Pick<AttachmentDocument, 'nodeId' | 'exports'>[]): PairEnds[] =>
  attachments.flatMap(({ nodeId: clientId, exports }) => exports.map(({ nodeId: targetId }) => ({ clientId, targetId })));

/** Keys between clients and targets: stored encrypted, opened only for the two agents. */
@Injectable()
export class AuthenticationPairs {
  constructor(
    private readonly mongo: Mongo,
    private readonly secrets: SealedSecrets,
    private readonly exportKeys: ExportKeys,
  ) {}

  private get pairs() {
    return this.mongo.collection<AuthenticationPairDocument>('authenticationPairs');
  }

  get hasSecretsKey(): boolean {
    return this.secrets.hasKey;
  }

  /** Pairs of these nodes. */
  of(nodeIds: readonly string[], session?: ClientSession): Promise<AuthenticationPairDocument[]> {
    const $in = [...nodeIds];
    return this.pairs.find({ $or: [{ clientId: { $in } }, { targetId: { $in } }] }, { session }).toArray();
  }

  /** Secrets of the pairs and of the encrypted exports of a node, for its agent. @throws DomainError `secrets-key-missing`, `secret-unreadable`. */
  async keysFor(nodeId: string): Promise<NodeKeys> {
    const pairs = await this.of([nodeId]);
    const own = pairs.flatMap(({ keys }) => keys.map(({ id, sealed }) => ({ id, secret: this.secrets.open(sealed, id) })));
    return { keys: [...own, ...(await this.exportKeys.keysFor(nodeId))] };
  }

  /**
   * Adapts the pairs of `nodeIds` to their exports: stores those that may get keys now, and removes those without an export.
   * @param exported client and target of each export of or to these nodes, and perhaps of others.
   */
  async adapt(
    nodeIds: readonly string[],
    exported: readonly PairEnds[],
    setting: SettingsSpec['authentication'],
    session: ClientSession,
  ): Promise<{ pairs: AuthenticationPairDocument[]; added: PairEnds[] }> {
    const stored = await this.of(nodeIds, session);
    const needed = exported.filter(({ clientId, targetId }) => nodeIds.includes(clientId) || nodeIds.includes(targetId));
    const wanted = new Map(needed.map((ends) => [pairId(ends.clientId, ends.targetId), ends]));
    const unused = stored.filter(({ _id }) => !wanted.has(_id)).map(({ _id }) => _id);
    if (unused.length > 0) await this.pairs.deleteMany({ _id: { $in: unused } }, { session });
    const kept = stored.filter(({ _id }) => wanted.has(_id));
    const missing = [...wanted].filter(([id]) => !kept.some(({ _id }) => _id === id)).map(([, ends]) => ends);
    const gaps = await this.gaps(missing, setting, session);
    const added = missing.filter((_, at) => gaps[at] === null);
    const made = added.map((ends) => this.newPair(ends));
    // An upsert, not an insert: two transactions that store the same pair conflict, and the later one runs again.
    for (const { _id, ...pair } of made) await this.pairs.updateOne({ _id }, { $setOnInsert: pair }, { upsert: true, session });
    return { pairs: [...kept, ...made], added };
  }

  /** The pairs as a change that stores these exports would find or make them; keys that it would make have names instead of ids. */
  async planned(
    ends: readonly PairEnds[],
    setting: SettingsSpec['authentication'],
    session: ClientSession,
  ): Promise<Map<string, Pick<AuthenticationPairDocument, 'target' | 'client'>>> {
    const byId = new Map(ends.map((each) => [pairId(each.clientId, each.targetId), each]));
    const stored = await this.pairs.find({ _id: { $in: [...byId.keys()] } }, { session }).toArray();
    for (const { _id } of stored) byId.delete(_id);
    const gaps = await this.gaps([...byId.values()], setting, session);
    const made = [...byId.keys()].filter((_, at) => gaps[at] === null);
    return new Map([
      ...stored.map((pair) => [pair._id, pair] as const),
      ...made.map((id) => [id, { target: NEW_KEYS, client: NEW_KEYS }] as const),
    ]);
  }

  /** Why these pairs get no keys; null: they have some, or may get them now. */
  async gapsOf(
    ends: readonly PairEnds[],
    setting: SettingsSpec['authentication'],
    session?: ClientSession,
  ): Promise<(AuthenticationGap | null)[]> {
    const ids = ends.map(({ clientId, targetId }) => pairId(clientId, targetId));
    const stored = await this.pairs.find({ _id: { $in: ids } }, { session, projection: { _id: 1 } }).toArray();
    const has = new Set(stored.map(({ _id }) => _id));
    const gaps = await this.gaps(ends, setting, session);
    return gaps.map((gap, at) => (has.has(ids[at] ?? '') ? null : gap));
  }

  private async gaps(
    ends: readonly PairEnds[],
    setting: SettingsSpec['authentication'],
    session?: ClientSession,
  ): Promise<(AuthenticationGap | null)[]> {
    if (ends.length === 0) return [];
    if (setting === 'off' || !this.secrets.hasKey)
      return ends.map(() =>
        authenticationGap({ setting, hasSecretsKey: this.secrets.hasKey, client: undefined, target: undefined, isServed: false }),
      );
    const nodeIds = [...new Set(ends.flatMap(({ clientId, targetId }) => [clientId, targetId]))];
    const nodes = await readable(this.mongo, 'nodes')
      .find({ _id: { $in: nodeIds } }, { session, projection: { 'status.inventory.capabilities': 1 } })
      .toArray();
    const ability = new Map(
      nodes.map((node: Pick<NodeDocument, '_id' | 'status'>) => [node._id, node.status?.inventory?.capabilities.authentication]),
    );
    const attachmentIds = await this.servedBy([...new Set(ends.map(({ targetId }) => targetId))], session);
    return ends.map(({ clientId, targetId }) =>
      authenticationGap({
        ...{ setting, hasSecretsKey: true, client: ability.get(clientId), target: ability.get(targetId) },
        isServed: attachmentIds.has(pairId(clientId, targetId)),
      }),
    );
  }

  /** Pairs between which the stored assignments of these targets list an export. */
  private async servedBy(targetIds: readonly string[], session?: ClientSession): Promise<Set<string>> {
    const assignments = await readable(this.mongo, 'assignments')
      .find({ _id: { $in: [...targetIds] } }, { session, projection: { 'content.exports.attachmentId': 1 } })
      .toArray();
    const listed = assignments.flatMap(({ _id, content }) => content.exports.map(({ attachmentId }) => ({ targetId: _id, attachmentId })));
    const attachments = await readable(this.mongo, 'attachments')
      .find({ _id: { $in: listed.map(({ attachmentId }) => attachmentId) } }, { session, projection: { nodeId: 1 } })
      .toArray();
    const clients = new Map(attachments.map(({ _id, nodeId }) => [_id, nodeId]));
    return new Set(listed.map(({ targetId, attachmentId }) => pairId(clients.get(attachmentId) ?? '', targetId)));
  }

  private newPair({ clientId, targetId }: PairEnds): AuthenticationPairDocument {
    const { keys, next } = this.newKeys();
    const stored = newStored();
    return {
      ...{ ...stored, _id: pairId(clientId, targetId), clientId, targetId, keys },
      ...{ target: next, client: next, rotation: null, rotatedAt: stored.createdAt },
    };
  }

  private newKeys(): { keys: StoredKey[]; next: PairKeys } {
    const next = { hostKeyId: randomUUID(), controllerKeyId: randomUUID() };
    const createdAt = new Date();
    const keys = [next.hostKeyId, next.controllerKeyId].map((id) => ({ id, sealed: this.secrets.seal(newSecret(), id), createdAt }));
    return { keys, next };
  }

  /** Orders new keys for these pairs, except where a rotation runs. @returns the number of pairs that rotate now. */
  async orderRotation(ids: readonly string[], session: ClientSession): Promise<number> {
    const found = await this.pairs.find({ _id: { $in: [...ids] } }, { session }).toArray();
    for (const { _id, keys, rotation } of found) {
      if (rotation) continue;
      const made = this.newKeys();
      await this.store({ _id, keys: [...keys, ...made.keys], rotation: { requestedAt: new Date(), next: made.next } }, session);
    }
    return found.length;
  }

  /** Stores one step of a rotation. Keys that no end uses any more are removed with its end. */
  async step(pair: AuthenticationPairDocument, session: ClientSession): Promise<void> {
    const { _id, target, client, rotation } = pair;
    const used = keysInUse(pair);
    const ended = rotation === null ? { keys: pair.keys.filter(({ id }) => used.has(id)), rotatedAt: new Date() } : {};
    await this.store({ _id, target, client, rotation, ...ended }, session);
  }

  async rotating(): Promise<AuthenticationPairDocument[]> {
    return this.pairs.find({ rotation: { $ne: null } }).toArray();
  }
  /** Pairs whose keys are as old as this or older. */
  async notRotatedSince(before: Date): Promise<AuthenticationPairDocument[]> {
    return this.pairs.find({ rotation: null, rotatedAt: { $lte: before } }).toArray();
  }
  find(id: string, session: ClientSession): Promise<AuthenticationPairDocument | null> {
    return this.pairs.findOne({ _id: id }, { session });
  }

  private async store({ _id, ...change }: Partial<AuthenticationPairDocument> & { _id: string }, session: ClientSession): Promise<void> {
    await this.pairs.updateOne({ _id }, { $set: { ...change, updatedAt: new Date() }, $inc: { version: 1, revision: 1 } }, { session });
  }
}
