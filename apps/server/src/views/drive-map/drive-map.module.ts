import { Module } from '@nestjs/common';
import { DrivesModule } from '../../drives/drives.module.js';
import { StatsModule } from '../../stats/stats.module.js';
import { DriveMapController } from './drive-map.controller.js';
import { DriveMapService } from './drive-map.service.js';

@Module({ imports: [DrivesModule, StatsModule], controllers: [DriveMapController], providers: [DriveMapService] })
export class DriveMapModule {}
