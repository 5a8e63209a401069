import { Module } from '@nestjs/common';
import { NodesController } from './nodes.controller.js';
import { NodesRepository } from './nodes.repository.js';
import { NodesService } from './nodes.service.js';

@Module({ controllers: [NodesController], providers: [NodesService, NodesRepository], exports: [NodesService] })
export class NodesModule {}
