import { Controller } from '@nestjs/common';
import { endpoints } from '@weft/shared/endpoints/endpoints';
import { Handles, In, type Input } from '../../core/http/handles.js';
import { DependentsService } from './dependents.service.js';

@Controller()
export class DependentsController {
  constructor(private readonly dependents: DependentsService) {}

  @Handles(endpoints.nodeDependents)
  ofNode(@In() { params }: Input<typeof endpoints.nodeDependents>) {
    return this.dependents.ofNode(params.id);
  }

  @Handles(endpoints.nicDependents)
  ofNic(@In() { params }: Input<typeof endpoints.nicDependents>) {
    return this.dependents.ofNic(params.id, params.nic);
  }

  @Handles(endpoints.driveDependents)
  ofDrive(@In() { params }: Input<typeof endpoints.driveDependents>) {
    return this.dependents.ofDrive(params.id);
  }

  @Handles(endpoints.storageNetworkDependents)
  ofStorageNetwork(@In() { params }: Input<typeof endpoints.storageNetworkDependents>) {
    return this.dependents.ofStorageNetwork(params.name);
  }
}
