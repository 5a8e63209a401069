import { Controller, Req } from '@nestjs/common';
import { endpoints } from '@weft/shared/endpoints/endpoints';
import { Handles, In, type Input } from '../core/http/handles.js';
import type { WeftRequest } from '../core/http/request.js';
import { EnrollmentService } from './enrollment.service.js';
import { EnrollmentTokensService } from './enrollment-tokens.service.js';

@Controller()
export class EnrollmentTokensController {
  constructor(
    private readonly tokens: EnrollmentTokensService,
    private readonly enrollment: EnrollmentService,
  ) {}

  @Handles(endpoints.listEnrollmentTokens)
  list(@In() { query }: Input<typeof endpoints.listEnrollmentTokens>) {
    return this.tokens.list(query);
  }

  @Handles(endpoints.createEnrollmentToken)
  issue(@In() { body }: Input<typeof endpoints.createEnrollmentToken>) {
    return this.tokens.issue(body);
  }

  @Handles(endpoints.deleteEnrollmentToken)
  revoke(@In() { params, ifMatch }: Input<typeof endpoints.deleteEnrollmentToken>) {
    return this.tokens.revoke(params.id, ifMatch);
  }

  @Handles(endpoints.enroll)
  enroll(@In() { body }: Input<typeof endpoints.enroll>, @Req() request: WeftRequest) {
    return this.enrollment.enroll(body, request);
  }
}
