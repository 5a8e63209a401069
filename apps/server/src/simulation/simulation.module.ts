import { Controller, Module } from '@nestjs/common';
import { endpoints } from '@weft/shared/endpoints/endpoints';
import { AuditModule } from '../audit/audit.module.js';
import { callerName, Handles, In, type Input } from '../core/http/handles.js';
import { SettingsModule } from '../settings/settings.module.js';
import { SimulationRepository } from './simulation.repository.js';
import { SimulationService } from './simulation.service.js';
import { SimulationClient } from './simulation-client.js';

@Controller()
export class SimulationController {
  constructor(private readonly simulation: SimulationService) {}

  @Handles(endpoints.getSimulation)
  get() {
    return this.simulation.get();
  }

  @Handles(endpoints.injectFault)
  inject(@In() { body, caller }: Input<typeof endpoints.injectFault>) {
    return this.simulation.inject(body, callerName(caller));
  }
}

@Module({
  imports: [AuditModule, SettingsModule],
  controllers: [SimulationController],
  providers: [SimulationService, SimulationRepository, SimulationClient],
})
export class SimulationModule {}
