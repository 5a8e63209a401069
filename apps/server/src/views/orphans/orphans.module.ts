import { Controller, Module } from '@nestjs/common';
import { endpoints } from '@weft/shared/endpoints/endpoints';
import { Handles, In, type Input } from '../../core/http/handles.js';
import { OrphansRepository } from './orphans.repository.js';
import { OrphansService } from './orphans.service.js';

@Controller()
export class OrphansController {
  constructor(private readonly orphans: OrphansService) {}

  @Handles(endpoints.listOrphans)
  list(@In() { query }: Input<typeof endpoints.listOrphans>) {
    return this.orphans.list(query);
  }
}

@Module({ controllers: [OrphansController], providers: [OrphansService, OrphansRepository], exports: [OrphansService] })
export class OrphansModule {}
