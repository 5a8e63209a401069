import { Controller, Req, Res } from '@nestjs/common';
import { endpoints } from '@weft/shared/endpoints/endpoints';
import type { FastifyReply } from 'fastify';
import { Handles, In, type Input } from '../core/http/handles.js';
import type { WeftRequest } from '../core/http/request.js';
import { SessionList } from './session-list.service.js';
import { SessionsService } from './sessions.service.js';

@Controller()
export class SessionsController {
  constructor(
    private readonly sessions: SessionsService,
    private readonly sessionList: SessionList,
  ) {}

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

  @Handles(endpoints.listSessions)
  list(@In() { query }: Input<typeof endpoints.listSessions>, @Req() request: WeftRequest) {
    return this.sessionList.list(query, request);
  }

  @Handles(endpoints.endSession)
  end(@In() { params }: Input<typeof endpoints.endSession>, @Req() request: WeftRequest) {
    return this.sessionList.end(params.sessionId, request);
  }

  @Handles(endpoints.endSessions)
  endAll(@In() { body }: Input<typeof endpoints.endSessions>, @Req() request: WeftRequest) {
    return this.sessionList.endAll(body, request);
  }

  @Handles(endpoints.changePassword)
  changePassword(@In() { body }: Input<typeof endpoints.changePassword>, @Req() request: WeftRequest) {
    return this.sessions.changePassword(body, request);
  }
}
