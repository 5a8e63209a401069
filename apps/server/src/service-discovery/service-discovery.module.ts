import { Module } from '@nestjs/common';
import { ServiceDiscoveryController } from './service-discovery.controller.js';
import { ServiceDiscoveryService } from './service-discovery.service.js';

@Module({ controllers: [ServiceDiscoveryController], providers: [ServiceDiscoveryService] })
export class ServiceDiscoveryModule {}
