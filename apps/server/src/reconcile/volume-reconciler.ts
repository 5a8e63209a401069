import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import type { ClientSession } from 'mongodb';
import type { ObjectStatusDocument } from '../agents/agent.documents.js';
import { AssignmentsService } from '../agents/assignments.service.js';
import type { AttachmentDocument } from '../attachments/attachment.document.js';
import type { Lease } from '../core/leases/leases.js';
import { Mongo } from '../core/mongo/mongo.js';
import { jobChanged, JobsService } from '../jobs/jobs.service.js';
import type { NodeDocument } from '../nodes/node.document.js';
import type { VolumeDocument } from '../volumes/volume.document.js';
import { VolumesRepository } from '../volumes/volumes.repository.js';
import { type Advance, advance } from './advance.js';
import { jobView } from './job-view.js';
import { VolumeWorld } from './volume-world.js';

/** Reads what one volume's state follows from, and stores the next state: in one transaction under the lease, and only if there is anything to store. */
@Injectable()
export class VolumeReconciler {
  constructor(
    private readonly mongo: Mongo,
    private readonly assignments: AssignmentsService,
    private readonly jobs: JobsService,
    private readonly volumes: VolumesRepository,
  ) {}

  async reconcile(volumeId: string, lease: Lease): Promise<void> {
    if (!(await this.step(volumeId, undefined))) return;
    await lease.transaction((session) => this.step(volumeId, session));
  }

  /** @returns whether anything is to be stored; with a session it has been. */
  private async step(volumeId: string, session: ClientSession | undefined): Promise<boolean> {
    const world = await this.read(volumeId, session);
    if (!world) return false;
    const next = advance(world);
    const jobs = await this.jobs.openFor([volumeId, ...world.attachments.map((attachment) => attachment._id)], session);
    const shown = jobs.map((job) => ({ job, view: jobView(job, world, next) })).filter(({ job, view }) => jobChanged(job, view));
    const changed = next.attachments.filter((attachment) => !isDeepStrictEqual(attachment, world.attachments.find((each) => each._id === attachment._id)));
    const anything = shown.length > 0 || changed.length > 0 || next.volume !== world.volume || next.volumeRemoved || next.removedAttachmentIds.length > 0;
    if (!session || !anything) return anything;
    await this.store(world, next, changed, session);
    for (const { job, view } of shown) await this.jobs.show(job, view, session);
    return true;
  }

  private async read(volumeId: string, session: ClientSession | undefined): Promise<VolumeWorld | null> {
    const volume = await this.volumes.find(volumeId, session);
    if (!volume) return null;
    const attachments = await this.mongo.collection<AttachmentDocument>('attachments').find({ volumeId }, { session, sort: { createdAt: 1 } }).toArray();
    const nodeIds = new Set([...volume.legs.map((leg) => leg.nodeId), ...attachments.flatMap((each) => [each.nodeId, ...each.exports.map((exported) => exported.nodeId)])]);
    const nodes = await this.mongo
      .collection<NodeDocument>('nodes')
      .find({ _id: { $in: [...nodeIds] } }, { session, projection: { name: 1, bootId: 1, connection: 1 } })
      .toArray();
    const statuses = await this.mongo
      .collection<ObjectStatusDocument>('objectStatuses')
      .find({ objectId: { $in: [...volume.legs.map((leg) => leg.id), ...attachments.map((each) => each._id)] } }, { session })
      .toArray();
    return new VolumeWorld(volume, attachments, new Map(nodes.map((node) => [node._id, node])), statuses, new Date());
  }

  private async store(world: VolumeWorld, next: Advance, changed: AttachmentDocument[], session: ClientSession): Promise<void> {
    const attachments = this.mongo.collection<AttachmentDocument>('attachments');
    for (const id of next.removedAttachmentIds) {
      await attachments.deleteOne({ _id: id }, { session });
      await this.forget([id], session);
    }
    if (next.volumeRemoved) await this.removeVolume(world.volume, session);
    else if (next.volume !== world.volume) await this.volumes.update(world.volume._id, { set: fields(next.volume), session });
    for (const attachment of changed) await attachments.updateOne({ _id: attachment._id }, { $set: { ...fields(attachment), updatedAt: new Date() }, $inc: { version: 1 } }, { session });

    const generations = await this.assignments.recompute(session, touchedNodes(world, next));
    for (const attachment of changed) await attachments.updateOne({ _id: attachment._id }, { $set: orders(world, attachment, generations) }, { session });
  }

  /** Gives the space back: every node has reported its LVs gone (S12). */
  private async removeVolume(volume: VolumeDocument, session: ClientSession): Promise<void> {
    for (const leg of volume.legs) await this.volumes.book(leg.driveId, -leg.sizeBytes, session);
    await this.mongo.collection<VolumeDocument>('volumes').deleteOne({ _id: volume._id }, { session });
    await this.forget(
      volume.legs.map((leg) => leg.id),
      session,
    );
  }

  private async forget(objectIds: string[], session: ClientSession): Promise<void> {
    await this.mongo.collection<ObjectStatusDocument>('objectStatuses').deleteMany({ objectId: { $in: objectIds } }, { session });
  }
}

const fields = <T extends { _id: string; version: number; createdAt: Date; updatedAt: Date }>({ _id, version, createdAt, updatedAt, ...rest }: T) => rest;

/** Nodes whose assignments may differ after the step; the content's hash decides whether they do. */
function touchedNodes(world: VolumeWorld, next: Advance): Set<string> {
  const removed = world.attachments.filter((attachment) => next.removedAttachmentIds.includes(attachment._id));
  return new Set([...world.volume.legs.map((leg) => leg.nodeId), ...[...next.attachments, ...removed].flatMap((each) => [each.nodeId, ...each.exports.map((exported) => exported.nodeId)])]);
}

/** An order is carried by the generation that its node's assignment has after the step that gave it; orders given before keep theirs. */
function orders(world: VolumeWorld, attachment: AttachmentDocument, generations: ReadonlyMap<string, number>): Pick<AttachmentDocument, 'orderGeneration' | 'exports'> {
  const before = world.attachments.find((each) => each._id === attachment._id);
  return {
    orderGeneration: before?.desired === attachment.desired ? attachment.orderGeneration : (generations.get(attachment.nodeId) ?? attachment.orderGeneration),
    exports: attachment.exports.map((exported) => {
      const same = before?.exports.find((each) => each.nodeId === exported.nodeId)?.desired === exported.desired;
      return same ? exported : { ...exported, orderGeneration: generations.get(exported.nodeId) ?? exported.orderGeneration };
    }),
  };
}
