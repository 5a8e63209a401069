import { Controller } from '@nestjs/common';
import { endpoints } from '@weft/shared/endpoints/endpoints';
import { callerName, Handles, In, type Input } from '../core/http/handles.js';
import { VolumesService } from './volumes.service.js';

@Controller()
export class VolumesController {
  constructor(private readonly volumes: VolumesService) {}

  @Handles(endpoints.listVolumes)
  list(@In() { query }: Input<typeof endpoints.listVolumes>) {
    return this.volumes.list(query);
  }

  @Handles(endpoints.createVolume)
  create(@In() { body, caller }: Input<typeof endpoints.createVolume>) {
    return this.volumes.create(body, callerName(caller));
  }

  @Handles(endpoints.planVolume)
  plan(@In() { body }: Input<typeof endpoints.planVolume>) {
    return this.volumes.plan(body);
  }

  @Handles(endpoints.getVolume)
  get(@In() { params }: Input<typeof endpoints.getVolume>) {
    return this.volumes.get(params.id);
  }

  @Handles(endpoints.updateVolume)
  update(@In() { params, ifMatch, body }: Input<typeof endpoints.updateVolume>) {
    return this.volumes.update(params.id, ifMatch, body);
  }

  @Handles(endpoints.deleteVolume)
  remove(@In() { params, ifMatch, caller }: Input<typeof endpoints.deleteVolume>) {
    return this.volumes.remove(params.id, ifMatch, callerName(caller));
  }
}
