import { Controller, Req } from '@nestjs/common';
import { endpoints } from '@weft/shared/endpoints/endpoints';
import { callerName, Handles, In, type Input } from '../core/http/handles.js';
import type { WeftRequest } from '../core/http/request.js';
import { EpochsService } from './epochs.service.js';
import { ScrubsService } from './scrubs.service.js';
import { VolumeChangesService } from './volume-changes.service.js';
import { VolumeKeyRequests } from './volume-key-requests.service.js';
import { VolumesService } from './volumes.service.js';

@Controller()
export class VolumesController {
  constructor(
    private readonly volumes: VolumesService,
    private readonly epochs: EpochsService,
    private readonly changes: VolumeChangesService,
    private readonly keys: VolumeKeyRequests,
    private readonly scrubs: ScrubsService,
  ) {}

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
  update(@In() { params, ifMatch, body, caller }: Input<typeof endpoints.updateVolume>) {
    return this.changes.update(params.id, ifMatch, body, callerName(caller));
  }

  @Handles(endpoints.acceptLoss)
  async acceptLoss(@In() { params, ifMatch, caller, body }: Input<typeof endpoints.acceptLoss>) {
    await this.epochs.acceptLoss({ id: params.id, ifMatch, requestedBy: callerName(caller) }, body);
    return this.volumes.get(params.id);
  }

  @Handles(endpoints.discardLegs)
  discard(@In() { params, ifMatch, caller, body }: Input<typeof endpoints.discardLegs>) {
    return this.epochs.discard({ id: params.id, ifMatch, requestedBy: callerName(caller) }, body);
  }

  @Handles(endpoints.startScrub)
  startScrub(@In() { params, ifMatch, caller }: Input<typeof endpoints.startScrub>) {
    return this.scrubs.start(params.id, ifMatch, callerName(caller));
  }

  @Handles(endpoints.stopScrub)
  stopScrub(@In() { params, ifMatch }: Input<typeof endpoints.stopScrub>) {
    return this.scrubs.stop(params.id, ifMatch);
  }

  @Handles(endpoints.repairMismatches)
  repairMismatches(@In() { params, ifMatch, body, caller }: Input<typeof endpoints.repairMismatches>) {
    return this.scrubs.repair(params.id, ifMatch, body.volumeName, callerName(caller));
  }

  @Handles(endpoints.acknowledgeChecksums)
  acknowledgeChecksums(@In() { params, ifMatch, caller }: Input<typeof endpoints.acknowledgeChecksums>) {
    return this.scrubs.acknowledge(params.id, ifMatch, callerName(caller));
  }

  @Handles(endpoints.exportVolumeKey)
  exportKey(@In() { params, body }: Input<typeof endpoints.exportVolumeKey>, @Req() request: WeftRequest) {
    return this.keys.export(params.id, body, request);
  }

  @Handles(endpoints.importVolumeKey)
  importKey(@In() { params, body }: Input<typeof endpoints.importVolumeKey>) {
    return this.keys.import(params.id, body);
  }

  @Handles(endpoints.deleteVolume)
  remove(@In() { params, ifMatch, caller }: Input<typeof endpoints.deleteVolume>) {
    return this.volumes.remove(params.id, ifMatch, callerName(caller));
  }
}
