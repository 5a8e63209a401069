import { Controller } from '@nestjs/common';
import { endpoints } from '@weft/shared/endpoints/endpoints';
import { callerName, Handles, In, type Input } from '../core/http/handles.js';
import { EnrollmentService } from './enrollment.service.js';
import { EnrollmentTokensService } from './enrollment-tokens.service.js';
import { NodeCredentialsService } from './node-credentials.service.js';

@Controller()
export class EnrollmentTokensController {
  constructor(
    private readonly tokens: EnrollmentTokensService,
    private readonly enrollment: EnrollmentService,
    private readonly credentials: NodeCredentialsService,
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

  @Handles(endpoints.revokeNodeCredential)
  revokeCredential(@In() { params, caller }: Input<typeof endpoints.revokeNodeCredential>) {
    return this.credentials.revoke(params.id, callerName(caller));
  }

  @Handles(endpoints.rotateNodeCredential)
  rotateCredential(@In() { params, caller }: Input<typeof endpoints.rotateNodeCredential>) {
    return this.credentials.rotate(params.id, callerName(caller));
  }

  @Handles(endpoints.enroll)
  enroll(@In() { body }: Input<typeof endpoints.enroll>) {
    return this.enrollment.enroll(body);
  }
}
