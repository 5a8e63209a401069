import { Controller } from '@nestjs/common';
import { endpoints } from '@weft/shared/endpoints/endpoints';
import { callerName, Handles, In, type Input } from '../core/http/handles.js';
import { EvictionsService } from './evictions.service.js';

@Controller()
export class EvictionsController {
  constructor(private readonly evictions: EvictionsService) {}

  @Handles(endpoints.cordonDrive)
  cordonDrive(@In() { params, ifMatch }: Input<typeof endpoints.cordonDrive>) {
    return this.evictions.drive('cordon', { id: params.id, ifMatch });
  }

  @Handles(endpoints.uncordonDrive)
  uncordonDrive(@In() { params, ifMatch }: Input<typeof endpoints.uncordonDrive>) {
    return this.evictions.drive('uncordon', { id: params.id, ifMatch });
  }

  @Handles(endpoints.evictDrive)
  evictDrive(@In() { params, ifMatch, caller }: Input<typeof endpoints.evictDrive>) {
    return this.evictions.evict('drive', { id: params.id, ifMatch }, callerName(caller));
  }

  @Handles(endpoints.cordonNode)
  cordonNode(@In() { params, ifMatch }: Input<typeof endpoints.cordonNode>) {
    return this.evictions.node('cordon', { id: params.id, ifMatch });
  }

  @Handles(endpoints.uncordonNode)
  uncordonNode(@In() { params, ifMatch }: Input<typeof endpoints.uncordonNode>) {
    return this.evictions.node('uncordon', { id: params.id, ifMatch });
  }

  @Handles(endpoints.drainNode)
  drainNode(@In() { params, ifMatch, caller }: Input<typeof endpoints.drainNode>) {
    return this.evictions.evict('node', { id: params.id, ifMatch }, callerName(caller));
  }

  @Handles(endpoints.planDriveEviction)
  planDrive(@In() { params }: Input<typeof endpoints.planDriveEviction>) {
    return this.evictions.plan('drive', params.id);
  }

  @Handles(endpoints.planNodeDrain)
  planNode(@In() { params }: Input<typeof endpoints.planNodeDrain>) {
    return this.evictions.plan('node', params.id);
  }
}
