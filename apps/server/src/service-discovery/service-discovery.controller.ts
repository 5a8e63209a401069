import { Controller } from '@nestjs/common';
import { endpoints } from '@weft/shared/endpoints/endpoints';
import { Handles } from '../core/http/handles.js';
import { ServiceDiscoveryService } from './service-discovery.service.js';

@Controller()
export class ServiceDiscoveryController {
  constructor(private readonly discovery: ServiceDiscoveryService) {}

  @Handles(endpoints.serviceDiscovery)
  targets() {
    return this.discovery.targets();
  }
}
