import { Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { REPAIR_WAITING } from '@weft/shared/kinds/condition-types';
import { type Change, ChangeFeed } from '../core/changes/change-feed.js';
import { type Lease, Leases } from '../core/leases/leases.js';
import { Mongo } from '../core/mongo/mongo.js';
import { anyLeg } from '../domain/documents/volume.document.js';
import { AssignmentsService } from '../domain/store/assignments.service.js';
import { readable } from '../domain/store/readable.js';
import { DrivesService } from '../drives/drives.service.js';
import { MaintenanceService } from '../maintenance/maintenance.service.js';
import { EvictionsService } from '../repair/evictions.service.js';
import { VolumeReconciler } from './volume-reconciler.js';
import { WorkQueue } from './work-queue.js';

/** Leases serialise their transactions; a second lane reads while the first writes. */
const LANES = 2;
/** Everything is looked at again this often: what a lost event left undone is not left for long. */
const FULL_PASS_MS = 60_000;
const LONGEST_PAUSE_MS = 30_000;

/**
 * One server at a time, under a lease, turns what agents report into the next state. Level-triggered: events only say what to look at.
 */
@Injectable()
export class ReconcileService implements OnApplicationBootstrap {
  private readonly logger = new Logger(ReconcileService.name);
  private queue = new WorkQueue();
  /** By key: what is looked at again though nothing is reported. */
  private readonly delays = new Map<string, NodeJS.Timeout>();

  constructor(
    private readonly mongo: Mongo,
    private readonly leases: Leases,
    private readonly feed: ChangeFeed,
    private readonly volumeReconciler: VolumeReconciler,
    private readonly drives: DrivesService,
    private readonly assignments: AssignmentsService,
    private readonly evictions: EvictionsService,
    private readonly maintenance: MaintenanceService,
  ) {}

  onApplicationBootstrap(): void {
    this.leases.run('reconcile', (lease) => this.work(lease));
  }

  private async work(lease: Lease): Promise<void> {
    this.queue = new WorkQueue();
    const { queue } = this;
    const off = [this.feed.onChange((change) => this.changed(change)), this.feed.onResync(() => this.lookAtAll(queue))];
    const pass = setInterval(() => queue.add('everything'), FULL_PASS_MS);
    this.lookAtAll(queue);
    const failures = new Map<string, number>();
    try {
      const lane = () => queue.lane((key) => this.guarded(key, lease, queue, failures), lease.signal);
      await Promise.all(Array.from({ length: LANES }, lane));
    } finally {
      clearInterval(pass);
      for (const timer of this.delays.values()) clearTimeout(timer);
      this.delays.clear();
      for (const unsubscribe of off) unsubscribe();
    }
  }

  /** What may have been missed: changes of settings too, which touch every node's assignment and so are not part of each pass. */
  private lookAtAll(queue: WorkQueue): void {
    queue.add('everything');
    queue.add('settings');
  }

  private changed({ collection, id }: Change): void {
    if (
      collection === 'objectStatuses' ||
      collection === 'volumes' ||
      collection === 'attachments' ||
      collection === 'drives' ||
      collection === 'nodes'
    )
      this.queue.add(`${collection}:${id}`);
    if (collection === 'volumes' || collection === 'drives' || collection === 'nodes') this.queue.add('evictions');
    if (collection === 'nodes') this.queue.add('maintenance');
    if (collection === 'settings') this.queue.add('settings');
  }

  /** A key that fails is tried again with back-off until it works: an error of the database passes, and one of ours must stay visible. */
  private async guarded(key: string, lease: Lease, queue: WorkQueue, failures: Map<string, number>): Promise<void> {
    try {
      await this.reconcile(key, lease, queue);
      failures.delete(key);
    } catch (error) {
      if (lease.signal.aborted) return;
      const count = (failures.get(key) ?? 0) + 1;
      failures.set(key, count);
      const pauseMs = Math.min(LONGEST_PAUSE_MS, 250 * 2 ** count);
      this.logger.error({ err: error, key, failures: count, pauseMs }, `${key} was not reconciled and is tried again`);
      setTimeout(() => queue.add(key), pauseMs).unref();
    }
  }

  private async reconcile(key: string, lease: Lease, queue: WorkQueue): Promise<void> {
    const [kind, id = ''] = key.split(':', 2);
    switch (kind) {
      case 'volume':
        return this.lookAgain(key, await this.volumeReconciler.reconcile(id, lease), queue);
      case 'volumes':
        return queue.add(`volume:${id}`);
      case 'drives':
        await this.drives.reconcile(id, lease);
        if (await this.evictions.isRestricted(id)) this.add(queue, await this.volumeIds({ 'legs.driveId': id }));
        return;
      case 'evictions':
        return this.evictionsChanged(await this.evictions.refresh(lease), queue);
      case 'maintenance':
        return this.lookAgain(key, await this.maintenance.expire(lease), queue);
      case 'attachments':
        return this.add(queue, await this.volumesOfAttachments({ _id: id }));
      case 'objectStatuses':
        return this.reported(id, queue);
      case 'nodes':
        return this.nodeChanged(id, queue);
      case 'settings':
        return this.assignments.recomputeAll(lease);
      case 'everything':
        return this.everything(queue);
      default:
        throw new Error(`no reconciler for ${key}`);
    }
  }

  /** A copy that is done makes room for the next one, whosever it is. */
  private async evictionsChanged(volumeIds: string[], queue: WorkQueue): Promise<void> {
    if (volumeIds.length > 0) this.add(queue, [...volumeIds, ...(await this.volumeIds(waitingForTurn))]);
  }

  /** A delay that runs out is reported by nobody. The full pass would find it too, later. One timer for each key: each look renews it. */
  private lookAgain(key: string, at: Date | null, queue: WorkQueue): void {
    clearTimeout(this.delays.get(key));
    this.delays.delete(key);
    if (!at) return;
    const delayMs = Math.min(FULL_PASS_MS, Math.max(0, at.getTime() - Date.now()));
    const timer = setTimeout(() => {
      this.delays.delete(key);
      queue.add(key);
    }, delayMs).unref();
    this.delays.set(key, timer);
  }

  /** Status ids are `<nodeId>/<kind>/<objectId>`. */
  private async reported(statusId: string, queue: WorkQueue): Promise<void> {
    const [, kind, objectId = ''] = statusId.split('/');
    if (kind === 'drive') queue.add(`drives:${objectId}`);
    else if (kind === 'leg') this.add(queue, await this.volumeIds(anyLeg('id', objectId)));
    else this.add(queue, await this.volumesOfAttachments({ _id: objectId }));
  }

  private async nodeChanged(nodeId: string, queue: WorkQueue): Promise<void> {
    this.add(queue, await this.volumeIds(anyLeg('nodeId', nodeId)));
    this.add(queue, await this.volumesOfAttachments({ $or: [{ nodeId }, { 'exports.nodeId': nodeId }] }));
    for (const id of await this.driveIds({ nodeId })) queue.add(`drives:${id}`);
  }

  private async everything(queue: WorkQueue): Promise<void> {
    queue.addLater('evictions');
    queue.addLater('maintenance');
    for (const id of await this.volumeIds({})) queue.addLater(`volume:${id}`);
    for (const id of await this.driveIds({})) queue.addLater(`drives:${id}`);
  }

  private add(queue: WorkQueue, volumeIds: string[]): void {
    for (const id of volumeIds) queue.add(`volume:${id}`);
  }

  private async volumeIds(filter: object): Promise<string[]> {
    const found = await readable(this.mongo, 'volumes')
      .find(filter, { projection: { _id: 1 } })
      .toArray();
    return found.map(({ _id }) => _id);
  }

  private async volumesOfAttachments(filter: object): Promise<string[]> {
    const found = await readable(this.mongo, 'attachments')
      .find(filter, { projection: { volumeId: 1 } })
      .toArray();
    return found.map(({ volumeId }) => volumeId);
  }

  private async driveIds(filter: object): Promise<string[]> {
    const waiting = { $or: [{ desired: { $ne: 'observed' } }, { wipe: { $ne: null } }] };
    const found = await readable(this.mongo, 'drives')
      .find({ $and: [filter, waiting] }, { projection: { _id: 1 } })
      .toArray();
    return found.map(({ _id }) => _id);
  }
}

const waitingForTurn = { conditions: { $elemMatch: { type: REPAIR_WAITING, reason: 'copies-running' } } };
