import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Query } from '@weft/shared/endpoints/definition/endpoint';
import type { endpoints } from '@weft/shared/endpoints/endpoints';
import { DomainError } from '@weft/shared/errors/domain-error';
import type { Drive, DriveRole, DriveState, DriveWipe } from '@weft/shared/kinds/drive';
import type { DriveClassMembers } from '@weft/shared/kinds/drive-class';
import type { Job } from '@weft/shared/kinds/job';
import { DEFAULT_OVER_PROVISIONING } from '@weft/shared/thin/thin-volume';
import type { WipeMethod } from '@weft/shared/wipe/wipe-method';
import type { ClientSession } from 'mongodb';
import { AuditService } from '../audit/audit.service.js';
import type { Lease } from '../core/leases/leases.js';
import { SharedReads } from '../core/load/shared-reads.js';
import { requireVersion } from '../core/mongo/objects.js';
import type { Page } from '../core/mongo/page.js';
import type { DriveDocument } from '../domain/documents/drive.document.js';
import { freeBytes } from '../domain/drive/drive-state.js';
import type { DriveOrder, DriveOrderWorld } from '../domain/drive/drive-world.js';
import type { ThinBounds } from '../domain/placement/thin-candidates.js';
import { driveOrderCancelled } from '../domain/requests/cancel-drive-order.js';
import { driveReleased } from '../domain/requests/release-drive.js';
import { driveTaken } from '../domain/requests/take-drive.js';
import { driveWiped } from '../domain/requests/wipe-drive.js';
import { DriveWorldStore } from '../domain/store/drive-world-store.service.js';
import { JobsService } from '../jobs/jobs.service.js';
import { SettingsService } from '../settings/settings.service.js';
import { CacheServers } from './cache-servers.service.js';
import { toDrive } from './drive.mapper.js';
import { DriveReconciler } from './drive-reconciler.js';
import { DrivesRepository, type DriveTotals, type DriveTotalsByNode, type MapDocument } from './drives.repository.js';
import { WipeRecords } from './wipe-records.service.js';

export type { DriveTotals, DriveTotalsByNode, MapDocument };

type Action = 'take' | 'wipe' | 'release';
interface Order {
  id: string;
  ifMatch: number | undefined;
  requestedBy: string;
}

@Injectable()
export class DrivesService {
  private readonly lists = new SharedReads<Page<Drive>>();

  constructor(
    private readonly drives: DrivesRepository,
    private readonly worlds: DriveWorldStore,
    private readonly settings: SettingsService,
    private readonly jobs: JobsService,
    private readonly reconciler: DriveReconciler,
    private readonly audit: AuditService,
    private readonly records: WipeRecords,
    private readonly caches: CacheServers,
  ) {}

  /** Lists that arrive together share a read. */
  list(query: Query<typeof endpoints.listDrives>): Promise<Page<Drive>> {
    return this.lists.get(JSON.stringify(query), async () => {
      const page = await this.drives.page(query);
      return { ...page, items: await this.present(page.items) };
    });
  }

  async get(id: string): Promise<Drive> {
    const { spec } = await this.settings.get();
    return toDrive(requireDrive(id, await this.drives.find(id)), spec.reservedRatio);
  }

  /** Takes a blank drive into service (S1), for legs or for caches. */
  async take(order: Order, role: DriveRole): Promise<{ job: Job }> {
    if (role === 'data') return this.order('take', order, (world) => driveTaken(world));
    await this.caches.requireServers();
    return this.order(
      'take',
      order,
      (world) => driveTaken(world, role),
      (session) => this.caches.endOlderServers(session),
    );
  }

  /** Destroys the contents of a drive that Weft has not taken; the caller repeats the serial (S1). */
  wipe(order: Order, { serial, method }: DriveWipe): Promise<{ job: Job }> {
    return this.order('wipe', order, (world) => driveWiped(world, serial, randomUUID, method));
  }

  /** Releases a drive without legs (S5). */
  release(order: Order): Promise<{ job: Job }> {
    return this.order('release', order, driveReleased);
  }

  /**
   * Withdraws the order of a job.
   * @throws DomainError once its node has started the irreversible part.
   */
  async cancel(id: string, jobId: string, requestedBy: string): Promise<void> {
    await this.worlds.transaction(async (session) => {
      const world = requireDrive(id, await this.worlds.read(id, session));
      const job = (await this.jobs.openFor([id], session)).find((each) => each._id === jobId);
      const { next, view } = driveOrderCancelled(world, job, requestedBy);
      await this.worlds.write(world.drive, next, session);
      if (!job) return;
      await this.jobs.show(job, view, session);
      await this.records.follow(job, view, null, session);
    });
  }

  /** The drive as an order would leave it. Stores nothing. */
  async ordered(
    action: Action,
    id: string,
    session: ClientSession,
    method?: WipeMethod,
  ): Promise<{ before: DriveDocument; after: DriveDocument }> {
    const world = requireDrive(id, await this.worlds.readForOrder(id, session));
    return { before: world.drive, after: previews[action](world, method).after };
  }

  /** The drives that a class's members select. */
  matching(members: DriveClassMembers, session?: ClientSession): Promise<DriveDocument[]> {
    return this.drives.matching(members, session);
  }

  /** Ids of the drives that each list of members selects, in the order of the lists; `within`: only of these drives. */
  memberIds(all: readonly DriveClassMembers[], within?: readonly string[]): Promise<string[][]> {
    return this.drives.memberIds(all, within);
  }

  /** Sums over the drives that each list of members selects, in the order of the lists. */
  async totals(members: readonly DriveClassMembers[]): Promise<DriveTotalsByNode[]> {
    const { spec } = await this.settings.get();
    return this.drives.totals(members, spec.reservedRatio);
  }

  /** The fields of every drive for a map of all drives, in order of serial. */
  all(): Promise<MapDocument[]> {
    return this.drives.all();
  }

  counts<S extends DriveState>(states: readonly S[]): Promise<Record<S | 'total', number>> {
    return this.drives.counts(states);
  }

  space(): Promise<{ capacityBytes: number; allocatedBytes: number }> {
    return this.drives.space();
  }

  /** Adds to each drive the bytes available for new legs. */
  async withFree(drives: DriveDocument[], session?: ClientSession): Promise<(DriveDocument & { freeBytes: number })[]> {
    const { spec } = await this.settings.get(session);
    return drives.map((drive) => ({ ...drive, freeBytes: freeBytes(drive, spec.reservedRatio) }));
  }

  /** What bounds thin legs on the drives of a class. */
  async thinBounds(spec: { overProvisioningRatio?: number | undefined } = {}, session?: ClientSession): Promise<ThinBounds> {
    const { spec: settings } = await this.settings.get(session);
    return { ratio: spec.overProvisioningRatio ?? DEFAULT_OVER_PROVISIONING, stopPercent: settings.poolStopPercent };
  }

  nodesById(ids: string[], session?: ClientSession) {
    return this.drives.nodesById(ids, session);
  }

  /** Computes the drive's next state and its jobs' views from its node's reports. */
  reconcile(driveId: string, lease: Lease): Promise<void> {
    return this.reconciler.reconcile(driveId, lease);
  }

  async present(drives: DriveDocument[]): Promise<Drive[]> {
    const { spec } = await this.settings.get();
    return drives.map((drive) => toDrive(drive, spec.reservedRatio));
  }

  /** Stores the order, the assignment that contains it, and its job: all or nothing. */
  private async order(
    action: Action,
    { id, ifMatch, requestedBy: by }: Order,
    decide: (world: DriveOrderWorld) => DriveOrder,
    also: (session: ClientSession) => Promise<void> = async () => undefined,
  ): Promise<{ job: Job }> {
    const job = await this.worlds.transaction(async (session) => {
      const world = requireDrive(id, await this.worlds.readForOrder(id, session));
      requireVersion(world.drive, ifMatch);
      const next = decide(world);
      const subject = { kind: 'drive' as const, id, name: world.drive.serial };
      const { statements } = next;
      if (statements.length > 0) await this.audit.record(session, { by, action: 'drive.wipe', subject, statements: [...statements] });
      await this.worlds.write(world.drive, next, session);
      await also(session);
      const opened = await this.jobs.open(session, { kind: `drive.${action}`, subject, requestedBy: by });
      if (action === 'wipe') await this.records.open(opened, next.after, session);
      return opened;
    });
    return { job: this.jobs.toJob(job) };
  }
}

const previews: Record<Action, (world: DriveOrderWorld, method?: WipeMethod) => DriveOrder> = {
  take: (world) => driveTaken(world),
  wipe: (world, method) => driveWiped(world, null, randomUUID, method),
  release: driveReleased,
};

function requireDrive<T>(id: string, found: T | null): T {
  if (!found) throw new DomainError('drive-not-found', { id });
  return found;
}
