import { Injectable } from '@nestjs/common';
import type { Body } from '@weft/shared/endpoints/definition/endpoint';
import type { endpoints } from '@weft/shared/endpoints/endpoints';
import type { User } from '@weft/shared/kinds/user';
import { Sessions } from '../core/auth/sessions.js';
import { callerOf, type WeftRequest } from '../core/http/request.js';
import { FactorsRepository } from './factors/factors.repository.js';
import { Proofs } from './proofs.service.js';
import { UsersService } from './users.service.js';

/** Removes the second factors of another user, who lost them. */
@Injectable()
export class FactorReset {
  constructor(
    private readonly users: UsersService,
    private readonly factors: FactorsRepository,
    private readonly proofs: Proofs,
    private readonly sessions: Sessions,
  ) {}

  async reset(id: string, { currentPassword }: Body<typeof endpoints.resetSecondFactors>, request: WeftRequest): Promise<User> {
    await this.users.requireMayManage(id, callerOf(request));
    await this.proofs.confirm(request, currentPassword);
    await this.factors.clear(id);
    await this.sessions.endAllOf(id);
    return this.users.get(id);
  }
}
