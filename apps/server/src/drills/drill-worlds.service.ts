import { Injectable } from '@nestjs/common';
import { benchmarkEnded } from '@weft/shared/kinds/benchmarks/benchmark';
import type { JobKind } from '@weft/shared/kinds/job';
import { WEFT_VERSION } from '@weft/shared/version';
import type { ClientSession } from 'mongodb';
import { Mongo } from '../core/mongo/mongo.js';
import type { AttachmentDocument } from '../domain/documents/attachment.document.js';
import type { DrillPlaceDocument } from '../domain/documents/drill.document.js';
import { isInForce } from '../domain/documents/maintenance.document.js';
import type { VolumeDocument } from '../domain/documents/volume.document.js';
import type { DrillNode, DrillWorld } from '../domain/drill/drill-world.js';
import { readable } from '../domain/store/readable.js';
import { JobsService } from '../jobs/jobs.service.js';

/** Work that must not meet a fault. */
const WORK: readonly JobKind[] = ['volume.repair', 'volume.grow', 'volume.discard', 'attachment.revoke', 'drive.evict', 'node.drain'];

/** What decisions about drills read of the cluster. */
@Injectable()
export class DrillWorlds {
  constructor(
    private readonly mongo: Mongo,
    private readonly jobs: JobsService,
  ) {}

  attachment(id: string): Promise<AttachmentDocument | null> {
    return readable(this.mongo, 'attachments').findOne({ _id: id });
  }
  attachmentsOf(volumeId: string): Promise<AttachmentDocument[]> {
    return readable(this.mongo, 'attachments').find({ volumeId }).toArray();
  }
  volume(id: string): Promise<VolumeDocument | null> {
    return readable(this.mongo, 'volumes').findOne({ _id: id });
  }
  async nodeName(id: string): Promise<string | null> {
    return (await readable(this.mongo, 'nodes').findOne({ _id: id }, { projection: { name: 1 } }))?.name ?? null;
  }

  /** Everything around the fault: volumes with legs or attachments at its node, and the volume of the drill. */
  async read(place: DrillPlaceDocument | null, volumeId: string | null, session?: ClientSession): Promise<DrillWorld> {
    const nodeId = place?.node.id ?? '';
    const attachments = readable(this.mongo, 'attachments');
    const here = await attachments.find({ nodeId }, { session, projection: { volumeId: 1 } }).toArray();
    const ids = [...here.map((each) => each.volumeId), ...(volumeId === null ? [] : [volumeId])];
    const volumes = await readable(this.mongo, 'volumes')
      .find({ $or: [{ 'legs.nodeId': nodeId }, { _id: { $in: ids } }] }, { session, sort: { name: 1 } })
      .toArray();
    return {
      now: new Date(),
      volumes,
      attachments: await attachments.find({ volumeId: { $in: volumes.map(({ _id }) => _id) } }, { session }).toArray(),
      nodes: await this.nodes(session),
      work: await this.work(session),
    };
  }

  private async nodes(session?: ClientSession): Promise<Map<string, DrillNode>> {
    const now = new Date();
    const projection = { name: 1, spec: 1, 'status.connection': 1, 'status.historyDoubt': 1, 'status.agent': 1, 'status.bootId': 1 };
    const found = await readable(this.mongo, 'nodes').find({}, { session, projection }).toArray();
    return new Map(
      found.map(({ _id: id, name, spec: { maintenance }, status: { connection, historyDoubt, agent, bootId } }) => [
        id,
        {
          ...{ id, name, bootId },
          isOnline: connection.state === 'online' && !historyDoubt,
          isCurrent: agent === undefined || agent.version === WEFT_VERSION,
          inMaintenance: maintenance !== undefined && isInForce(maintenance, now),
        },
      ]),
    );
  }

  private async work(session?: ClientSession): Promise<string[]> {
    const jobs = await this.jobs.openOf(WORK, session);
    const benchmarks = await this.mongo
      .reading<{ _id: string; title: string; profile: string }>('benchmarks')
      .find({ state: { $nin: [...benchmarkEnded] } }, { session, projection: { title: 1, profile: 1 } })
      .toArray();
    return [
      ...jobs.map(({ kind, subject }) => `${kind} of ${subject.name}`),
      ...benchmarks.map(({ title, profile }) => `benchmark ${title || profile}`),
    ];
  }
}
