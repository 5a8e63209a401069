import { Controller } from '@nestjs/common';
import { endpoints } from '@weft/shared/endpoints/endpoints';
import { WEFT_VERSION } from '@weft/shared/version';
import { Handles } from '../http/handles.js';
import { Readiness } from './readiness.js';

@Controller()
export class HealthController {
  constructor(private readonly readiness: Readiness) {}

  @Handles(endpoints.healthz)
  healthz() {
    return { status: 'ok' as const, version: WEFT_VERSION };
  }

  @Handles(endpoints.readyz)
  readyz() {
    return this.readiness.require();
  }
}
