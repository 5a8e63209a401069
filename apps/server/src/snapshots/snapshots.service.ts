import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Query } from '@weft/shared/endpoints/definition/endpoint';
import type { endpoints } from '@weft/shared/endpoints/endpoints';
import { DomainError } from '@weft/shared/errors/domain-error';
import type { Job } from '@weft/shared/kinds/job';
import type { Snapshot, SnapshotCreate } from '@weft/shared/kinds/snapshot';
import type { ClientSession } from 'mongodb';
import { newStored } from '../core/mongo/objects.js';
import type { Page } from '../core/mongo/page.js';
import { volumeOf } from '../domain/documents/references.js';
import type { VolumeDocument } from '../domain/documents/volume.document.js';
import { copiedLegs } from '../domain/snapshot/copied-volume.js';
import { type NewSnapshot, newSet, snapshotName } from '../domain/snapshot/new-set.js';
import { holderOf, requireFreezes, requireReady, requireRoom, requireSettled } from '../domain/snapshot/snapshot-checks.js';
import { SnapshotSets } from '../domain/store/thin/snapshot-sets.service.js';
import { WorldStore } from '../domain/store/world-store.service.js';
import type { VolumeWorld } from '../domain/world/volume-world.js';
import { DriveClassesService } from '../drive-classes/drive-classes.service.js';
import { JobsService } from '../jobs/jobs.service.js';
import { VolumeKeys } from '../volume-keys/volume-keys.service.js';
import { VolumesService } from '../volumes/volumes.service.js';
import { toSnapshot } from './snapshot.mapper.js';
import { SnapshotsRepository } from './snapshots.repository.js';

type Request = SnapshotCreate & { requestedBy: string; origin: 'person' | 'schedule' };

/** Takes, lists and deletes snapshots. The reconciler does the rest of taking (domain/snapshot/advance-set.ts). */
@Injectable()
export class SnapshotsService {
  constructor(
    private readonly snapshots: SnapshotsRepository,
    private readonly sets: SnapshotSets,
    private readonly worlds: WorldStore,
    private readonly classes: DriveClassesService,
    private readonly jobs: JobsService,
    private readonly keys: VolumeKeys,
    private readonly volumes: VolumesService,
  ) {}

  async list(query: Query<typeof endpoints.listSnapshots>): Promise<Page<Snapshot>> {
    const page = await this.snapshots.page(query);
    return { ...page, items: await this.present(page.items) };
  }

  async get(id: string): Promise<Snapshot> {
    return this.presentOne(await this.require(id));
  }

  /** Begins snapshots of the volumes at one moment: all of them, or none. */
  async create(request: Request): Promise<{ snapshots: Snapshot[]; jobs: Job[] }> {
    const volumeIds = [...new Set(request.volumeIds)];
    const made = volumeIds.map((volumeId) => ({ volumeId, id: randomUUID() }));
    const keys = await this.copiedKeys(made);
    const { copies, jobs } = await this.worlds.transaction(async (session) => {
      const origins = await this.origins(volumeIds, session);
      const holder = holderOf(origins);
      if (holder) requireFreezes(holder.client, (await this.snapshots.node(holder.client.id, session)) ?? undefined);
      const names = await this.names(request, origins, session);
      const wanted = origins.map(
        (world, at): NewSnapshot => ({ world, id: made[at]?.id ?? '', name: names[at] ?? '', description: request.description }),
      );
      const { set, copies } = newSet(wanted, holder, { stored: newStored(), newId: randomUUID, origin: request.origin });
      for (const [at, copy] of copies.entries()) {
        requireRoom(copy.legs, await this.room(origins[at]?.volume ?? copy, session));
        const key = keys.get(copy._id);
        if (key) await this.keys.store(copy._id, key, session);
      }
      await this.sets.insert(set, copies, origins, session);
      const jobs = [];
      for (const { _id: id, name } of copies)
        jobs.push(
          await this.jobs.open(session, {
            kind: 'snapshot.create',
            subject: { kind: 'volume', id, name },
            requestedBy: request.requestedBy,
          }),
        );
      return { copies, jobs };
    });
    return { snapshots: await this.present(copies), jobs: jobs.map((job) => this.jobs.toJob(job)) };
  }

  /** Deletes a ready, detached snapshot. Blocks are shared, so neither its volume nor its copies need it. */
  async remove(id: string, ifMatch: number | undefined, requestedBy: string): Promise<{ job: Job }> {
    requireReady(await this.require(id));
    return this.volumes.remove(id, ifMatch, requestedBy);
  }

  /** @throws DomainError `snapshot-not-found` */
  async require(id: string, session?: ClientSession): Promise<VolumeDocument> {
    const snapshot = await this.snapshots.find(id, session);
    if (!snapshot) throw new DomainError('snapshot-not-found', { id });
    return snapshot;
  }

  /** Bytes that the pools of the volume's legs may promise, by drive id. */
  async room(volume: VolumeDocument, session: ClientSession): Promise<Map<string, number>> {
    const driveIds = copiedLegs(volume).map(({ driveId }) => driveId);
    return new Map((await this.classes.freeFor(volume.spec, driveIds, session)).map((drive) => [drive._id, drive.freeBytes]));
  }

  /** Each name is free. @throws DomainError `volume-name-taken` */
  async requireFreeName(name: string, session: ClientSession): Promise<void> {
    const existing = await this.snapshots.findByName(name, session);
    if (existing)
      throw new DomainError(
        existing.status.state === 'deleting' ? 'volume-name-being-deleted' : 'volume-name-taken',
        { volume: volumeOf(existing) },
        { field: 'name' },
      );
  }

  private async origins(volumeIds: readonly string[], session: ClientSession): Promise<VolumeWorld[]> {
    const origins: VolumeWorld[] = [];
    for (const id of volumeIds) {
      const world = await this.worlds.read(id, session);
      if (!world) throw new DomainError('volume-not-found', { id });
      requireSettled(world.volume);
      origins.push(world);
    }
    return origins;
  }

  private async names(request: Request, origins: readonly VolumeWorld[], session: ClientSession): Promise<string[]> {
    const names = origins.map(({ volume, now }) => snapshotName(volume.name, request.name, origins.length > 1, now));
    for (const name of names) await this.requireFreeName(name, session);
    return names;
  }

  /** The keys of encrypted volumes, wrapped for their snapshots. */
  private async copiedKeys(
    made: readonly { volumeId: string; id: string }[],
  ): Promise<Map<string, Awaited<ReturnType<VolumeKeys['copied']>>>> {
    const keys = new Map<string, Awaited<ReturnType<VolumeKeys['copied']>>>();
    for (const { volumeId, id } of made) {
      const { name, encryptionKeyId: keyId } = await this.volumes.get(volumeId);
      if (keyId !== null) keys.set(id, await this.keys.copied({ id: volumeId, name, keyId }, id));
    }
    return keys;
  }

  private async present(snapshots: readonly VolumeDocument[]): Promise<Snapshot[]> {
    const attached = await this.snapshots.attachedIds(snapshots.map(({ _id }) => _id));
    const mapped = await this.snapshots.mappedBytes(snapshots.flatMap(({ legs }) => legs.map(({ id }) => id)));
    return snapshots.map((each) => toSnapshot(each, { isAttached: attached.has(each._id), mapped }));
  }

  private async presentOne(snapshot: VolumeDocument): Promise<Snapshot> {
    const [presented] = await this.present([snapshot]);
    if (!presented) throw new Error('unreachable: one snapshot in, one out');
    return presented;
  }
}
