import { Injectable } from '@nestjs/common';
import type { ClassCapacity } from '@weft/shared/kinds/views/overview';
import { SharedReads } from '../../core/load/shared-reads.js';
import { readingEverything } from '../../core/scope/scope.js';
import { DriveClassesService } from '../../drive-classes/drive-classes.service.js';
import { capacitiesOf } from './capacity.js';
import { OverviewRepository } from './overview.repository.js';

/** Bytes of each drive class, and its headroom for repair: for the overview, metrics and alerts. */
@Injectable()
export class CapacityService {
  private readonly reads = new SharedReads<ClassCapacity[]>();

  constructor(
    private readonly repository: OverviewRepository,
    private readonly classes: DriveClassesService,
  ) {}

  read(now: Date): Promise<ClassCapacity[]> {
    // Sums of a class name no volume, and without all volumes the headroom for repair would be wrong.
    return readingEverything(() =>
      this.reads.get('classes', async () => {
        const [classes, mirrors, closed] = await Promise.all([
          this.classes.totals(),
          this.repository.mirrorBytes(),
          this.repository.closedNodes(now),
        ]);
        return capacitiesOf(classes, mirrors, closed);
      }),
    );
  }
}
