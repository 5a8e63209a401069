import { Injectable } from '@nestjs/common';
import type { Reason } from '@weft/shared/messages/report';
import type { ClientSession } from 'mongodb';
import { Mongo } from '../../core/mongo/mongo.js';
import { anyLeg, anythingOn, type VolumeDocument } from '../documents/volume.document.js';
import type { EvictionWorld } from '../repair/eviction-step.js';
import { type Place, placeOfDrive, placeOfNode } from '../repair/place.js';
import { fencedTargetsOf } from './around-attachments.js';
import { readable } from './readable.js';
import { StoredDrives } from './stored-drives.service.js';
import { StoredNodes } from './stored-nodes.service.js';

type Named = Pick<Place, 'kind' | 'id'>;

/** Reads drives and nodes with their legs, for evictions, and writes whether new legs may be placed on them. */
@Injectable()
export class EvictionWorldStore {
  constructor(
    private readonly mongo: Mongo,
    private readonly nodes: StoredNodes,
    private readonly drives: StoredDrives,
  ) {}

  transaction<T>(work: (session: ClientSession) => Promise<T>): Promise<T> {
    return this.mongo.transactionInTurn(work);
  }

  async place({ kind, id }: Named, session?: ClientSession): Promise<Place | null> {
    if (kind === 'node') {
      const node = await readable(this.mongo, 'nodes').findOne({ _id: id }, { session });
      return node && placeOfNode(node);
    }
    const drive = await readable(this.mongo, 'drives').findOne({ _id: id }, { session });
    return drive && placeOfDrive(drive);
  }

  async read(named: Named, session: ClientSession | undefined): Promise<EvictionWorld> {
    const place = await this.place(named, session);
    const volumes = await this.volumesOn(named, session);
    return { place, volumes, removalReasons: await this.removalReasons(volumes, session), now: new Date() };
  }

  /** Replaces `before`, which was read in this transaction. The version stays when the last leg has left, because that is no new request. */
  async write({ kind, id, version, scheduling }: Place, after: Place, session: ClientSession): Promise<void> {
    if (after.scheduling === scheduling) return;
    const live = after.scheduling === 'evicted';
    const stored = kind === 'node' ? this.nodes : this.drives;
    await stored.schedule(
      id,
      { ifMatch: version, scheduling: after.scheduling, since: after.schedulingSince ?? new Date(), live },
      session,
    );
    // A concurrent placement that read the node earlier reserves space on its drives: the two transactions conflict, and the later one sees the earlier one.
    if (kind === 'node' && !live) await this.drives.touchOfNode(id, session);
  }

  volumesOn({ kind, id }: Named, session?: ClientSession): Promise<VolumeDocument[]> {
    return readable(this.mongo, 'volumes')
      .find(kind === 'node' ? anyLeg('nodeId', id) : anythingOn(id), { session, sort: { name: 1 } })
      .toArray();
  }

  /** Ids of the targets that have fenced their export of a volume because of a foreign host, by volume. */
  async fencedTargets(volumes: readonly VolumeDocument[], session?: ClientSession): Promise<Map<string, Set<string>>> {
    const of = { volumeId: { $in: volumes.map(({ _id }) => _id) } };
    const attachments = await readable(this.mongo, 'attachments').find(of, { session }).toArray();
    return fencedTargetsOf(this.mongo, attachments, session);
  }

  /** Why nodes have not removed legs that they were ordered to remove, by leg: their last reports on that order. */
  private async removalReasons(volumes: readonly VolumeDocument[], session?: ClientSession): Promise<Map<string, Reason>> {
    const going = volumes.flatMap(({ obsoleteLegs = [] }) => obsoleteLegs.filter(({ spec: { desired } }) => desired === 'absent'));
    if (going.length === 0) return new Map();
    const reports = await readable(this.mongo, 'objectStatuses')
      .find({ _id: { $in: going.map((leg) => `${leg.nodeId}/leg/${leg.id}`) } }, { session })
      .toArray();
    return new Map(
      going.flatMap((leg) => {
        const status = reports.find(({ _id }) => _id === `${leg.nodeId}/leg/${leg.id}`)?.status;
        return status?.reason && status.generation >= leg.spec.orderGeneration ? [[leg.id, status.reason] as const] : [];
      }),
    );
  }
}
