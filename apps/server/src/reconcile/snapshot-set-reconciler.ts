import { Injectable } from '@nestjs/common';
import type { Lease } from '../core/leases/leases.js';
import { advanceSet, type SetStep, type SetWorld } from '../domain/snapshot/advance-set.js';
import { SnapshotSets } from '../domain/store/thin/snapshot-sets.service.js';

/** Takes snapshots that are being taken one step on: each step is one transaction under the lease. */
@Injectable()
export class SnapshotSetReconciler {
  constructor(private readonly sets: SnapshotSets) {}

  all(): Promise<string[]> {
    return this.sets.ids({});
  }

  /** Sets with the leg or attachment. */
  about(objectId: string): Promise<string[]> {
    return this.sets.ids({ $or: [{ 'spec.legIds': objectId }, { 'spec.attachmentIds': objectId }] });
  }

  /** @returns when to check the set again even without a report, or null. */
  async reconcile(id: string, lease: Lease): Promise<Date | null> {
    const before = await this.sets.read(id);
    if (!before) return null;
    const step = advanceSet(before);
    if (isNone(before, step)) return step.lookAgainAt;
    return lease.transaction(async (session) => {
      const world = await this.sets.read(id, session);
      if (!world) return null;
      const next = advanceSet(world);
      if (!isNone(world, next)) await this.sets.write(world, next, session);
      return next.lookAgainAt;
    });
  }
}

const isNone = (world: SetWorld, { set, volumes }: SetStep): boolean => set === world.set && volumes.length === 0;
