import { createHash } from 'node:crypto';
import { defaultSettings } from '@weft/shared/kinds/settings/settings';
import { type Assignment, NO_HISTORY } from '@weft/shared/messages/assignment';
import type { ObjectStatus } from '@weft/shared/messages/report';
import type { Provisioning } from '@weft/shared/thin/thin-volume';
import { assignedStatusIds, statusChanges } from '../../apps/server/src/agents/messages/report-changes.js';
import { assignmentContent, contentHash } from '../../apps/server/src/domain/assignment/assignment-content.js';
import { planExports, type StoragePortal } from '../../apps/server/src/domain/attachment/exports.js';
import type { ObjectStatusDocument } from '../../apps/server/src/domain/documents/agent.documents.js';
import type { AttachmentDocument, ExportDocument } from '../../apps/server/src/domain/documents/attachment.document.js';
import type { DriveDocument } from '../../apps/server/src/domain/documents/drive.document.js';
import type { JobDocument } from '../../apps/server/src/domain/documents/job.document.js';
import type { SnapshotSetDocument } from '../../apps/server/src/domain/documents/snapshot-set.document.js';
import type { LegDocument, VolumeDocument } from '../../apps/server/src/domain/documents/volume.document.js';
import { volumeKeyId } from '../../apps/server/src/domain/encryption/volume-key.js';
import { foreignChanges, type Writer } from '../../apps/server/src/domain/one-writer.js';
import type { CandidateDrive, Candidates } from '../../apps/server/src/domain/placement/candidates.js';
import type { Place } from '../../apps/server/src/domain/repair/place.js';
import { NO_ENCRYPTION } from '../../apps/server/src/domain/storage-encryption/gap.js';
import { type Change, difference, type Slice, withOrders } from '../../apps/server/src/domain/store/slice.js';
import { type CacheDrive, cacheDrive } from '../../apps/server/src/domain/world/cache-drive.js';
import { type NodeSummary, VolumeWorld } from '../../apps/server/src/domain/world/volume-world.js';
import type { NodeState } from '../../packages/agent/src/reconcile/loop.js';
import { booked, forThin, reservedBy } from './thin-pools.js';

export const SETTINGS = defaultSettings;
/** Stripe size of every volume. */
export const STRIPE_BYTES = 65_536;
export const CLUSTER = 'c0000000-0000-4000-8000-000000000000';

export interface StoredNode extends NodeSummary {
  hostId: string;
  portals: StoragePortal[];
  lastHeardMs: number;
}

export const blankInventory = ({ serial, sizeBytes }: { serial: string; sizeBytes: number }): DriveDocument['status']['inventory'] => ({
  ...{ serial, nsid: 1, model: 'm', firmware: '1', wwid: null, sizeBytes, logicalBlockBytes: 512 },
  ...{ pciAddress: null, numaNode: null, contents: [], weftDriveId: null, inUse: false, smart: null },
});

/**
 * A server's MongoDB, in memory: the server's own documents, and the changes that its services make to them around its pure functions (assignments by
 * hash and generation, orders by generation, space reservations). One transaction is one call: nothing here awaits anything.
 */
export class StoredWorld {
  readonly nodes = new Map<string, StoredNode>();
  readonly drives = new Map<string, DriveDocument>();
  readonly volumes = new Map<string, VolumeDocument>();
  readonly attachments = new Map<string, AttachmentDocument>();
  readonly jobs = new Map<string, JobDocument>();
  readonly statuses = new Map<string, ObjectStatusDocument>();
  readonly assignments = new Map<string, Assignment>();
  readonly sets = new Map<string, SnapshotSetDocument>();
  /** Keys of encrypted volumes in base64, by their ids. */
  readonly volumeKeys = new Map<string, string>();

  /** Called right before and right after the commit of each transaction; an error that it throws ends the server's work there. */
  cut: (moment: 'before' | 'after') => void = () => undefined;
  #inTransaction = false;

  constructor(
    readonly nowMs: () => number,
    readonly newId: () => string,
  ) {}

  get now(): Date {
    return new Date(this.nowMs());
  }
  stored() {
    return { _id: this.newId(), version: 1, revision: 1, createdAt: this.now, updatedAt: this.now };
  }

  /** One transaction: all of `work` or nothing. An inner one is a part of the outer one. */
  atomically<T>(work: () => T): T {
    if (this.#inTransaction) return work();
    this.cut('before');
    this.#inTransaction = true;
    let result: T;
    try {
      result = work();
    } finally {
      this.#inTransaction = false;
    }
    this.cut('after');
    return result;
  }

  /** Makes a key, from the random numbers of the sweep. @returns its id */
  newKey(): string {
    const bytes = createHash('sha512').update(this.newId()).digest();
    const id = volumeKeyId(bytes);
    this.volumeKeys.set(id, bytes.toString('base64'));
    return id;
  }

  attachmentsOf(volumeId: string): AttachmentDocument[] {
    return [...this.attachments.values()].filter((each) => each.volumeId === volumeId);
  }
  world(volumeId: string): VolumeWorld | null {
    const volume = this.volumes.get(volumeId);
    const rest = [undefined, undefined, undefined, this.cacheDrives()] as const;
    return volume
      ? new VolumeWorld(volume, this.attachmentsOf(volumeId), this.nodes, [...this.statuses.values()], this.now, ...rest)
      : null;
  }

  /**
   * Like WorldStore: stores the differences, and new orders with the generations that carry them.
   * @throws Error when the change has fields of another writer.
   */
  write(before: Slice, after: Slice, writer: Writer): Slice {
    const foreign = foreignChanges(writer, before, after);
    if (foreign.length > 0) throw new Error(`a ${writer} changes ${foreign.join(', ')}, which another writer owns (domain/one-writer.ts)`);
    const { volume, attachments, nodeIds } = difference(before, after);
    put(this.attachments, attachments);
    put(this.volumes, volume ? [volume] : []);
    this.book();
    const generations = this.recompute(nodeIds);
    const ordered = withOrders(before, after, generations);
    for (const each of ordered.attachments) this.attachments.set(each._id, each);
    if (ordered.volume) this.volumes.set(ordered.volume._id, ordered.volume);
    return ordered;
  }

  /** Like EvictionWorldStore. @returns whether the scheduling changed. */
  schedule(drive: DriveDocument, { scheduling, schedulingSince }: Place): boolean {
    if (scheduling === (drive.spec.scheduling ?? 'open')) return false;
    this.atomically(() =>
      this.drives.set(drive._id, { ...drive, spec: { ...drive.spec, scheduling, schedulingSince: schedulingSince ?? this.now } }),
    );
    return true;
  }

  /** @returns the current generation of each node's assignment. */
  recompute(nodeIds: Iterable<string>): Map<string, number> {
    const hostIds = new Map([...this.nodes].map(([id, { hostId }]) => [id, hostId]));
    const generations = new Map<string, number>();
    for (const id of [...new Set(nodeIds)].sort()) {
      const node = this.nodes.get(id);
      if (!node) continue;
      const attachments = [...this.attachments.values()].filter(
        (each) => each.nodeId === id || each.exports.some((on) => on.nodeId === id),
      );
      const content = assignmentContent({
        node,
        settings: SETTINGS,
        drives: [...this.drives.values()],
        volumes: [...this.volumes.values()],
        attachments,
        snapshotSets: [...this.sets.values()].filter(({ spec }) => spec.client?.id === id),
        hostIds,
      });
      const hash = contentHash(content);
      const before = this.assignments.get(id);
      const generation = before?.hash === hash ? before.generation : (before?.generation ?? 0) + 1;
      if (before?.hash !== hash) this.assignments.set(id, { ...NO_HISTORY, clusterId: CLUSTER, nodeId: id, generation, hash, content });
      generations.set(id, generation);
    }
    return generations;
  }

  /** @param full everything that the agent knows: the first report of a connection. */
  report(nodeId: string, { bootId, generation, objects, orphans }: NodeState, full: boolean): void {
    const stored = new Map([...this.statuses].filter(([, each]) => each.nodeId === nodeId));
    const assigned = assignedStatusIds(nodeId, this.assignments.get(nodeId)?.content);
    const { upsert, removeIds } = statusChanges(nodeId, { bootId, generation, full, objects, orphans }, assigned, stored, this.now);
    if (removeIds.length + upsert.length === 0) return;
    this.atomically(() => {
      for (const id of removeIds) this.statuses.delete(id);
      for (const each of upsert) this.statuses.set(each._id, { ...each, version: 1 });
    });
  }
  lastReport(nodeId: string, kind: ObjectStatus['kind'], id: string): ObjectStatus | undefined {
    const found = this.statuses.get(`${nodeId}/${kind}/${id}`);
    return found?.bootId === this.nodes.get(nodeId)?.status.bootId ? found?.status : undefined;
  }

  openJob(kind: JobDocument['kind'], subject: JobDocument['subject']): void {
    const job: JobDocument = {
      ...this.stored(),
      ...{ kind, subject, requestedBy: 'sweep', state: 'running', steps: [], waitingFor: [], error: null, finishedAt: null },
    };
    this.jobs.set(job._id, job);
  }
  openJobs(subjectIds: readonly string[]): JobDocument[] {
    return [...this.jobs.values()].filter(
      ({ state, subject }) => state !== 'done' && state !== 'failed' && subjectIds.includes(subject.id),
    );
  }

  /** @param unsaved exports that were planned earlier and are not stored yet. */
  exportsOf(attachment: AttachmentDocument, legs: readonly LegDocument[], unsaved: readonly ExportDocument[] = []): ExportDocument[] {
    const { targets, usedServiceIds } = this.exportSurroundings();
    for (const { nodeId, serviceId } of unsaved) usedServiceIds.get(nodeId)?.add(serviceId);
    const {
      _id: attachmentId,
      nodeId: id,
      nodeName: name,
      spec: { epoch, transport },
    } = attachment;
    return planExports({
      ...{ attachmentId, epoch, transport, legs, targets, usedServiceIds, ...NO_ENCRYPTION },
      client: { id, name, portals: targets.get(id) ?? [] },
    });
  }
  /** Portals and used service ids of every node. */
  exportSurroundings() {
    const usedServiceIds = new Map<string, Set<number>>([...this.nodes.keys()].map((id) => [id, new Set()]));
    for (const each of this.attachments.values())
      for (const { nodeId, serviceId } of each.exports) usedServiceIds.get(nodeId)?.add(serviceId);
    return { ...NO_ENCRYPTION, targets: new Map([...this.nodes].map(([id, { portals }]) => [id, portals])), usedServiceIds };
  }

  /** Whether new legs may be placed on the drive. */
  isOpen(driveId: string): boolean {
    return (this.drives.get(driveId)?.spec.scheduling ?? 'open') === 'open';
  }
  allocatedBytes(driveId: string): number {
    return this.drives.get(driveId)?.status.allocatedBytes ?? 0;
  }
  cacheDrives(): CacheDrive[] {
    const drives = [...this.drives.values()].filter(({ spec }) => spec.role === 'cache');
    return drives.map((drive) => cacheDrive({ ...drive, freeBytes: drive.status.capacityBytes - this.allocatedBytes(drive._id) }, true));
  }
  /** Reserves on drives what volumes have there. */
  book(): void {
    const reserved = reservedBy(this.volumes.values());
    for (const [id, drive] of this.drives) this.drives.set(id, booked(drive, reserved.get(id)));
  }
  /** Drives that can take new legs. */
  candidates(provisioning: Provisioning = 'thick'): Candidates {
    const drives = [...this.drives.values()].flatMap((drive): CandidateDrive[] => {
      const node = this.nodes.get(drive.nodeId);
      if (drive.spec.role === 'cache' || !drive.status.present || node?.status.connection.state !== 'online' || !this.isOpen(drive._id))
        return [];
      const freeBytes = drive.status.capacityBytes - this.allocatedBytes(drive._id);
      const {
        _id: driveId,
        serial,
        nodeId,
        nodeName,
        status: { capacityBytes },
      } = drive;
      return [{ driveId, serial, nodeId, nodeName, failureDomain: nodeName, numaNode: null, freeBytes, capacityBytes }];
    });
    const all = { className: 'all', drives, leftOut: [] };
    return provisioning === 'thin' ? forThin(all, this.drives, this.nodes.keys()) : all;
  }

  /** All documents, as of now. */
  backup(): Backup {
    const { drives, volumes, attachments, jobs, statuses, assignments, sets } = this;
    return structuredClone({ drives, volumes, attachments, jobs, statuses, assignments, sets });
  }
  /** Forgets all later writes. Counters did not go back: each node's assignment is `generationsAhead` ahead of the backup. */
  restore(backup: Backup, { generationsAhead }: { generationsAhead: number }): void {
    const copy = structuredClone(backup);
    const replace = <V>(into: Map<string, V>, from: Map<string, V>) => {
      into.clear();
      for (const [id, each] of from) into.set(id, each);
    };
    replace(this.drives, copy.drives);
    replace(this.volumes, copy.volumes);
    replace(this.attachments, copy.attachments);
    replace(this.jobs, copy.jobs);
    replace(this.sets, copy.sets);
    replace(this.statuses, copy.statuses);
    replace(this.assignments, copy.assignments);
    for (const [id, each] of this.assignments) this.assignments.set(id, { ...each, generation: each.generation + generationsAhead });
  }
}

function put<T extends { _id: string }>(into: Map<string, T>, changes: readonly Change<T>[]): void {
  for (const each of changes)
    if (each.change === 'remove') into.delete(each.before._id);
    else into.set(each.after._id, each.after);
}

type Backup = Pick<StoredWorld, 'drives' | 'volumes' | 'attachments' | 'jobs' | 'statuses' | 'assignments' | 'sets'>;
