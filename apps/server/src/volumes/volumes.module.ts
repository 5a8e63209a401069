import { Module } from '@nestjs/common';
import { ExportsModule } from '../attachments/exports.module.js';
import { AuditModule } from '../audit/audit.module.js';
import { IntegrityServers } from '../domain/store/integrity/integrity-servers.service.js';
import { StoreModule } from '../domain/store/store.module.js';
import { ThinStoreModule } from '../domain/store/thin/thin-store.module.js';
import { DriveClassesModule } from '../drive-classes/drive-classes.module.js';
import { DrivesModule } from '../drives/drives.module.js';
import { JobsModule } from '../jobs/jobs.module.js';
import { SettingsModule } from '../settings/settings.module.js';
import { UsersModule } from '../users/users.module.js';
import { VolumeKeysModule } from '../volume-keys/volume-keys.module.js';
import { EpochsService } from './epochs.service.js';
import { LegObservationsService } from './leg-observations.service.js';
import { ScrubsService } from './scrubs.service.js';
import { ThreeCopies } from './three-copies.service.js';
import { VolumeChangesService } from './volume-changes.service.js';
import { VolumeKeyRequests } from './volume-key-requests.service.js';
import { VolumesController } from './volumes.controller.js';
import { VolumesRepository } from './volumes.repository.js';
import { VolumesService } from './volumes.service.js';

@Module({
  imports: [
    StoreModule,
    ThinStoreModule,
    AuditModule,
    DriveClassesModule,
    DrivesModule,
    ExportsModule,
    JobsModule,
    SettingsModule,
    UsersModule,
    VolumeKeysModule,
  ],
  controllers: [VolumesController],
  providers: [
    LegObservationsService,
    IntegrityServers,
    ThreeCopies,
    VolumesService,
    VolumesRepository,
    EpochsService,
    VolumeChangesService,
    VolumeKeyRequests,
    ScrubsService,
  ],
  exports: [VolumesService, VolumeChangesService, EpochsService],
})
export class VolumesModule {}
