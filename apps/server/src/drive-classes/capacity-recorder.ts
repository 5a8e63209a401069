import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { type Lease, Leases } from '../core/leases/leases.js';
import { whileHeld } from '../core/leases/while-held.js';
import { DrivesService } from '../drives/drives.service.js';
import { CapacityHistory } from '../stats/capacity/capacity-history.service.js';
import { DriveClassesService } from './drive-classes.service.js';

const EVERY_MS = 60_000;
const CLUSTER = { id: '', members: { by: 'selector' as const, selector: {} } };

/**
 * Records the capacity of every class and of the cluster once in each clock hour, on one server at a time.
 *  - It looks each minute whether the hour has a sample, so an hour of which any server ran for a minute has one.
 *  - Time series take part in no transaction: a server that loses the lease while it writes may write an hour a second time. The first sample counts.
 */
@Injectable()
export class CapacityRecorder implements OnApplicationBootstrap {
  constructor(
    private readonly leases: Leases,
    private readonly classes: DriveClassesService,
    private readonly drives: DrivesService,
    private readonly history: CapacityHistory,
  ) {}

  onApplicationBootstrap(): void {
    this.leases.run('capacity-history', (lease) => whileHeld(lease, EVERY_MS, () => this.record(lease, Date.now())));
  }

  async record(lease: Pick<Lease, 'signal'>, now: number): Promise<void> {
    if (await this.history.isRecorded(now)) return;
    const classes = await this.classes.totals();
    const [cluster] = await this.drives.totals([CLUSTER.members]);
    if (lease.signal.aborted || !cluster) return;
    const all = [...classes, { id: CLUSTER.id, totals: cluster }];
    await this.history.record(
      all.map(({ id, totals: { capacityBytes, allocatedBytes, freeBytes } }) => ({
        ...{ at: now, driveClassId: id, capacityBytes, allocatedBytes, freeBytes },
      })),
    );
  }
}
