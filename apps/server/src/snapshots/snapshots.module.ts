import { Controller, Module } from '@nestjs/common';
import { endpoints } from '@weft/shared/endpoints/endpoints';
import { callerName, Handles, In, type Input } from '../core/http/handles.js';
import { StoreModule } from '../domain/store/store.module.js';
import { ThinStoreModule } from '../domain/store/thin/thin-store.module.js';
import { DriveClassesModule } from '../drive-classes/drive-classes.module.js';
import { JobsModule } from '../jobs/jobs.module.js';
import { VolumeKeysModule } from '../volume-keys/volume-keys.module.js';
import { VolumesModule } from '../volumes/volumes.module.js';
import { CopiesService } from './copies.service.js';
import { SnapshotSchedules } from './schedules.service.js';
import { SnapshotsRepository } from './snapshots.repository.js';
import { SnapshotsService } from './snapshots.service.js';

@Controller()
export class SnapshotsController {
  constructor(
    private readonly snapshots: SnapshotsService,
    private readonly copies: CopiesService,
  ) {}

  @Handles(endpoints.listSnapshots)
  list(@In() { query }: Input<typeof endpoints.listSnapshots>) {
    return this.snapshots.list(query);
  }

  @Handles(endpoints.getSnapshot)
  get(@In() { params }: Input<typeof endpoints.getSnapshot>) {
    return this.snapshots.get(params.id);
  }

  @Handles(endpoints.createSnapshots)
  create(@In() { body, caller }: Input<typeof endpoints.createSnapshots>) {
    return this.snapshots.create({ ...body, requestedBy: callerName(caller), origin: 'person' });
  }

  @Handles(endpoints.deleteSnapshot)
  remove(@In() { params, ifMatch, caller }: Input<typeof endpoints.deleteSnapshot>) {
    return this.snapshots.remove(params.id, ifMatch, callerName(caller));
  }

  @Handles(endpoints.cloneSnapshot)
  clone(@In() { params, body, caller }: Input<typeof endpoints.cloneSnapshot>) {
    return this.copies.clone(params.id, body, callerName(caller));
  }

  @Handles(endpoints.rollBack)
  rollBack(@In() { params, ifMatch, body, caller }: Input<typeof endpoints.rollBack>) {
    return this.copies.rollBack(params.id, ifMatch, body.volumeName, callerName(caller));
  }
}

@Module({
  imports: [StoreModule, ThinStoreModule, DriveClassesModule, JobsModule, VolumeKeysModule, VolumesModule],
  controllers: [SnapshotsController],
  providers: [SnapshotsService, SnapshotsRepository, CopiesService, SnapshotSchedules],
})
export class SnapshotsModule {}
