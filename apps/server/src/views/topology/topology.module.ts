import { Module } from '@nestjs/common';
import { DriveClassesModule } from '../../drive-classes/drive-classes.module.js';
import { OrphansModule } from '../../orphans/orphans.module.js';
import { SettingsModule } from '../../settings/settings.module.js';
import { TopologyController } from './topology.controller.js';
import { TopologyRepository } from './topology.repository.js';
import { TopologyService } from './topology.service.js';

@Module({
  imports: [DriveClassesModule, OrphansModule, SettingsModule],
  controllers: [TopologyController],
  providers: [TopologyService, TopologyRepository],
})
export class TopologyModule {}
