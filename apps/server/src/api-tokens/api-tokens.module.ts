import { Controller, Module } from '@nestjs/common';
import { endpoints } from '@weft/shared/endpoints/endpoints';
import { Handles, In, type Input } from '../core/http/handles.js';
import { ApiTokensRepository } from './api-tokens.repository.js';
import { ApiTokensService } from './api-tokens.service.js';

@Controller()
export class ApiTokensController {
  constructor(private readonly tokens: ApiTokensService) {}

  @Handles(endpoints.listApiTokens)
  list(@In() { query, caller }: Input<typeof endpoints.listApiTokens>) {
    return this.tokens.list(query, caller);
  }

  @Handles(endpoints.createApiToken)
  create(@In() { body, caller }: Input<typeof endpoints.createApiToken>) {
    return this.tokens.create(body, caller);
  }

  @Handles(endpoints.deleteApiToken)
  revoke(@In() { params, ifMatch, caller }: Input<typeof endpoints.deleteApiToken>) {
    return this.tokens.revoke(params.id, ifMatch, caller);
  }
}

@Module({ controllers: [ApiTokensController], providers: [ApiTokensService, ApiTokensRepository] })
export class ApiTokensModule {}
