import { Controller, Module } from '@nestjs/common';
import { endpoints } from '@weft/shared/endpoints/endpoints';
import { Handles, In, type Input } from '../core/http/handles.js';
import { JobsModule } from '../jobs/jobs.module.js';
import { OrphanCleaning } from './orphan-cleaning.service.js';
import { OrphanIgnoresRepository } from './orphan-ignores.repository.js';
import { OrphanIgnoresPruning } from './orphan-ignores-pruning.js';
import { OrphanOrderNews } from './orphan-order-news.service.js';
import { OrphanOrdersRepository } from './orphan-orders.repository.js';
import { OrphansRepository } from './orphans.repository.js';
import { OrphansService } from './orphans.service.js';

@Controller()
export class OrphansController {
  constructor(
    private readonly orphans: OrphansService,
    private readonly cleaning: OrphanCleaning,
  ) {}

  @Handles(endpoints.listOrphans)
  list(@In() { query }: Input<typeof endpoints.listOrphans>) {
    return this.orphans.list(query);
  }

  @Handles(endpoints.ignoreOrphan)
  ignore(@In() { params, body, caller }: Input<typeof endpoints.ignoreOrphan>) {
    return this.orphans.ignore(params.id, body.reason, caller);
  }

  @Handles(endpoints.cleanOrphan)
  clean(@In() { params, body, caller }: Input<typeof endpoints.cleanOrphan>) {
    return this.cleaning.order(params.id, body.serial, caller);
  }

  @Handles(endpoints.endOrphanIgnore)
  endIgnore(@In() { params, ifMatch }: Input<typeof endpoints.endOrphanIgnore>) {
    return this.orphans.endIgnore(params.id, ifMatch);
  }
}

@Module({
  imports: [JobsModule],
  controllers: [OrphansController],
  providers: [
    OrphansService,
    OrphansRepository,
    OrphanIgnoresRepository,
    OrphanIgnoresPruning,
    OrphanCleaning,
    OrphanOrderNews,
    OrphanOrdersRepository,
  ],
  exports: [OrphansService, OrphanCleaning, OrphanOrderNews],
})
export class OrphansModule {}
