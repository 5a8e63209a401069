import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import { type Response as Answer, MAX_PAGE, type Query } from '@weft/shared/endpoints/definition/endpoint';
import type { endpoints } from '@weft/shared/endpoints/endpoints';
import { DomainError } from '@weft/shared/errors/domain-error';
import type { Integrity } from '@weft/shared/integrity/integrity-layout';
import type { CapacityForecast } from '@weft/shared/kinds/capacity-forecast';
import type { DriveClass, DriveClassMembers, DriveClassSpec, DriveClassUpdate } from '@weft/shared/kinds/drive-class';
import { DEFAULT_OVER_PROVISIONING, type Provisioning } from '@weft/shared/thin/thin-volume';
import type { ClientSession } from 'mongodb';
import { SharedReads } from '../core/load/shared-reads.js';
import { newStored, requireVersion } from '../core/mongo/objects.js';
import type { Page } from '../core/mongo/page.js';
import type { DriveDocument } from '../domain/documents/drive.document.js';
import type { DriveClassDocument } from '../domain/documents/drive-class.document.js';
import type { VolumeSpec } from '../domain/documents/volume.document.js';
import { candidatesWithIntegrity } from '../domain/integrity/integrity-candidates.js';
import { type Candidates, candidates } from '../domain/placement/candidates.js';
import { thinCandidates, thinFreeBytes } from '../domain/placement/thin-candidates.js';
import type { PlanWorld } from '../domain/placement/volume-plan.js';
import { ObjectLocks } from '../domain/store/object-locks.service.js';
import { StoredDriveClasses } from '../domain/store/stored-drive-classes.service.js';
import { DrivesService, type DriveTotalsByNode } from '../drives/drives.service.js';
import { CapacityHistory } from '../stats/capacity/capacity-history.service.js';
import { toDriveClass } from './drive-class.mapper.js';
import { DriveClassesRepository } from './drive-classes.repository.js';

/** A class with sums over its drives. */
export interface ClassTotals {
  id: string;
  name: string;
  totals: DriveTotalsByNode;
  forecast: CapacityForecast;
}

/** The fields of a volume that tell where its legs may be. */
export type PlacedIn = Pick<VolumeSpec, 'driveClassId' | 'failureDomain'> & {
  provisioning?: Provisioning | undefined;
  integrity?: Integrity | undefined;
};

/** A drive with its free bytes for legs of some kind. */
export type RoomOnDrive = DriveDocument & { freeBytes: number };

const ratioed = <S extends { overProvisioningRatio?: number | undefined }>(spec: S): S => ({
  ...spec,
  overProvisioningRatio: spec.overProvisioningRatio ?? DEFAULT_OVER_PROVISIONING,
});

/** Most drives that a preview lists; its counts include all. */
const PREVIEW_LIMIT = 500;

@Injectable()
export class DriveClassesService {
  /** A list sums over all drives: with 3,072 of them, fifty lists a second would take more than a core. */
  private readonly lists = new SharedReads<Page<DriveClass>>();

  constructor(
    private readonly classes: DriveClassesRepository,
    private readonly stored: StoredDriveClasses,
    private readonly locks: ObjectLocks,
    private readonly drives: DrivesService,
    private readonly history: CapacityHistory,
  ) {}

  list(query: Query<typeof endpoints.listDriveClasses>): Promise<Page<DriveClass>> {
    return this.lists.get(JSON.stringify(query), async () => {
      const page = await this.classes.page(query);
      return { ...page, items: await this.present(page.items) };
    });
  }

  async get(id: string): Promise<DriveClass> {
    return this.presentOne(this.require(id, await this.classes.find(id)));
  }

  /** Creates a class, or returns the existing class of the same name and spec. */
  async create({ name, ...spec }: DriveClassSpec): Promise<DriveClass> {
    const stored = await this.stored.insertOrFind({ ...newStored(), name, spec, status: {} });
    if (!isDeepStrictEqual(ratioed(stored.spec), ratioed(spec)))
      throw new DomainError('drive-class-name-taken', { className: name }, { field: 'name' });
    return this.presentOne(stored);
  }

  async update(id: string, ifMatch: number | undefined, change: DriveClassUpdate): Promise<DriveClass> {
    return this.presentOne(await this.stored.update(id, ifMatch, change));
  }

  async remove(id: string, ifMatch: number | undefined): Promise<void> {
    await this.classes.transaction(async (session) => {
      const found = this.require(id, await this.classes.find(id, session));
      requireVersion(found, ifMatch);
      const volumes = await this.classes.volumesOf(id, session);
      if (volumes.length > 0) throw new DomainError('drive-class-in-use', { className: found.name, volumes });
      const members = await this.drives.matching(found.spec.members, session);
      const servingIds = members.filter((drive) => drive.status.inService).map((drive) => drive._id);
      await this.locks.touch('drives', servingIds, session);
      await this.stored.remove(id, ifMatch, session);
    });
  }

  async preview(members: DriveClassMembers): Promise<Answer<typeof endpoints.previewDriveClass>> {
    const found = await this.drives.matching(members);
    const [totals] = await this.drives.totals([members]);
    return {
      drives: await this.drives.present(found.slice(0, PREVIEW_LIMIT)),
      total: found.length,
      inServiceCount: found.filter(({ status: { inService } }) => inService).length,
      nodeCount: totals?.nodeCount ?? 0,
      freeBytes: totals?.freeBytes ?? 0,
    };
  }

  /** Drives of a volume's class that can take new legs, and why the others cannot. Read in the transaction that reserves space on them (S6). */
  async candidates(volume: PlacedIn, session?: ClientSession): Promise<Candidates> {
    return (await this.planWorld(volume, session)).candidates;
  }

  /** Also all drives of the class, whether or not they can take new legs. */
  async planWorld(
    { driveClassId: id, failureDomain, provisioning, integrity = 'none' }: PlacedIn,
    session?: ClientSession,
  ): Promise<PlanWorld> {
    const found = await this.classes.find(id, session);
    if (!found) throw new DomainError('drive-class-not-found', { id }, { field: 'driveClassId' });
    const members = await this.drives.withFree(await this.drives.matching(found.spec.members, session), session);
    const nodes = await this.drives.nodesById([...new Set(members.map((drive) => drive.nodeId))], session);
    const all = candidates(found.name, members, nodes, failureDomain, new Date());
    const world = { driveClass: { id, name: found.name }, members };
    const ableTo = (what: 'thin' | 'integrity') =>
      new Set([...nodes.values()].filter(({ status }) => status.inventory?.capabilities[what]).map(({ _id }) => _id));
    if (integrity !== 'none') return { ...world, candidates: candidatesWithIntegrity(all, ableTo('integrity')) };
    if (provisioning !== 'thin') return { ...world, candidates: all };
    return { ...world, candidates: thinCandidates(all, members, ableTo('thin'), await this.drives.thinBounds(found.spec, session)) };
  }

  /** What each of the drives has free for legs of the volume. */
  async freeFor({ driveClassId, provisioning }: PlacedIn, driveIds: readonly string[], session: ClientSession): Promise<RoomOnDrive[]> {
    const drives = await this.drives.withFree(await this.drives.matching({ by: 'list', driveIds: [...driveIds] }, session), session);
    if (provisioning !== 'thin') return drives;
    const bounds = await this.drives.thinBounds((await this.classes.find(driveClassId, session))?.spec, session);
    return drives.map((drive) => ({ ...drive, freeBytes: thinFreeBytes(drive, bounds) }));
  }

  /** Every class by name; at most the first 200. */
  async totals(): Promise<ClassTotals[]> {
    const { items } = await this.classes.page({ sort: 'name', limit: MAX_PAGE });
    const counted = await this.counted(items);
    return items.flatMap(({ _id, name }, at) => (counted[at] ? [{ id: _id, name, ...counted[at] }] : []));
  }

  /** Every class (at most the first 200) by name, with the ids of its drives; `within`: only of these drives. */
  async members(within?: readonly string[]): Promise<{ id: string; name: string; driveIds: string[] }[]> {
    const { items } = await this.classes.page({ sort: 'name', limit: MAX_PAGE });
    const driveIds = await this.drives.memberIds(
      items.map(({ spec: { members } }) => members),
      within,
    );
    return items.map(({ _id, name }, at) => ({ id: _id, name, driveIds: driveIds[at] ?? [] }));
  }

  private require(id: string, found: DriveClassDocument | null): DriveClassDocument {
    if (!found) throw new DomainError('drive-class-not-found', { id });
    return found;
  }

  private async present(classes: DriveClassDocument[]): Promise<DriveClass[]> {
    const counted = await this.counted(classes);
    return classes.flatMap((each, at) => (counted[at] ? [toDriveClass(each, counted[at].totals, counted[at].forecast)] : []));
  }

  /** Sums over the drives of each class, and what they are expected to be, in the order of the classes. */
  private async counted(classes: readonly DriveClassDocument[]): Promise<Pick<ClassTotals, 'totals' | 'forecast'>[]> {
    const [totals, forecastOf] = await Promise.all([
      this.drives.totals(classes.map(({ spec: { members } }) => members)),
      this.history.forecasts(),
    ]);
    return totals.map((each, at) => ({ totals: each, forecast: forecastOf(classes[at]?._id ?? '', each) }));
  }

  private async presentOne(driveClass: DriveClassDocument): Promise<DriveClass> {
    const [presented] = await this.present([driveClass]);
    if (!presented) throw new Error('unreachable: one class in, one out');
    return presented;
  }
}
