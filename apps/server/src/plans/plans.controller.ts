import { Controller } from '@nestjs/common';
import { endpoints } from '@weft/shared/endpoints/endpoints';
import { Handles, In, type Input } from '../core/http/handles.js';
import { PlansService } from './plans.service.js';

@Controller()
export class PlansController {
  constructor(private readonly plans: PlansService) {}

  @Handles(endpoints.planChange)
  create(@In() { body }: Input<typeof endpoints.planChange>) {
    return this.plans.plan(body);
  }
}
