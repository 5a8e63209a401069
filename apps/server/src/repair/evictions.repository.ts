import { Injectable } from '@nestjs/common';
import { driveActions } from '@weft/shared/kinds/drive';
import type { Scheduling } from '@weft/shared/kinds/scheduling';
import type { Reason } from '@weft/shared/messages/report';
import type { ClientSession } from 'mongodb';
import { Mongo } from '../core/mongo/mongo.js';
import type { Stored } from '../core/mongo/stored.js';
import type { JobDocument } from '../domain/documents/job.document.js';
import { anyLeg, type VolumeDocument } from '../domain/documents/volume.document.js';
import { driveState } from '../domain/drive/drive-state.js';
import { fencedTargets } from '../domain/reconcile/foreign-hosts.js';
import { readable } from '../domain/store/readable.js';
import { StoredDrives } from '../domain/store/stored-drives.service.js';
import { StoredNodes } from '../domain/store/stored-nodes.service.js';

/** A drive or a node, with its fields for evictions. */
export type Place = 'drive' | 'node';
export interface PlaceDocument extends Stored {
  name: string;
  scheduling: Scheduling;
  /** A drive that is not in service holds no legs. */
  isInService: boolean;
}

@Injectable()
export class EvictionsRepository {
  constructor(
    private readonly mongo: Mongo,
    private readonly nodes: StoredNodes,
    private readonly drives: StoredDrives,
  ) {}

  transaction<T>(work: (session: ClientSession) => Promise<T>): Promise<T> {
    return this.mongo.transactionInTurn(work);
  }

  async find(place: Place, id: string, session?: ClientSession): Promise<PlaceDocument | null> {
    if (place === 'node') {
      const node = await readable(this.mongo, 'nodes').findOne({ _id: id }, { session });
      return node && { ...node, scheduling: node.scheduling ?? 'open', isInService: true };
    }
    const drive = await readable(this.mongo, 'drives').findOne({ _id: id }, { session });
    if (!drive) return null;
    const isInService = drive.desired === 'in-service' && driveActions.evict.includes(driveState(drive));
    return { ...drive, name: drive.serial, scheduling: drive.scheduling ?? 'open', isInService };
  }

  async schedule(place: Place, id: string, ifMatch: number | undefined, scheduling: Scheduling, session: ClientSession): Promise<void> {
    if (place === 'drive') return this.drives.schedule(id, ifMatch, scheduling, session);
    await this.nodes.schedule(id, ifMatch, scheduling, session);
    // A concurrent placement that read the node earlier reserves space on its drives: the two transactions conflict, and the later one sees the earlier one.
    await this.drives.touchOfNode(id, session);
  }

  evicted(place: Place, id: string, session: ClientSession): Promise<void> {
    return (place === 'node' ? this.nodes : this.drives).evicted(id, session);
  }

  job(id: string, session?: ClientSession): Promise<JobDocument | null> {
    return this.mongo.collection<JobDocument>('jobs').findOne({ _id: id }, { session });
  }

  openJobs(session?: ClientSession): Promise<JobDocument[]> {
    const open = { kind: { $in: ['drive.evict', 'node.drain'] as const }, state: { $in: ['running', 'waiting'] as const } };
    return this.mongo
      .collection<JobDocument>('jobs')
      .find(open as object, { session })
      .toArray();
  }

  /** Why nodes have not removed legs that they were ordered to remove, by leg: their last reports on that order. */
  async removalReasons(volumes: readonly VolumeDocument[], session?: ClientSession): Promise<Map<string, Reason>> {
    const going = volumes.flatMap(({ obsoleteLegs = [] }) => obsoleteLegs.filter(({ desired }) => desired === 'absent'));
    if (going.length === 0) return new Map();
    const words = await readable(this.mongo, 'objectStatuses')
      .find({ _id: { $in: going.map((leg) => `${leg.nodeId}/leg/${leg.id}`) } }, { session })
      .toArray();
    return new Map(
      going.flatMap((leg) => {
        const status = words.find(({ _id }) => _id === `${leg.nodeId}/leg/${leg.id}`)?.status;
        return status?.reason && status.generation >= leg.orderGeneration ? [[leg.id, status.reason] as const] : [];
      }),
    );
  }

  /** Ids of the targets that have fenced their export of a volume because of a foreign host, by volume. */
  async fencedTargets(volumes: readonly VolumeDocument[], session?: ClientSession): Promise<Map<string, Set<string>>> {
    const of = { volumeId: { $in: volumes.map(({ _id }) => _id) } };
    const attachments = await readable(this.mongo, 'attachments').find(of, { session }).toArray();
    const exports = { kind: 'export' as const, objectId: { $in: attachments.map(({ _id }) => _id) } };
    const statuses = await readable(this.mongo, 'objectStatuses').find(exports, { session }).toArray();
    const fenced = new Map<string, Set<string>>();
    for (const { _id, volumeId } of attachments)
      fenced.set(volumeId, new Set([...(fenced.get(volumeId) ?? []), ...fencedTargets(statuses, _id)]));
    return fenced;
  }

  volumesOn(place: Place, id: string, session?: ClientSession): Promise<VolumeDocument[]> {
    return readable(this.mongo, 'volumes')
      .find(anyLeg(place === 'node' ? 'nodeId' : 'driveId', id), { session, sort: { name: 1 } })
      .toArray();
  }
}
