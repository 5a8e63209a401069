import { Controller, Module } from '@nestjs/common';
import { endpoints } from '@weft/shared/endpoints/endpoints';
import { Handles, In, type Input } from '../core/http/handles.js';
import { VolumeGroupsRepository } from './volume-groups.repository.js';
import { VolumeGroupsService } from './volume-groups.service.js';

@Controller()
export class VolumeGroupsController {
  constructor(private readonly groups: VolumeGroupsService) {}

  @Handles(endpoints.listVolumeGroups)
  list(@In() { query }: Input<typeof endpoints.listVolumeGroups>) {
    return this.groups.list(query);
  }

  @Handles(endpoints.createVolumeGroup)
  create(@In() { body }: Input<typeof endpoints.createVolumeGroup>) {
    return this.groups.create(body);
  }

  @Handles(endpoints.getVolumeGroup)
  get(@In() { params }: Input<typeof endpoints.getVolumeGroup>) {
    return this.groups.get(params.id);
  }

  @Handles(endpoints.updateVolumeGroup)
  update(@In() { params, ifMatch, body }: Input<typeof endpoints.updateVolumeGroup>) {
    return this.groups.update(params.id, ifMatch, body);
  }

  @Handles(endpoints.deleteVolumeGroup)
  remove(@In() { params, ifMatch }: Input<typeof endpoints.deleteVolumeGroup>) {
    return this.groups.remove(params.id, ifMatch);
  }
}

@Module({ controllers: [VolumeGroupsController], providers: [VolumeGroupsService, VolumeGroupsRepository] })
export class VolumeGroupsModule {}
