import { Injectable } from '@nestjs/common';
import type { Message, MessageReference } from '@weft/shared/text/message';
import { nodeRef, volumeRef } from '@weft/shared/text/references';
import { messageOf } from '@weft/shared/text/rendering/render';
import type { ClientSession } from 'mongodb';
import { Mongo } from '../../core/mongo/mongo.js';
import type { AttachmentDocument } from '../documents/attachment.document.js';
import { endOf } from '../documents/maintenance.document.js';
import type { VolumeDocument } from '../documents/volume.document.js';
import { copiesOf } from '../repair/active-rebuilds.js';
import type { InLine } from '../repair/rebuild-queue.js';
import type { Load } from '../repair/replacement-drives.js';
import { readable } from './readable.js';

/** All stored data that determines which legs of a volume are due for replacement. */
export interface VolumeRepair {
  volume: VolumeDocument;
  attachments: AttachmentDocument[];
  /** Ids of the volume's legs on drives or nodes that are being evicted. */
  evicted: ReadonlySet<string>;
  /** When the last maintenance of each of the legs' nodes ends, by node id. */
  ends: ReadonlyMap<string, Date>;
  now: Date;
}

/** Reads the input of repair. WorldStore writes its result. */
@Injectable()
export class RepairWorldStore {
  constructor(private readonly mongo: Mongo) {}

  private get volumes() {
    return readable(this.mongo, 'volumes');
  }
  private get attachments() {
    return readable(this.mongo, 'attachments');
  }

  async read(volumeId: string, session?: ClientSession): Promise<VolumeRepair | null> {
    const volume = await this.volumes.findOne({ _id: volumeId }, { session });
    if (!volume) return null;
    return { volume, ...(await this.around(volume, session)), evicted: await this.evictedLegs(volume, session) };
  }

  /** The same for a volume that was read already, without the evictions. */
  async around(volume: VolumeDocument, session?: ClientSession): Promise<Omit<VolumeRepair, 'volume' | 'evicted'>> {
    const attachments = await this.attachments.find({ volumeId: volume._id }, { session, sort: { createdAt: 1 } }).toArray();
    return { attachments, ends: await this.maintenanceEnds(volume, session), now: new Date() };
  }

  private async evictedLegs({ legs }: VolumeDocument, session?: ClientSession): Promise<Set<string>> {
    const of = (ids: string[]) => ({ _id: { $in: ids }, 'spec.scheduling': 'evicting' });
    const options = { session, projection: { _id: 1 } };
    const drives = await readable(this.mongo, 'drives')
      .find(of(legs.map((leg) => leg.driveId)), options)
      .toArray();
    const nodes = await readable(this.mongo, 'nodes')
      .find(of(legs.map((leg) => leg.nodeId)), options)
      .toArray();
    const places = new Set([...drives, ...nodes].map(({ _id }) => _id));
    return new Set(legs.filter((leg) => places.has(leg.driveId) || places.has(leg.nodeId)).map((leg) => leg.id));
  }

  private async maintenanceEnds({ legs }: VolumeDocument, session?: ClientSession): Promise<Map<string, Date>> {
    const nodes = await readable(this.mongo, 'nodes')
      .find({ _id: { $in: legs.map((leg) => leg.nodeId) } }, { session, projection: { 'spec.maintenance': 1 } })
      .toArray();
    return new Map(nodes.flatMap(({ _id, spec: { maintenance } }): [string, Date][] => (maintenance ? [[_id, endOf(maintenance)]] : [])));
  }

  /** The nodes of a volume whose history is in doubt. */
  async doubtfulNodes({ legs }: VolumeDocument, holder: AttachmentDocument | null, session?: ClientSession): Promise<MessageReference[]> {
    const ids = [...legs.map(({ nodeId }) => nodeId), ...(holder ? [holder.nodeId] : [])];
    const nodes = await readable(this.mongo, 'nodes')
      .find({ _id: { $in: ids }, 'status.historyDoubt': { $ne: null } }, { session, sort: { name: 1 }, projection: { name: 1 } })
      .toArray();
    return nodes.map(({ _id, name }) => nodeRef(_id, name));
  }

  /** Volumes that wait for other resyncs to end. */
  line(session?: ClientSession): Promise<InLine[]> {
    const fields = { name: 1, 'spec.rebuildPriority': 1, 'status.repairTurn': 1 };
    return this.volumes
      .find({ 'status.repairTurn.since': { $exists: true } }, { session })
      .project<InLine>(fields)
      .toArray();
  }

  /** Resyncs of attached volumes, by node and drive. A detached volume does not resync and delays no other. */
  async load(session?: ClientSession): Promise<Load> {
    const nodes = new Map<string, Message[]>();
    const drives = new Map<string, Message[]>();
    const add = (to: Map<string, Message[]>, id: string, copy: Message) => to.set(id, [...(to.get(id) ?? []), copy]);
    const found = this.volumes.find(
      { 'legs.spec.role': 'joining', 'status.health': { $ne: 'detached' } },
      { session, projection: { name: 1, legs: 1, 'spec.protection': 1, 'spec.copies': 1, 'status.vacancies': 1 } },
    );
    for await (const {
      _id,
      name,
      legs,
      spec,
      status: { vacancies = [] },
    } of found)
      for (const { nodeId, driveId, index } of copiesOf({ legs, spec, status: { vacancies } })) {
        const copy = messageOf('leg-of-volume', { legIndex: index, volume: volumeRef(_id, name) });
        add(nodes, nodeId, copy);
        add(drives, driveId, copy);
      }
    return { nodes, drives };
  }
}
