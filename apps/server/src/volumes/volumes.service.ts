import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Query } from '@weft/shared/endpoints/definition/endpoint';
import type { endpoints } from '@weft/shared/endpoints/endpoints';
import { DomainError } from '@weft/shared/errors/domain-error';
import type { Job } from '@weft/shared/kinds/job';
import type { Placement, Volume, VolumeCreate, VolumePlan } from '@weft/shared/kinds/volume';
import { VOLUME_KEY_ID_CHARACTERS } from '@weft/shared/messages/encryption';
import type { ClientSession } from 'mongodb';
import { SharedReads } from '../core/load/shared-reads.js';
import { newStored, requireVersion } from '../core/mongo/objects.js';
import type { Page } from '../core/mongo/page.js';
import { cachedCandidates } from '../domain/cache/cached-candidates.js';
import { placeCaches } from '../domain/cache/place-caches.js';
import { plannedCaches } from '../domain/cache/plan-caches.js';
import type { VolumeDocument } from '../domain/documents/volume.document.js';
import type { Candidates } from '../domain/placement/candidates.js';
import { checkShape } from '../domain/placement/check-shape.js';
import { placeVolume } from '../domain/placement/placement.js';
import { planVolume } from '../domain/placement/volume-plan.js';
import { createdVolume, sameVolume } from '../domain/requests/create-volume.js';
import { deletedVolume } from '../domain/requests/delete-volume.js';
import { IntegrityServers } from '../domain/store/integrity/integrity-servers.service.js';
import { ThinServers } from '../domain/store/thin/thin-servers.service.js';
import { WorldStore } from '../domain/store/world-store.service.js';
import { DriveClassesService } from '../drive-classes/drive-classes.service.js';
import { CacheServers } from '../drives/cache-servers.service.js';
import { JobsService } from '../jobs/jobs.service.js';
import { SettingsService } from '../settings/settings.service.js';
import { VolumeKeys } from '../volume-keys/volume-keys.service.js';
import { LegObservationsService } from './leg-observations.service.js';
import { ThreeCopies } from './three-copies.service.js';
import { toVolume } from './volume.mapper.js';
import { VolumesRepository } from './volumes.repository.js';

/** Stands for the id of a key that a real create makes. */
const plannedKeyId = ({ encryption }: VolumeCreate): string | undefined =>
  encryption === 'none' ? undefined : '0'.repeat(VOLUME_KEY_ID_CHARACTERS);

@Injectable()
export class VolumesService {
  private readonly lists = new SharedReads<Page<Volume>>();

  constructor(
    private readonly volumes: VolumesRepository,
    private readonly classes: DriveClassesService,
    private readonly worlds: WorldStore,
    private readonly jobs: JobsService,
    private readonly observations: LegObservationsService,
    private readonly keys: VolumeKeys,
    private readonly settings: SettingsService,
    private readonly copies: ThreeCopies,
    private readonly caches: CacheServers,
    private readonly thin: ThinServers,
    private readonly checksums: IntegrityServers,
  ) {}

  /** Lists that arrive together share a read: a page of 50 volumes takes 20 ms of processor time. */
  list(query: Query<typeof endpoints.listVolumes>): Promise<Page<Volume>> {
    return this.lists.get(JSON.stringify(query), () => this.page(query));
  }

  private async page(query: Query<typeof endpoints.listVolumes>): Promise<Page<Volume>> {
    const page = await this.volumes.page(query);
    const [attachments, names, { spec: setting }] = await Promise.all([
      this.volumes.attachments(page.items.map(({ _id }) => _id)),
      this.volumes.classNames([...new Set(page.items.map(({ spec }) => spec.driveClassId))]),
      this.settings.get(),
    ]);
    const items = page.items.map((volume) =>
      toVolume(volume, {
        className: names.get(volume.spec.driveClassId) ?? '',
        attachments: attachments.get(volume._id) ?? [],
        observations: null,
        scrubIntervalDays: setting.scrubIntervalDays,
      }),
    );
    return { ...page, items };
  }

  async get(id: string): Promise<Volume> {
    return this.presentOne(await this.require(id));
  }

  /** The placement that a create would choose now, and the capacity it would take. */
  plan(request: VolumeCreate): Promise<VolumePlan> {
    checkShape(request);
    return this.volumes.transaction(async (session) => {
      const world = await this.classes.planWorld(request, session);
      if (!request.cache) return { ...planVolume(request, world), caches: null };
      const drives = await this.worlds.allCacheDrives(session);
      const plan = planVolume(request, { ...world, candidates: cachedCandidates(request, world.candidates, request.cache, drives) });
      return { ...plan, caches: plannedCaches(request.cache, plan.legs, world.candidates, drives) };
    });
  }

  /** Creates a volume, or returns the existing volume of the same name and spec. Reserves the space in the same transaction (S6). */
  async create(request: VolumeCreate, requestedBy: string): Promise<{ volume: Volume; job: Job }> {
    checkShape(request);
    await this.copies.require(request);
    if (request.cache) await this.caches.requireServers();
    if (request.provisioning === 'thin') await this.thin.requireServers();
    if (request.integrity !== 'none') await this.checksums.requireServers();
    const id = randomUUID();
    const key = request.encryption === 'none' ? undefined : await this.keys.make(id);
    const { volume, job } = await this.volumes.allocation(async (session) => {
      const { volume, exists } = await this.created(request, session, { id, keyId: key?.keyId });
      if (exists) return { volume, job: await this.jobs.latest('volume.create', volume._id, session) };
      if (key) await this.keys.store(volume._id, key, session);
      await this.copies.endOlderServers(request, session);
      if (request.cache) await this.caches.endOlderServers(session);
      if (request.provisioning === 'thin') await this.thin.endOlderServers(session);
      if (request.integrity !== 'none') await this.checksums.endOlderServers(session);
      const stored = await this.worlds.write({ volume: null, attachments: [] }, { volume, attachments: [] }, session);
      const job = await this.jobs.open(session, {
        kind: 'volume.create',
        subject: { kind: 'volume', id: volume._id, name: volume.name },
        requestedBy,
      });
      return { volume: stored.volume ?? volume, job };
    });
    if (!job) throw new Error(`Volume ${volume._id} has no create job. Run "weft-server check".`);
    return { volume: await this.presentOne(volume), job: this.jobs.toJob(job) };
  }

  /** The volume that a create would store, or an existing equal one. Stores nothing. */
  async created(
    request: VolumeCreate,
    session: ClientSession,
    { id, keyId }: { id: string; keyId: string | undefined } = { id: randomUUID(), keyId: plannedKeyId(request) },
  ): Promise<{ volume: VolumeDocument; exists: boolean }> {
    checkShape(request);
    const existing = await this.volumes.findByName(request.name, session);
    if (existing) return { volume: sameVolume(existing, request), exists: true };
    const placement = await this.place(request, session);
    const volume = createdVolume(request, placement, { stored: { ...newStored(), _id: id }, newId: randomUUID, keyId });
    if (!request.cache) return { volume, exists: false };
    const { legs } = placeCaches(volume.legs, () => true, request.cache, await this.worlds.allCacheDrives(session));
    return { volume: { ...volume, legs }, exists: false };
  }

  /** Deletes a detached volume. Its space is free when every node has reported its LVs removed. */
  async remove(id: string, ifMatch: number | undefined, requestedBy: string): Promise<{ job: Job }> {
    const job = await this.volumes.allocation(async (session) => {
      const { before, after } = await this.removed(id, session);
      requireVersion(before, ifMatch);
      await this.worlds.write({ volume: before, attachments: [] }, { volume: after, attachments: [] }, session);
      return this.jobs.open(session, { kind: 'volume.delete', subject: { kind: 'volume', id, name: before.name }, requestedBy });
    });
    return { job: this.jobs.toJob(job) };
  }

  /** The volume after a delete request. Stores nothing. */
  async removed(id: string, session: ClientSession): Promise<{ before: VolumeDocument; after: VolumeDocument }> {
    const before = await this.require(id, session);
    const attachments = (await this.volumes.attachments([id], session)).get(id) ?? [];
    return { before, after: deletedVolume(before, attachments) };
  }

  private async place(request: VolumeCreate, session: ClientSession): Promise<Placement> {
    const candidates = await this.classes.candidates(request, session);
    return placeVolume(request, await this.withCaches(request, candidates, session));
  }

  /** The candidates whose targets have room for the requested caches too. */
  private async withCaches(request: VolumeCreate, candidates: Candidates, session: ClientSession): Promise<Candidates> {
    if (!request.cache) return candidates;
    return cachedCandidates(request, candidates, request.cache, await this.worlds.allCacheDrives(session));
  }

  private async require(id: string, session?: ClientSession): Promise<VolumeDocument> {
    const volume = await this.volumes.find(id, session);
    if (!volume) throw new DomainError('volume-not-found', { id });
    return volume;
  }

  async presentOne(volume: VolumeDocument): Promise<Volume> {
    const { driveClassId } = volume.spec;
    const [names, around] = await Promise.all([this.volumes.classNames([driveClassId]), this.observations.of(volume)]);
    return toVolume(volume, { ...around, className: names.get(driveClassId) ?? '' });
  }
}
