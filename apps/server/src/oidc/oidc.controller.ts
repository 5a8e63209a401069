import { Controller, Req, Res } from '@nestjs/common';
import { endpoints } from '@weft/shared/endpoints/endpoints';
import type { FastifyReply } from 'fastify';
import { Handles, In, type Input } from '../core/http/handles.js';
import type { WeftRequest } from '../core/http/request.js';
import { OidcDeviceLoginService } from './oidc-device-login.service.js';
import { OidcLoginService } from './oidc-login.service.js';
import { OidcLogout } from './oidc-logout.service.js';

@Controller()
export class OidcController {
  constructor(
    private readonly logins: OidcLoginService,
    private readonly deviceLogins: OidcDeviceLoginService,
    private readonly logouts: OidcLogout,
  ) {}

  @Handles(endpoints.loginOptions)
  options() {
    return this.logins.options();
  }

  @Handles(endpoints.startOidcLogin)
  start(@Req() request: WeftRequest, @Res({ passthrough: true }) reply: FastifyReply) {
    return this.logins.start(request, reply);
  }

  @Handles(endpoints.finishOidcLogin)
  finish(
    @In() { body }: Input<typeof endpoints.finishOidcLogin>,
    @Req() request: WeftRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    return this.logins.finish(body, request, reply);
  }

  @Handles(endpoints.startOidcDeviceLogin)
  startDevice(@Req() request: WeftRequest) {
    return this.deviceLogins.start(request);
  }

  @Handles(endpoints.finishOidcDeviceLogin)
  finishDevice(
    @In() { body }: Input<typeof endpoints.finishOidcDeviceLogin>,
    @Req() request: WeftRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    return this.deviceLogins.finish(body.handle, request, reply);
  }

  @Handles(endpoints.oidcLogoutPage)
  logoutPage(@Req() request: WeftRequest) {
    return this.logouts.page(request);
  }
}
