import { Controller } from '@nestjs/common';
import { endpoints } from '@weft/shared/endpoints/endpoints';
import { callerName, Handles, In, type Input } from '../core/http/handles.js';
import { DrivesService } from './drives.service.js';

@Controller()
export class DrivesController {
  constructor(private readonly drives: DrivesService) {}

  @Handles(endpoints.listDrives)
  list(@In() { query }: Input<typeof endpoints.listDrives>) {
    return this.drives.list(query);
  }

  @Handles(endpoints.getDrive)
  get(@In() { params }: Input<typeof endpoints.getDrive>) {
    return this.drives.get(params.id);
  }

  @Handles(endpoints.takeDrive)
  take(@In() { params, ifMatch, caller, body }: Input<typeof endpoints.takeDrive>) {
    return this.drives.take({ id: params.id, ifMatch, requestedBy: callerName(caller) }, body?.role ?? 'data');
  }

  @Handles(endpoints.wipeDrive)
  wipe(@In() { params, ifMatch, caller, body }: Input<typeof endpoints.wipeDrive>) {
    return this.drives.wipe({ id: params.id, ifMatch, requestedBy: callerName(caller) }, body);
  }

  @Handles(endpoints.releaseDrive)
  release(@In() { params, ifMatch, caller }: Input<typeof endpoints.releaseDrive>) {
    return this.drives.release({ id: params.id, ifMatch, requestedBy: callerName(caller) });
  }
}
