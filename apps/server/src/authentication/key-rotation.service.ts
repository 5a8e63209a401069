import { Injectable, Logger } from '@nestjs/common';
import { DomainError } from '@weft/shared/errors/domain-error';
import { nodeRef } from '@weft/shared/text/references';
import type { ClientSession } from 'mongodb';
import type { Lease } from '../core/leases/leases.js';
import { Mongo } from '../core/mongo/mongo.js';
import { isBetween, isRotationDue, type PairReports, rotated } from '../domain/authentication/rotation.js';
import type { AuthenticationPairDocument } from '../domain/documents/authentication-pair.document.js';
import { AssignmentsService } from '../domain/store/assignments.service.js';
import { AuthenticationPairs } from '../domain/store/authentication-pairs.service.js';
import { readable } from '../domain/store/readable.js';
import { SettingsService } from '../settings/settings.service.js';

/** A rotation waits for reports; their events may be lost. */
const LOOK_AGAIN_MS = 2000;
const DAY_MS = 86_400_000;

/** Rotates the keys between clients and targets (domain/authentication/rotation.ts). */
@Injectable()
export class KeyRotation {
  private readonly logger = new Logger(KeyRotation.name);
  /** Rotations that the last look found: while there are none, reports are of no interest. */
  isRunning = false;

  constructor(
    private readonly mongo: Mongo,
    private readonly pairs: AuthenticationPairs,
    private readonly assignments: AssignmentsService,
    private readonly settings: SettingsService,
  ) {}

  /** Orders new keys for all pairs of a node. @throws DomainError `node-not-found`, `node-has-no-keys`. */
  async request(nodeId: string): Promise<void> {
    await this.mongo.transactionInTurn(async (session) => {
      const node = await readable(this.mongo, 'nodes').findOne({ _id: nodeId }, { session, projection: { name: 1 } });
      if (!node) throw new DomainError('node-not-found', { id: nodeId });
      const ids = (await this.pairs.of([nodeId], session)).map(({ _id }) => _id);
      if (ids.length === 0) throw new DomainError('node-has-no-keys', { node: nodeRef(nodeId, node.name) });
      await this.pairs.orderRotation(ids, session);
    });
  }

  /** Starts the rotations that are due, and takes each one step on. @returns when to look again; null: no rotation runs. */
  async advance(lease: Pick<Lease, 'transaction'>): Promise<Date | null> {
    const {
      spec: { keyRotationDays: days },
    } = await this.settings.get();
    const now = new Date();
    const old = days === 0 ? [] : await this.pairs.notRotatedSince(new Date(now.getTime() - days * DAY_MS));
    const due = old.filter((pair) => isRotationDue(pair, days, now)).map(({ _id }) => _id);
    if (due.length > 0) await lease.transaction((session) => this.pairs.orderRotation(due, session));
    const running = await this.pairs.rotating();
    this.isRunning = running.length > 0;
    // One target of a client at a time: what a client loses in that moment, its other targets still have.
    const busy = new Set(running.filter(isBetween).map(({ clientId }) => clientId));
    for (const pair of running) {
      if (busy.has(pair.clientId) && !isBetween(pair)) continue;
      if (await lease.transaction((session) => this.step(pair._id, session))) busy.add(pair.clientId);
    }
    return this.isRunning ? new Date(now.getTime() + LOOK_AGAIN_MS) : null;
  }

  /** @returns whether its target now has a key that its client lacks. */
  private async step(id: string, session: ClientSession): Promise<boolean> {
    const pair = await this.pairs.find(id, session);
    if (!pair?.rotation) return false;
    const next = rotated(pair, await this.reports(pair, session));
    if (next === pair) return isBetween(pair);
    await this.pairs.step(next, session);
    await this.assignments.recompute(session, [pair.clientId, pair.targetId]);
    if (!next.rotation)
      this.logger.log({ clientId: pair.clientId, targetId: pair.targetId }, 'the keys of a client and a target were rotated');
    return isBetween(next);
  }

  private async reports({ clientId, targetId }: AuthenticationPairDocument, session: ClientSession): Promise<PairReports> {
    const nodes = await readable(this.mongo, 'nodes')
      .find(
        { _id: { $in: [clientId, targetId] }, 'status.connection.state': 'online', 'status.historyDoubt': null },
        { session, projection: { 'status.bootId': 1 } },
      )
      .toArray();
    const bootIds = new Map(nodes.map(({ _id, status }) => [_id, status.bootId]));
    const attachments = await readable(this.mongo, 'attachments')
      .find({ nodeId: clientId, 'exports.nodeId': targetId }, { session })
      .toArray();
    const ids = attachments.flatMap(({ _id }) => [`${targetId}/export/${_id}`, `${clientId}/attachment/${_id}`]);
    const stored = await readable(this.mongo, 'objectStatuses')
      .find({ _id: { $in: ids } }, { session })
      .toArray();
    const current = new Map(stored.filter(({ nodeId, bootId }) => bootIds.get(nodeId) === bootId).map(({ _id, status }) => [_id, status]));
    const exports: PairReports['exports'][number][] = [];
    const paths: PairReports['paths'][number][] = [];
    for (const { _id, exports: all } of attachments) {
      const exported = all.find(({ nodeId }) => nodeId === targetId);
      const atTarget = current.get(`${targetId}/export/${_id}`);
      if (exported?.spec.desired === 'exported') exports.push(atTarget?.kind === 'export' ? atTarget.observed.keys : undefined);
      const legIds = new Set(exported?.spec.namespaces.map(({ legId }) => legId));
      const atClient = current.get(`${clientId}/attachment/${_id}`);
      const own = atClient?.kind === 'attachment' ? atClient.observed.paths.filter(({ legId }) => legIds.has(legId)) : [];
      paths.push(...own.map(({ controllerState, keys }) => ({ isLive: controllerState === 'live', keys })));
    }
    const areCurrent =
      nodes.length === new Set([clientId, targetId]).size &&
      attachments.every(({ spec }) => !spec.revoked) &&
      ids.every((id) => current.has(id));
    return { areCurrent, exports, paths };
  }
}
