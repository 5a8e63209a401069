import { Module } from '@nestjs/common';
import { StoreModule } from '../domain/store/store.module.js';
import { OrphansModule } from '../orphans/orphans.module.js';
import { NodesController } from './nodes.controller.js';
import { NodesRepository } from './nodes.repository.js';
import { NodesService } from './nodes.service.js';

@Module({
  imports: [OrphansModule, StoreModule],
  controllers: [NodesController],
  providers: [NodesService, NodesRepository],
  exports: [NodesService],
})
export class NodesModule {}
