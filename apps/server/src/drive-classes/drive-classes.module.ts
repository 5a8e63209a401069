import { Module } from '@nestjs/common';
import { StoreModule } from '../domain/store/store.module.js';
import { DrivesModule } from '../drives/drives.module.js';
import { StatsModule } from '../stats/stats.module.js';
import { CapacityRecorder } from './capacity-recorder.js';
import { DriveClassesController } from './drive-classes.controller.js';
import { DriveClassesRepository } from './drive-classes.repository.js';
import { DriveClassesService } from './drive-classes.service.js';

@Module({
  imports: [StoreModule, DrivesModule, StatsModule],
  controllers: [DriveClassesController],
  providers: [DriveClassesService, DriveClassesRepository, CapacityRecorder],
  exports: [DriveClassesService],
})
export class DriveClassesModule {}
