import { Injectable } from '@nestjs/common';
import type { ClassCapacity } from '@weft/shared/kinds/views/overview';
import { SharedReads } from '../../core/load/shared-reads.js';
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
    return this.reads.get('classes', async () => {
      const [classes, mirrors, closed] = await Promise.all([
        this.classes.totals(),
        this.repository.mirrorBytes(),
        this.repository.closedNodes(now),
      ]);
      return capacitiesOf(classes, mirrors, closed);
    });
  }
}
