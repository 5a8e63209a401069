import { Injectable } from '@nestjs/common';
import { DomainError } from '@weft/shared/errors/errors';
import { maintenanceRefusal } from '@weft/shared/kinds/maintenance';
import type { Volume, VolumeUpdate } from '@weft/shared/kinds/volume';
import type { ClientSession } from 'mongodb';
import { AssignmentsService } from '../agents/assignments/assignments.service.js';
import { ExportsService } from '../attachments/exports.service.js';
import { requireVersion } from '../core/mongo/objects.js';
import type { AttachmentDocument } from '../domain/documents/attachment.document.js';
import { isInForce, shown } from '../domain/documents/maintenance.document.js';
import type { NodeDocument } from '../domain/documents/node.document.js';
import { isAppended, type LegDocument, type VolumeDocument } from '../domain/documents/volume.document.js';
import { type Candidates } from '../domain/placement/candidates.js';
import { planGrowth } from '../domain/placement/growth.js';
import { DriveClassesService } from '../drive-classes/drive-classes.service.js';
import { DrivesService } from '../drives/drives.service.js';
import { JobsService } from '../jobs/jobs.service.js';
import { VolumesRepository } from './volumes.repository.js';
import { VolumesService } from './volumes.service.js';

/** Changes of what a volume that exists should be: its description, its labels, and its size, which only grows. */
@Injectable()
export class VolumeChangesService {
  constructor(
    private readonly volumes: VolumesRepository,
    private readonly service: VolumesService,
    private readonly drives: DrivesService,
    private readonly space: DriveClassesService,
    private readonly exports: ExportsService,
    private readonly assignments: AssignmentsService,
    private readonly jobs: JobsService,
  ) {}

  /** All or nothing. @returns the volume after it; of a dry run the volume as it would be. */
  async update(id: string, ifMatch: number | undefined, change: VolumeUpdate, requestedBy: string): Promise<Volume> {
    const { dryRun = false, sizeBytes, ...plain } = change;
    const volume = await this.volumes.allocation(async (session) => {
      const before = await this.volumes.find(id, session);
      if (!before) throw new DomainError('not-found', `There is no volume ${id}.`);
      requireVersion(before, ifMatch);
      const grown =
        sizeBytes === undefined || sizeBytes === before.spec.sizeBytes ? before : await this.planned(before, sizeBytes, session);
      const next = { ...grown, spec: { ...grown.spec, ...plain } };
      if (dryRun) return next;
      const { spec, legs, growth = null, generation } = next;
      const stored = await this.volumes.update(id, { ifMatch, set: { spec, legs, growth, generation }, session });
      if (spec.rebuildPriority !== before.spec.rebuildPriority) await this.tellClients(id, session);
      return grown === before ? stored : this.order(before, stored, requestedBy, session);
    });
    return this.service.presentOne(volume);
  }

  /** The volume and its attachments as a growth would leave them. Nothing is stored. */
  async grown(
    id: string,
    sizeBytes: number,
    session: ClientSession,
  ): Promise<{ before: VolumeDocument; after: VolumeDocument; attachments: AttachmentDocument[] }> {
    const before = await this.volumes.find(id, session);
    if (!before) throw new DomainError('not-found', `There is no volume ${id}.`);
    const after = sizeBytes === before.spec.sizeBytes ? before : await this.planned(before, sizeBytes, session);
    const attachments = await this.exports.ofVolume(id, session);
    const appended = after.legs.filter((leg) => isAppended(after, leg));
    const next: AttachmentDocument[] = [];
    for (const each of attachments) {
      const unsaved = next.flatMap(({ exports }) => exports);
      const exports =
        each.desired === 'attached' && appended.length > 0 ? await this.exports.with(each, appended, session, unsaved) : each.exports;
      next.push({ ...each, exports });
    }
    return { before, after, attachments: next };
  }

  /** The speed of copies is in the assignments of those that run the array: also of a copy that is under way. */
  private async tellClients(id: string, session: ClientSession): Promise<void> {
    const attachments = await this.exports.ofVolume(id, session);
    await this.assignments.recompute(
      session,
      attachments.map((each) => each.nodeId),
    );
  }

  private async planned(volume: VolumeDocument, toSizeBytes: number, session: ClientSession): Promise<VolumeDocument> {
    const found = await this.drives.matching({ by: 'list', driveIds: volume.legs.map((leg) => leg.driveId) }, session);
    const drives = new Map((await this.drives.withFree(found, session)).map((drive) => [drive._id, drive]));
    const attachments = await this.exports.ofVolume(volume._id, session);
    const { legs, growth } = planGrowth(volume, toSizeBytes, drives, await this.elsewhere(volume, attachments, session));
    const next = { ...volume, legs, growth, generation: volume.generation + 1 };
    if (legs.some((leg) => isAppended(next, leg))) checkNotLeaving(volume, attachments);
    const grown = volume.legs.filter((leg, at) => leg.sizeBytes !== legs[at]?.sizeBytes).map((leg) => leg.nodeId);
    checkNotInMaintenance([...(await this.drives.nodesById(grown, session)).values()]);
    return next;
  }

  /** Drives that new legs may go to: every client of the volume has to reach them. */
  private async elsewhere(
    { spec }: VolumeDocument,
    attachments: readonly AttachmentDocument[],
    session: ClientSession,
  ): Promise<Candidates> {
    const candidates = await this.space.candidates(spec.driveClassId, spec.failureDomain, session);
    const nodeIds = [...new Set(candidates.drives.map((drive) => drive.nodeId))];
    const running = attachments.filter((each) => each.desired === 'attached');
    const outOfReach = await this.exports.outOfReach(running, nodeIds, session);
    const cut = [...outOfReach].map(([nodeId, clients]) => {
      const drives = candidates.drives.filter((drive) => drive.nodeId === nodeId);
      return `${drives.length} of ${drives[0]?.nodeName}, which ${clients} shares no storage network with`;
    });
    return {
      ...candidates,
      drives: candidates.drives.filter((drive) => !outOfReach.has(drive.nodeId)),
      leftOut: [...candidates.leftOut, ...cut],
    };
  }

  /** Books the bytes and orders the LVs larger, in one transaction (S6). What clients see follows when every leg was reported wiped (S2). */
  private async order(
    before: VolumeDocument,
    volume: VolumeDocument,
    requestedBy: string,
    session: ClientSession,
  ): Promise<VolumeDocument> {
    for (const leg of volume.legs) {
      const bytes = leg.sizeBytes - (before.legs.find(({ id }) => id === leg.id)?.sizeBytes ?? 0);
      if (bytes > 0) await this.drives.book(leg.driveId, bytes, session);
    }
    const attachments = await this.export(
      volume,
      volume.legs.filter((leg) => isAppended(volume, leg)),
      session,
    );
    const generations = await this.assignments.recompute(
      session,
      volume.legs.map((leg) => leg.nodeId),
    );
    for (const attachment of attachments)
      await this.exports.save(
        attachment,
        attachment.exports.map((each) => ({ ...each, orderGeneration: generations.get(each.nodeId) ?? each.orderGeneration })),
        session,
      );
    const legs = volume.legs.map((leg) => ({ ...leg, orderGeneration: generations.get(leg.nodeId) ?? leg.orderGeneration }));
    await this.jobs.open(session, { kind: 'volume.grow', subject: { kind: 'volume', id: volume._id, name: volume.name }, requestedBy });
    return this.volumes.update(volume._id, { set: { legs }, live: true, session });
  }

  /** A target exports a leg when it has wiped it (S2), the client connects when it is told of it. @returns the attachments with the new exports. */
  private async export({ _id }: VolumeDocument, appended: readonly LegDocument[], session: ClientSession): Promise<AttachmentDocument[]> {
    if (appended.length === 0) return [];
    const running = (await this.exports.ofVolume(_id, session)).filter((each) => each.desired === 'attached');
    const changed: AttachmentDocument[] = [];
    for (const attachment of running) {
      // One after the other: the next has to see which service ids are taken.
      const exports = await this.exports.with(attachment, appended, session);
      await this.exports.save(attachment, exports, session);
      changed.push({ ...attachment, exports });
    }
    return changed;
  }
}

function checkNotInMaintenance(nodes: readonly Pick<NodeDocument, '_id' | 'name' | 'maintenance'>[]): void {
  for (const { _id: id, name, maintenance } of nodes)
    if (maintenance && isInForce(maintenance, new Date()))
      throw new DomainError('wrong-state', maintenanceRefusal('grow-leg', { id, name }, shown(maintenance)), { field: 'sizeBytes' });
}

/** A client that refuses to detach has the volume again, and would lack the legs that came meanwhile. */
function checkNotLeaving({ name }: VolumeDocument, attachments: readonly AttachmentDocument[]): void {
  const leaving = attachments.filter(({ state }) => state === 'detaching').map(({ nodeName }) => nodeName);
  if (leaving.length > 0)
    throw new DomainError(
      'wrong-state',
      `Volume ${name} cannot grow now: it is being detached from ${leaving.join(', ')}; wait for that job.`,
    );
}
