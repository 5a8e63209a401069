import { Module } from '@nestjs/common';
import { StoreModule } from '../domain/store/store.module.js';
import { NodesController } from './nodes.controller.js';
import { NodesRepository } from './nodes.repository.js';
import { NodesService } from './nodes.service.js';

@Module({
  imports: [StoreModule],
  controllers: [NodesController],
  providers: [NodesService, NodesRepository],
  exports: [NodesService],
})
export class NodesModule {}
