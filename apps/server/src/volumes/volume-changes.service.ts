import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { DomainError } from '@weft/shared/errors/domain-error';
import type { Volume, VolumeUpdate } from '@weft/shared/kinds/volume';
import { nodeRef } from '@weft/shared/text/references';
import { messageOf } from '@weft/shared/text/rendering/render';
import type { ClientSession } from 'mongodb';
import { type ExportsPlanner, ExportsService } from '../attachments/exports.service.js';
import { requireVersion } from '../core/mongo/objects.js';
import type { AttachmentDocument } from '../domain/documents/attachment.document.js';
import { volumeOf } from '../domain/documents/references.js';
import { isAppended, type VolumeDocument } from '../domain/documents/volume.document.js';
import type { Candidates } from '../domain/placement/candidates.js';
import { checkCache } from '../domain/placement/check-shape.js';
import { grownVolume, withAppended } from '../domain/requests/grow-volume.js';
import { requireNoSnapshot } from '../domain/snapshot/snapshot-checks.js';
import { WorldStore } from '../domain/store/world-store.service.js';
import { DriveClassesService } from '../drive-classes/drive-classes.service.js';
import { CacheServers } from '../drives/cache-servers.service.js';
import { DrivesService } from '../drives/drives.service.js';
import { JobsService } from '../jobs/jobs.service.js';
import { VolumesRepository } from './volumes.repository.js';
import { VolumesService } from './volumes.service.js';

/** Changes of an existing volume's spec: its description, its labels, its cache, and its size, which can only grow. */
@Injectable()
export class VolumeChangesService {
  constructor(
    private readonly volumes: VolumesRepository,
    private readonly service: VolumesService,
    private readonly drives: DrivesService,
    private readonly space: DriveClassesService,
    private readonly exports: ExportsService,
    private readonly worlds: WorldStore,
    private readonly jobs: JobsService,
    private readonly caches: CacheServers,
  ) {}

  /** All or nothing. @returns the changed volume; for a dry run, the volume as it would be. */
  async update(id: string, ifMatch: number | undefined, change: VolumeUpdate, requestedBy: string): Promise<Volume> {
    const { dryRun = false, sizeBytes, snapshotSchedule, ...plain } = change;
    if (plain.cache) await this.caches.requireServers();
    const volume = await this.volumes.allocation(async (session) => {
      const before = await this.volumes.find(id, session);
      if (!before) throw new DomainError('volume-not-found', { id });
      requireVersion(before, ifMatch);
      requireNoSnapshot(before);
      checkCache(before.spec, plain.cache ?? null);
      const attachments = await this.exports.ofVolume(id, session);
      const grown =
        sizeBytes === undefined || sizeBytes === before.spec.sizeBytes
          ? before
          : await this.planned(before, attachments, sizeBytes, session);
      const next = { ...grown, spec: { ...grown.spec, ...plain, ...scheduled(before, snapshotSchedule) } };
      if (dryRun) return next;
      const exported = grown === before ? attachments : await this.exported(grown, attachments, session);
      if (plain.cache) await this.caches.endOlderServers(session);
      const stored = await this.worlds.write({ volume: before, attachments }, { volume: next, attachments: exported }, session);
      if (grown !== before)
        await this.jobs.open(session, { kind: 'volume.grow', subject: { kind: 'volume', id, name: before.name }, requestedBy });
      return stored.volume ?? next;
    });
    return this.service.presentOne(volume);
  }

  /** The volume and its attachments after a growth. Stores nothing. */
  async grown(
    id: string,
    sizeBytes: number,
    session: ClientSession,
  ): Promise<{ before: VolumeDocument; after: VolumeDocument; attachments: AttachmentDocument[] }> {
    const before = await this.volumes.find(id, session);
    if (!before) throw new DomainError('volume-not-found', { id });
    const attachments = await this.exports.ofVolume(id, session);
    const after = sizeBytes === before.spec.sizeBytes ? before : await this.planned(before, attachments, sizeBytes, session);
    return { before, after, attachments: await this.exported(after, attachments, session) };
  }

  private async planned(
    volume: VolumeDocument,
    attachments: readonly AttachmentDocument[],
    toSizeBytes: number,
    session: ClientSession,
  ): Promise<VolumeDocument> {
    const driveIds = volume.legs.map((leg) => leg.driveId);
    const nodeIds = [...new Set(volume.legs.map((leg) => leg.nodeId))];
    return grownVolume(volume, toSizeBytes, attachments, {
      drives: new Map((await this.space.freeFor(volume.spec, driveIds, session)).map((drive) => [drive._id, drive])),
      elsewhere: await this.elsewhere(volume, attachments, session),
      nodes: [...(await this.drives.nodesById(nodeIds, session)).values()],
      now: new Date(),
      newId: randomUUID,
    });
  }

  /** Drives for new legs: every client of the volume must reach them. */
  private async elsewhere(
    { spec }: VolumeDocument,
    attachments: readonly AttachmentDocument[],
    session: ClientSession,
  ): Promise<Candidates> {
    const candidates = await this.space.candidates(spec, session);
    const nodeIds = [...new Set(candidates.drives.map((drive) => drive.nodeId))];
    const running = attachments.filter((each) => each.spec.desired === 'attached');
    const outOfReach = await this.exports.outOfReach(running, nodeIds, session);
    const cut = [...outOfReach].map(([nodeId, clients]) => {
      const drives = candidates.drives.filter((drive) => drive.nodeId === nodeId);
      return messageOf('drives-out-of-reach', { count: drives.length, node: nodeRef(nodeId, drives[0]?.nodeName ?? nodeId), clients });
    });
    return {
      ...candidates,
      drives: candidates.drives.filter((drive) => !outOfReach.has(drive.nodeId)),
      leftOut: [...candidates.leftOut, ...cut],
    };
  }

  private async exported(
    volume: VolumeDocument,
    attachments: readonly AttachmentDocument[],
    session: ClientSession,
  ): Promise<AttachmentDocument[]> {
    const targetIds = [...new Set(volume.legs.filter((leg) => isAppended(volume, leg)).map((leg) => leg.nodeId))];
    if (targetIds.length === 0) return [...attachments];
    const planners = new Map<string, ExportsPlanner>();
    for (const each of attachments) planners.set(each._id, await this.exports.planner(each, targetIds, session));
    return withAppended(volume, attachments, ({ _id }, legs, unsaved) => planners.get(_id)?.(legs, unsaved) ?? []);
  }
}

/** The first snapshot of a new schedule is due an interval later. @throws DomainError `snapshot-needs-thin` */
function scheduled(volume: VolumeDocument, wanted: VolumeUpdate['snapshotSchedule']): Pick<VolumeDocument['spec'], 'snapshotSchedule'> {
  if (wanted === undefined) return {};
  if (wanted && volume.spec.provisioning !== 'thin')
    throw new DomainError('snapshot-needs-thin', { volume: volumeOf(volume) }, { field: 'snapshotSchedule' });
  const { snapshotSchedule: before } = volume.spec;
  const isSame = before && wanted && before.everyHours === wanted.everyHours;
  return { snapshotSchedule: wanted && { ...wanted, since: isSame ? before.since : new Date() } };
}
