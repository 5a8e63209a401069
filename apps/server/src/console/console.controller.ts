import { Controller, Get, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { DeclareAccess } from '../core/http/access.js';
import { ConsoleService } from './console.service.js';

/** Serves all paths without another route: the console's files, and its page for the addresses that the console itself handles. */
@Controller()
export class ConsoleController {
  constructor(private readonly console: ConsoleService) {}

  @Get('/')
  @DeclareAccess('public')
  root(@Req() request: FastifyRequest, @Res() reply: FastifyReply) {
    return this.console.answer(request, reply);
  }

  @Get('*')
  @DeclareAccess('public')
  any(@Req() request: FastifyRequest, @Res() reply: FastifyReply) {
    return this.console.answer(request, reply);
  }
}
