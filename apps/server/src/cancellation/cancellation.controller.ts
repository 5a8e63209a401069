import { Controller } from '@nestjs/common';
import { endpoints } from '@weft/shared/endpoints/endpoints';
import { callerName, Handles, In, type Input } from '../core/http/handles.js';
import { CancellationService } from './cancellation.service.js';

@Controller()
export class CancellationController {
  constructor(private readonly cancellation: CancellationService) {}

  @Handles(endpoints.cancelJob)
  cancel(@In() { params, caller }: Input<typeof endpoints.cancelJob>) {
    return this.cancellation.cancel(params.id, callerName(caller));
  }
}
