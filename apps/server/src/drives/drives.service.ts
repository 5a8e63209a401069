import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Query } from '@weft/shared/endpoints/endpoint';
import type { endpoints } from '@weft/shared/endpoints/endpoints';
import { DomainError } from '@weft/shared/errors/errors';
import { type Drive, type DriveState, driveActions } from '@weft/shared/kinds/drive';
import type { DriveClassMembers } from '@weft/shared/kinds/drive-class';
import type { Job } from '@weft/shared/kinds/job';
import type { ClientSession } from 'mongodb';
import { AuditService } from '../audit/audit.service.js';
import type { Lease } from '../core/leases/leases.js';
import { requireVersion } from '../core/mongo/objects.js';
import type { DriveDocument } from '../domain/documents/drive.document.js';
import { withdrawn } from '../domain/drive/cancelled-order.js';
import { type DriveJobKind, isDriveJob } from '../domain/drive/drive-job-view.js';
import { driveState, freeBytes, stateSinceAfter } from '../domain/drive/drive-state.js';
import { currentStatus } from '../domain/drive/drive-status.js';
import { AssignmentsService } from '../domain/store/assignments.service.js';
import { StoredDrives } from '../domain/store/stored-drives.service.js';
import { JobsService } from '../jobs/jobs.service.js';
import { SettingsService } from '../settings/settings.service.js';
import { describeContents, toDrive } from './drive.mapper.js';
import { DriveReconciler } from './drive-reconciler.js';
import { DrivesRepository, type DriveTotals, type DriveTotalsByNode, type MapDocument } from './drives.repository.js';

export type { DriveTotals, DriveTotalsByNode, MapDocument };

/** The node refuses a wipe that it has not started within this time: nobody has checked a drive that enters the slot later. */
const WIPE_GOOD_FOR_MS = 3_600_000;

type Action = 'take' | 'wipe' | 'release';
interface Order {
  id: string;
  ifMatch: number | undefined;
  requestedBy: string;
}

@Injectable()
export class DrivesService {
  constructor(
    private readonly drives: DrivesRepository,
    private readonly stored: StoredDrives,
    private readonly settings: SettingsService,
    private readonly assignments: AssignmentsService,
    private readonly jobs: JobsService,
    private readonly reconciler: DriveReconciler,
    private readonly audit: AuditService,
  ) {}

  async list(query: Query<typeof endpoints.listDrives>) {
    const page = await this.drives.page(query);
    return { ...page, items: await this.present(page.items) };
  }

  async get(id: string): Promise<Drive> {
    const { spec } = await this.settings.get();
    return toDrive(this.require(id, await this.drives.find(id)), spec.reservedRatio);
  }

  /** Takes a blank drive into service (S1). */
  take(order: Order): Promise<{ job: Job }> {
    return this.order('take', order);
  }

  /** Destroys the contents of a drive that Weft has not taken; the caller repeats the serial (S1). */
  wipe(order: Order, serial: string): Promise<{ job: Job }> {
    return this.order('wipe', order, async (drive, session) => {
      if (serial !== drive.serial)
        throw new DomainError(
          'invalid-field',
          `The drive's serial is ${drive.serial}, not "${serial}": nothing was wiped. Repeat the serial of the drive that you mean.`,
          { field: 'serial' },
        );
      const moved = await this.foreignGroup(drive, session);
      await this.audit.record(session, {
        by: order.requestedBy,
        action: 'drive.wipe',
        subject: { kind: 'drive', id: drive._id, name: serial },
        statements: [
          {
            statement: 'wipe',
            about: { id: drive._id, name: serial },
            text: `Everything on drive ${serial} of ${drive.nodeName} may be destroyed: ${describeContents(drive).join(', ') || 'nothing known'}.${moved}`,
          },
        ],
      });
    });
  }

  /** Releases a drive without legs (S5). */
  release(order: Order): Promise<{ job: Job }> {
    return this.order('release', order);
  }

  /**
   * Withdraws the order of a job.
   * @throws DomainError once its node has started the irreversible part.
   */
  async cancel(id: string, jobId: string, requestedBy: string): Promise<void> {
    await this.drives.transaction(async (session) => {
      const drive = this.require(id, await this.drives.find(id, session));
      const job = (await this.jobs.openFor([id], session)).find((each) => each._id === jobId);
      const node = await this.drives.node(drive.nodeId, session);
      if (!job || !node || !isDriveJob(job.kind))
        throw new DomainError('wrong-state', `The job of drive ${drive.serial} has ended: nothing of it is left to cancel.`);
      const change = withdrawn(job.kind, drive, currentStatus(drive, await this.drives.lastStatus(drive, session), node.bootId));
      await this.stored.update(id, { set: { ...change, ...stateSinceAfter(drive, change, new Date()) }, session });
      const generations = await this.assignments.recompute(session, [drive.nodeId]);
      await this.stored.update(id, {
        set: { orderGeneration: generations.get(drive.nodeId) ?? drive.orderGeneration },
        live: true,
        session,
      });
      const offline =
        node.connection.state === 'online' ? '' : ` ${node.name} is offline: if it has begun, it stops when it learns of this.`;
      const error = { code: 'cancelled', message: `Cancelled by ${requestedBy}.${offline}` };
      await this.jobs.show(job, { state: 'failed', steps: job.steps, waitingFor: [], error }, session);
    });
  }

  /** The drive as an order would leave it. Stores nothing. */
  async ordered(action: Action, id: string, session: ClientSession): Promise<{ before: DriveDocument; after: DriveDocument }> {
    const before = this.require(id, await this.drives.find(id, session));
    requireState(action, before);
    return { before, after: { ...before, ...(await this.change(action, before, session)) } };
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

  /** Adds to each drive the bytes available for new legs. */
  async withFree(drives: DriveDocument[], session?: ClientSession): Promise<(DriveDocument & { freeBytes: number })[]> {
    const { spec } = await this.settings.get(session);
    return drives.map((drive) => ({ ...drive, freeBytes: freeBytes(drive, spec.reservedRatio) }));
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
    { id, ifMatch, requestedBy }: Order,
    before: (drive: DriveDocument, session: ClientSession) => Promise<void> = async () => undefined,
  ): Promise<{ job: Job }> {
    const job = await this.drives.transaction(async (session) => {
      const drive = this.require(id, await this.drives.find(id, session));
      requireVersion(drive, ifMatch);
      requireState(action, drive);
      await before(drive, session);
      const change = await this.change(action, drive, session);
      await this.stored.update(id, { ifMatch, set: { ...change, ...stateSinceAfter(drive, change, new Date()) }, session });
      const generations = await this.assignments.recompute(session, [drive.nodeId]);
      await this.stored.update(id, {
        set: { orderGeneration: generations.get(drive.nodeId) ?? drive.orderGeneration },
        live: true,
        session,
      });
      const kind: DriveJobKind = `drive.${action}`;
      return this.jobs.open(session, { kind, subject: { kind: 'drive', id, name: drive.serial }, requestedBy });
    });
    return { job: this.jobs.toJob(job) };
  }

  private async change(action: Action, drive: DriveDocument, session: ClientSession): Promise<Partial<DriveDocument>> {
    const { _id, serial } = drive;
    if (action === 'take') return { desired: 'in-service', scheduling: 'open', schedulingSince: new Date() };
    if (action === 'wipe') await this.foreignGroup(drive, session);
    if (action === 'wipe') return { wipe: { orderId: randomUUID(), serial, terms: await this.wipeTerms(drive, session) } };
    const volumes = await this.drives.volumesOn(_id, session);
    if (volumes.length > 0)
      throw new DomainError('in-use', `Drive ${serial} holds legs of ${volumes.join(', ')}: delete or move these volumes first.`);
    return { desired: 'released' };
  }

  /** Terms of a wipe: the node refuses it after the time limit, after a restart, or for another drive in the slot. */
  private async wipeTerms({ nodeId, nodeName, serial, inventory }: DriveDocument, session: ClientSession) {
    const node = await this.drives.node(nodeId, session);
    if (!node?.bootId)
      throw new DomainError(
        'wrong-state',
        `Node ${nodeName} has never connected: start its agent, then order the wipe of drive ${serial}.`,
      );
    const { model, sizeBytes, wwid = null, weftDriveId } = inventory;
    const notAfter = new Date(Date.now() + WIPE_GOOD_FOR_MS).toISOString();
    return { notAfter, bootId: node.bootId, model, sizeBytes, wwid, weftDriveId };
  }

  /** For a drive moved here from elsewhere: describes the volume group that a wipe destroys. No volume may depend on it. */
  private async foreignGroup({ _id, serial, nodeName, inventory }: DriveDocument, session: ClientSession): Promise<string> {
    const { weftDriveId } = inventory;
    if (weftDriveId === null || weftDriveId === _id) return '';
    const former = await this.drives.find(weftDriveId, session);
    if (!former) return ` It carries the volume group of Weft drive ${weftDriveId}, which this cluster does not know.`;
    const volumes = await this.drives.volumesOn(weftDriveId, session);
    if (volumes.length > 0)
      throw new DomainError(
        'in-use',
        `Drive ${serial} of ${nodeName} carries the volume group of drive ${former.serial} of node ${former.nodeName}, with legs of ${volumes.join(', ')}. Plug it into ${former.nodeName} again; or evict that drive or delete these volumes first.`,
      );
    return ` It carries the volume group of drive ${former.serial} of node ${former.nodeName}, on which no volume has a leg.`;
  }

  private require(id: string, drive: DriveDocument | null): DriveDocument {
    if (!drive) throw new DomainError('not-found', `There is no drive ${id}.`);
    return drive;
  }
}

const hints: Partial<Record<ReturnType<typeof driveState>, string>> = {
  occupied: ' Wipe it first if nobody needs what is on it.',
  'in-service': ' Release it first.',
  missing: ' Plug it in again.',
};

function requireState(action: Action, drive: DriveDocument): void {
  const state = driveState(drive);
  if (driveActions[action].includes(state)) return;
  const contents = state === 'occupied' ? ` (${describeContents(drive).join(', ')})` : '';
  throw new DomainError(
    'wrong-state',
    `Drive ${drive.serial} of ${drive.nodeName} is ${state}${contents}; ${action} needs it ${driveActions[action].join(' or ')}.${action === 'release' ? '' : (hints[state] ?? '')}`,
  );
}
