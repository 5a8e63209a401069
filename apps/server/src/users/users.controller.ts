import { Controller } from '@nestjs/common';
import { endpoints } from '@weft/shared/endpoints/endpoints';
import { Handles, In, type Input } from '../core/http/handles.js';
import { UsersService } from './users.service.js';

@Controller()
export class UsersController {
  constructor(private readonly users: UsersService) {}

  @Handles(endpoints.listUsers)
  list(@In() { query }: Input<typeof endpoints.listUsers>) {
    return this.users.list(query);
  }

  @Handles(endpoints.createUser)
  create(@In() { body, caller }: Input<typeof endpoints.createUser>) {
    return this.users.create(body, caller);
  }

  @Handles(endpoints.getUser)
  get(@In() { params }: Input<typeof endpoints.getUser>) {
    return this.users.get(params.id);
  }

  @Handles(endpoints.updateUser)
  update(@In() { params, ifMatch, body, caller }: Input<typeof endpoints.updateUser>) {
    return this.users.update(params.id, ifMatch, body, caller);
  }

  @Handles(endpoints.deleteUser)
  remove(@In() { params, ifMatch, caller }: Input<typeof endpoints.deleteUser>) {
    return this.users.remove(params.id, ifMatch, caller);
  }
}
