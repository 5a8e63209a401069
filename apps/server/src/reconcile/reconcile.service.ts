import { Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { retryDelayMs } from '@weft/shared/load/retry';
import { KeyRotation } from '../authentication/key-rotation.service.js';
import { type Change, ChangeFeed } from '../core/changes/change-feed.js';
import { type Lease, Leases } from '../core/leases/leases.js';
import { concurrency } from '../core/load/concurrency.js';
import { retries } from '../core/load/retries.js';
import { partsOfStatusId } from '../domain/documents/agent.documents.js';
import { AssignmentsService } from '../domain/store/assignments.service.js';
import { DrivesService } from '../drives/drives.service.js';
import { MaintenanceService } from '../maintenance/maintenance.service.js';
import { EvictionsService } from '../repair/evictions.service.js';
import { changeOfNode } from './changed-node.js';
import { type Looked, type Reconcile, type ReconcilerName, reconcilerNames, reconcilers, type SubjectsOf } from './reconcilers.js';
import { SnapshotSetReconciler } from './snapshot-set-reconciler.js';
import { SubjectsRepository } from './subjects.repository.js';
import { VolumeReconciler } from './volume-reconciler.js';
import { WorkQueue } from './work-queue.js';

/** Least interval of full passes: they limit the delay of work that a lost event left undone. A pass over a large cluster takes longer than this. */
const FULL_PASS_MS = 60_000;
/** A pass of the clock, in a tenth of the time. */
const EVERYTHING = 'everything';
/** A pass after something that leaves no event for each object: events may have been missed, or settings have changed. */
const EVERYTHING_SOON = 'everything-soon';
/** A node has an assignment on its disk. */
const ACCEPTED = 'accepted';
/** The only subject of a reconciler that handles all of its objects at once. */
const ALL = 'all';

/**
 * Computes the next state from agents' reports, on one server at a time, under a lease. Level-triggered: events only say which objects to check.
 */
@Injectable()
export class ReconcileService implements OnApplicationBootstrap {
  private readonly logger = new Logger(ReconcileService.name);
  private queue = new WorkQueue();
  /** By key: timers for a check without a new report. */
  private readonly delays = new Map<string, NodeJS.Timeout>();

  private readonly subjects: SubjectsOf = {
    volume: {
      volumes: itself,
      attachments: (id) => this.repository.volumeOfAttachment(id),
      objectStatuses: (id) => this.volumesOfStatus(id),
      nodes: (id) => this.repository.volumesAround(id),
      drives: (id) => this.volumesOfDrive(id),
    },
    snapshots: {
      snapshotSets: itself,
      objectStatuses: (id) => this.snapshotSets.about(partsOfStatusId(id).objectId),
      attachments: (id) => this.snapshotSets.about(id),
    },
    drive: {
      drives: itself,
      objectStatuses: async (id) => {
        const { kind, objectId } = partsOfStatusId(id);
        return kind === 'drive' ? [objectId] : [];
      },
      nodes: (id) => this.repository.drivesWithOrder(id),
    },
    evictions: { volumes: all, drives: all, nodes: all },
    maintenance: { nodes: all },
    authentication: {
      authenticationPairs: all,
      objectStatuses: async () => (this.keyRotation.isRunning ? [ALL] : []),
      settings: all,
    },
    assignments: { settings: all },
  };

  private readonly reconcilers: Reconcile = {
    volume: async (id, lease) => ({ again: await this.volumeReconciler.reconcile(id, lease) }),
    snapshots: async (id, lease) => ({ again: await this.snapshotSets.reconcile(id, lease) }),
    drive: async (id, lease) => {
      await this.drives.reconcile(id, lease);
      return {};
    },
    evictions: (_, lease) => this.evictionsChanged(lease),
    maintenance: async (_, lease) => ({ again: await this.maintenance.expire(lease) }),
    authentication: async (_, lease) => ({ again: await this.keyRotation.advance(lease) }),
    assignments: async (_, lease) => {
      await this.assignments.recomputeAll(lease);
      return {};
    },
  };

  constructor(
    private readonly repository: SubjectsRepository,
    private readonly leases: Leases,
    private readonly feed: ChangeFeed,
    private readonly volumeReconciler: VolumeReconciler,
    private readonly snapshotSets: SnapshotSetReconciler,
    private readonly drives: DrivesService,
    private readonly assignments: AssignmentsService,
    private readonly evictions: EvictionsService,
    private readonly maintenance: MaintenanceService,
    private readonly keyRotation: KeyRotation,
  ) {}

  onApplicationBootstrap(): void {
    this.leases.run('reconcile', (lease) => this.work(lease));
  }

  private async work(lease: Lease): Promise<void> {
    this.queue = new WorkQueue();
    const { queue } = this;
    const off = [this.feed.onChange((change) => this.changed(change)), this.feed.onResync(() => this.lookAtAll(queue))];
    const pass = setInterval(() => queue.add(EVERYTHING), FULL_PASS_MS);
    this.lookAtAll(queue);
    const failures = new Map<string, number>();
    try {
      const lane = () => queue.lane((key) => this.guarded(key, lease, queue, failures), lease.signal);
      await Promise.all(Array.from({ length: concurrency.reconcilers.concurrent }, lane));
    } finally {
      clearInterval(pass);
      for (const timer of this.delays.values()) clearTimeout(timer);
      this.delays.clear();
      for (const unsubscribe of off) unsubscribe();
    }
  }

  /** Queues everything that may have been missed, including changes of settings. These touch every node's assignment, so full passes omit them. */
  private lookAtAll(queue: WorkQueue): void {
    queue.add(EVERYTHING_SOON);
    queue.add(`assignments/${ALL}`);
  }

  private changed({ collection, id, fields }: Change): void {
    if (collection === 'settings') this.queue.add(EVERYTHING_SOON);
    const ofNode = collection === 'nodes' ? changeOfNode(fields) : 'anything';
    if (ofNode === 'accepted') this.queue.add(`${ACCEPTED}/${id}`);
    if (ofNode !== 'anything') return;
    if (reconcilerNames.some((name) => collection in reconcilers[name].inputs)) this.queue.add(`changed/${collection}/${id}`);
  }

  /** Retries a failed key with back-off until it succeeds: a database error passes, and an error in Weft must stay visible. */
  private async guarded(key: string, lease: Lease, queue: WorkQueue, failures: Map<string, number>): Promise<void> {
    try {
      await this.reconcile(key, lease, queue);
      failures.delete(key);
    } catch (error) {
      if (lease.signal.aborted) return;
      const count = (failures.get(key) ?? 0) + 1;
      failures.set(key, count);
      const pauseMs = retryDelayMs(retries.reconcile, count);
      this.logger.error({ err: error, key, failures: count, pauseMs }, `${key} was not reconciled; the server retries it`);
      setTimeout(() => queue.add(key), pauseMs).unref();
    }
  }

  private async reconcile(key: string, lease: Lease, queue: WorkQueue): Promise<void> {
    if (key === EVERYTHING) return this.everything(queue, (each) => queue.addCalm(each));
    if (key === EVERYTHING_SOON) return this.everything(queue, (each) => queue.addLater(each));
    const [name = '', ...rest] = key.split('/');
    if (name === 'changed') return this.lookAfterChange(rest, queue);
    if (name === ACCEPTED) {
      for (const id of await this.repository.drivesWithOrder(rest[0])) queue.add(`drive/${id}`);
      return;
    }
    const { again = null, volumes = [] } = await this.reconcilers[name as ReconcilerName](rest.join('/'), lease);
    for (const id of volumes) queue.add(`volume/${id}`);
    this.lookAgain(key, again, queue);
  }

  /** Status ids contain slashes. */
  private async lookAfterChange([collection = '', ...id]: string[], queue: WorkQueue): Promise<void> {
    await Promise.all(
      reconcilerNames.map(async (name) => {
        const subjects: Partial<Record<string, (id: string) => Promise<string[]>>> = this.subjects[name];
        for (const subject of (await subjects[collection]?.(id.join('/'))) ?? []) queue.add(`${name}/${subject}`);
      }),
    );
  }

  /** No event reports the end of a delay; the full pass would find it later. One timer per key: each check renews it. */
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

  private async everything(queue: WorkQueue, add: (key: string) => void): Promise<void> {
    queue.addLater(`evictions/${ALL}`);
    queue.addLater(`maintenance/${ALL}`);
    queue.addLater(`authentication/${ALL}`);
    for (const id of await this.snapshotSets.all()) add(`snapshots/${id}`);
    for (const id of await this.repository.volumes()) add(`volume/${id}`);
    for (const id of await this.repository.drivesWithOrder()) add(`drive/${id}`);
  }

  private async volumesOfStatus(statusId: string): Promise<string[]> {
    const { kind, objectId } = partsOfStatusId(statusId);
    if (kind === 'drive') return [];
    return kind === 'leg' ? this.repository.volumesWithLeg(objectId) : this.repository.volumeOfAttachment(objectId);
  }

  private async volumesOfDrive(driveId: string): Promise<string[]> {
    const caching = await this.repository.volumesOfCacheDrive(driveId);
    return (await this.evictions.isRestricted(driveId))
      ? [...new Set([...caching, ...(await this.repository.volumesOnDrive(driveId))])]
      : caching;
  }

  /** A finished resync makes room for the next one, of any volume. */
  private async evictionsChanged(lease: Lease): Promise<Looked> {
    const changed = await this.evictions.refresh(lease);
    return changed.length === 0 ? {} : { volumes: [...changed, ...(await this.repository.volumesWaitingForTurn())] };
  }
}

const itself = async (id: string): Promise<string[]> => [id];
const all = async (): Promise<string[]> => [ALL];
