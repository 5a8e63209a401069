import { Controller, Get, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { DeclareAccess } from '../core/http/access.js';
import { ConsoleService } from './console.service.js';

/** Everything that no other route takes: files of the console, and its page for the addresses that the console makes itself. */
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
