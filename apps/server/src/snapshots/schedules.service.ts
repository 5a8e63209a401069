import { Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { DomainError } from '@weft/shared/errors/domain-error';
import { Leases } from '../core/leases/leases.js';
import { whileHeld } from '../core/leases/while-held.js';
import type { VolumeDocument } from '../domain/documents/volume.document.js';
import { expired, isDue } from '../domain/snapshot/schedule.js';
import { SnapshotsRepository } from './snapshots.repository.js';
import { SnapshotsService } from './snapshots.service.js';

const LOOK_MS = 30_000;
/** Who takes and deletes snapshots that no person asked for. */
const BY_ITSELF = 'weft';

/** Takes the snapshots that schedules want, and deletes those beyond the number that is kept: on one server at a time, under a lease. */
@Injectable()
export class SnapshotSchedules implements OnApplicationBootstrap {
  private readonly logger = new Logger(SnapshotSchedules.name);

  constructor(
    private readonly leases: Leases,
    private readonly repository: SnapshotsRepository,
    private readonly snapshots: SnapshotsService,
  ) {}

  onApplicationBootstrap(): void {
    this.leases.run('snapshot-schedules', (lease) => whileHeld(lease, LOOK_MS, () => this.turn(new Date())));
  }

  /** One look at all schedules. */
  async turn(now: Date): Promise<void> {
    for (const volume of await this.repository.scheduled()) {
      await this.told(volume, async () => {
        if (isDue(volume, now)) await this.take(volume);
        await this.deleteExpired(volume);
      });
    }
  }

  /** Another server that had the lease before may take it too: the volume's mark refuses the second one. */
  private async take({ _id }: VolumeDocument): Promise<void> {
    await this.snapshots.create({ volumeIds: [_id], name: null, description: '', origin: 'schedule', requestedBy: BY_ITSELF });
  }

  private async deleteExpired({ _id, spec: { snapshotSchedule } }: VolumeDocument): Promise<void> {
    const taken = await this.repository.takenBySchedule(_id);
    const attached = await this.repository.attachedIds(taken.map((each) => each._id));
    const dated = taken.map((each) => ({ id: each._id, version: each.version, takenAt: each.spec.snapshot?.takenAt ?? each.createdAt }));
    for (const { id, version } of expired(dated, snapshotSchedule?.keep ?? dated.length))
      if (!attached.has(id)) await this.snapshots.remove(id, version, BY_ITSELF);
  }

  /** What refuses one volume's snapshot does not keep the others from theirs. The volume's condition tells people. */
  private async told({ name }: VolumeDocument, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      this.logger.warn({ volume: name, code: error.code }, `a scheduled snapshot of ${name} waits: ${error.message}`);
    }
  }
}
