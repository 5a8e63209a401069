import { Controller, Module } from '@nestjs/common';
import { endpoints } from '@weft/shared/endpoints/endpoints';
import { Handles, In, type Input } from '../core/http/handles.js';
import { OrphanIgnoresRepository } from './orphan-ignores.repository.js';
import { OrphanIgnoresPruning } from './orphan-ignores-pruning.js';
import { OrphansRepository } from './orphans.repository.js';
import { OrphansService } from './orphans.service.js';

@Controller()
export class OrphansController {
  constructor(private readonly orphans: OrphansService) {}

  @Handles(endpoints.listOrphans)
  list(@In() { query }: Input<typeof endpoints.listOrphans>) {
    return this.orphans.list(query);
  }

  @Handles(endpoints.ignoreOrphan)
  ignore(@In() { params, body, caller }: Input<typeof endpoints.ignoreOrphan>) {
    return this.orphans.ignore(params.id, body.reason, caller);
  }

  @Handles(endpoints.endOrphanIgnore)
  endIgnore(@In() { params, ifMatch }: Input<typeof endpoints.endOrphanIgnore>) {
    return this.orphans.endIgnore(params.id, ifMatch);
  }
}

@Module({
  controllers: [OrphansController],
  providers: [OrphansService, OrphansRepository, OrphanIgnoresRepository, OrphanIgnoresPruning],
  exports: [OrphansService],
})
export class OrphansModule {}
