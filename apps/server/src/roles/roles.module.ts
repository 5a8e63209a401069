import { Controller, Module } from '@nestjs/common';
import { endpoints } from '@weft/shared/endpoints/endpoints';
import { Handles, In, type Input } from '../core/http/handles.js';
import { RolesRepository } from './roles.repository.js';
import { RolesService } from './roles.service.js';

@Controller()
export class RolesController {
  constructor(private readonly roles: RolesService) {}

  @Handles(endpoints.listRoles)
  list(@In() { query }: Input<typeof endpoints.listRoles>) {
    return this.roles.list(query);
  }

  @Handles(endpoints.createRole)
  create(@In() { body, caller }: Input<typeof endpoints.createRole>) {
    return this.roles.create(body, caller);
  }

  @Handles(endpoints.getRole)
  get(@In() { params }: Input<typeof endpoints.getRole>) {
    return this.roles.get(params.id);
  }

  @Handles(endpoints.updateRole)
  update(@In() { params, ifMatch, body, caller }: Input<typeof endpoints.updateRole>) {
    return this.roles.update(params.id, ifMatch, body, caller);
  }

  @Handles(endpoints.deleteRole)
  remove(@In() { params, ifMatch, caller }: Input<typeof endpoints.deleteRole>) {
    return this.roles.remove(params.id, ifMatch, caller);
  }
}

@Module({ controllers: [RolesController], providers: [RolesService, RolesRepository] })
export class RolesModule {}
