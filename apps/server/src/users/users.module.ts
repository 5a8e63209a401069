import { Module } from '@nestjs/common';
import { FactorReset } from './factor-reset.service.js';
import { FactorCodes } from './factors/factor-codes.js';
import { FactorsRepository } from './factors/factors.repository.js';
import { LoginChallenges } from './factors/login-challenges.js';
import { SecurityKeys } from './factors/security-keys.js';
import { InitialAdministrator } from './initial-administrator.service.js';
import { LoginLimits } from './limits/login-limits.js';
import { OidcUsers } from './oidc-users.service.js';
import { OwnFactors } from './own-factors.service.js';
import { OwnKeys } from './own-keys.service.js';
import { Proofs } from './proofs.service.js';
import { SecondFactorsController } from './second-factors.controller.js';
import { SecondStep } from './second-step.service.js';
import { SessionList } from './session-list.service.js';
import { SessionOpening } from './session-opening.service.js';
import { SessionsController } from './sessions.controller.js';
import { SessionsService } from './sessions.service.js';
import { UsersController } from './users.controller.js';
import { UsersRepository } from './users.repository.js';
import { UsersService } from './users.service.js';

@Module({
  controllers: [UsersController, SessionsController, SecondFactorsController],
  providers: [
    ...[UsersService, UsersRepository, InitialAdministrator, OidcUsers],
    ...[SessionsService, SessionOpening, SessionList, LoginLimits, Proofs],
    ...[SecondStep, OwnFactors, OwnKeys, SecurityKeys, FactorReset, FactorCodes, FactorsRepository, LoginChallenges],
  ],
  exports: [InitialAdministrator, Proofs, OidcUsers, SessionOpening],
})
export class UsersModule {}
