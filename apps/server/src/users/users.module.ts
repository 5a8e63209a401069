import { Module } from '@nestjs/common';
import { InitialAdministrator } from './initial-administrator.service.js';
import { LoginLimits } from './login-limits.js';
import { SessionList } from './session-list.service.js';
import { SessionsController } from './sessions.controller.js';
import { SessionsService } from './sessions.service.js';
import { UsersController } from './users.controller.js';
import { UsersRepository } from './users.repository.js';
import { UsersService } from './users.service.js';

@Module({
  controllers: [UsersController, SessionsController],
  providers: [UsersService, SessionsService, SessionList, UsersRepository, LoginLimits, InitialAdministrator],
  exports: [InitialAdministrator, SessionsService],
})
export class UsersModule {}
