import { Controller, Req, Res } from '@nestjs/common';
import { endpoints } from '@weft/shared/endpoints/endpoints';
import type { FastifyReply } from 'fastify';
import { Handles, In, type Input } from '../core/http/handles.js';
import type { WeftRequest } from '../core/http/request.js';
import { FactorReset } from './factor-reset.service.js';
import { OwnFactors } from './own-factors.service.js';
import { OwnKeys } from './own-keys.service.js';
import { SecondStep } from './second-step.service.js';

@Controller()
export class SecondFactorsController {
  constructor(
    private readonly secondStep: SecondStep,
    private readonly own: OwnFactors,
    private readonly keys: OwnKeys,
    private readonly resets: FactorReset,
  ) {}

  @Handles(endpoints.loginWithSecondFactor)
  login(
    @In() { body }: Input<typeof endpoints.loginWithSecondFactor>,
    @Req() request: WeftRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    return this.secondStep.login(body, request, reply);
  }

  @Handles(endpoints.ownSecondFactors)
  get(@Req() request: WeftRequest) {
    return this.own.get(request);
  }

  @Handles(endpoints.startTotp)
  startTotp(@In() { body }: Input<typeof endpoints.startTotp>, @Req() request: WeftRequest) {
    return this.own.startTotp(body, request);
  }

  @Handles(endpoints.confirmTotp)
  confirmTotp(@In() { body }: Input<typeof endpoints.confirmTotp>, @Req() request: WeftRequest) {
    return this.own.confirmTotp(body, request);
  }

  @Handles(endpoints.removeTotp)
  removeTotp(@In() { body }: Input<typeof endpoints.removeTotp>, @Req() request: WeftRequest) {
    return this.own.removeTotp(body, request);
  }

  @Handles(endpoints.startSecurityKey)
  startSecurityKey(@In() { body }: Input<typeof endpoints.startSecurityKey>, @Req() request: WeftRequest) {
    return this.keys.start(body, request);
  }

  @Handles(endpoints.confirmSecurityKey)
  confirmSecurityKey(@In() { body }: Input<typeof endpoints.confirmSecurityKey>, @Req() request: WeftRequest) {
    return this.keys.confirm(body, request);
  }

  @Handles(endpoints.removeSecurityKey)
  removeSecurityKey(@In() { params, body }: Input<typeof endpoints.removeSecurityKey>, @Req() request: WeftRequest) {
    return this.keys.remove(params.keyId, body, request);
  }

  @Handles(endpoints.renewRecoveryCodes)
  renewRecoveryCodes(@In() { body }: Input<typeof endpoints.renewRecoveryCodes>, @Req() request: WeftRequest) {
    return this.own.renewRecoveryCodes(body, request);
  }

  @Handles(endpoints.resetSecondFactors)
  reset(@In() { params, body }: Input<typeof endpoints.resetSecondFactors>, @Req() request: WeftRequest) {
    return this.resets.reset(params.id, body, request);
  }
}
