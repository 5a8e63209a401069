import { Controller } from '@nestjs/common';
import { endpoints } from '@weft/shared/endpoints/endpoints';
import { isPermitted } from '../core/http/caller.js';
import { type Caller, callerName, Handles, In, type Input } from '../core/http/handles.js';
import { MaintenanceService } from './maintenance.service.js';

const mayForce = (caller: Caller): boolean => isPermitted(caller, 'node:force');

@Controller()
export class MaintenanceController {
  constructor(private readonly maintenance: MaintenanceService) {}

  @Handles(endpoints.startMaintenance)
  start(@In() { params, ifMatch, body, caller }: Input<typeof endpoints.startMaintenance>) {
    return this.maintenance.start({ id: params.id, ifMatch, requestedBy: callerName(caller), mayForce: mayForce(caller) }, body);
  }

  @Handles(endpoints.planMaintenance)
  plan(@In() { params, body, caller }: Input<typeof endpoints.planMaintenance>) {
    return this.maintenance.plan(params.id, body, mayForce(caller));
  }

  @Handles(endpoints.endMaintenance)
  end(@In() { params, ifMatch, caller }: Input<typeof endpoints.endMaintenance>) {
    return this.maintenance.end({ id: params.id, ifMatch, requestedBy: callerName(caller) });
  }
}
