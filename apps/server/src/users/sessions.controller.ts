import { Controller, Req, Res } from '@nestjs/common';
import { endpoints } from '@weft/shared/endpoints/endpoints';
import type { FastifyReply } from 'fastify';
import { Handles, In, type Input } from '../core/http/handles.js';
import type { WeftRequest } from '../core/http/request.js';
import { SessionsService } from './sessions.service.js';

@Controller()
export class SessionsController {
  constructor(private readonly sessions: SessionsService) {}

  @Handles(endpoints.login)
  login(@In() { body }: Input<typeof endpoints.login>, @Req() request: WeftRequest, @Res({ passthrough: true }) reply: FastifyReply) {
    return this.sessions.login(body, request, reply);
  }

  @Handles(endpoints.logout)
  logout(@Req() request: WeftRequest, @Res({ passthrough: true }) reply: FastifyReply) {
    return this.sessions.logout(request, reply);
  }

  @Handles(endpoints.session)
  current(@Req() request: WeftRequest) {
    return this.sessions.current(request);
  }

  @Handles(endpoints.changePassword)
  changePassword(@In() { body }: Input<typeof endpoints.changePassword>, @Req() request: WeftRequest) {
    return this.sessions.changePassword(body, request);
  }
}
