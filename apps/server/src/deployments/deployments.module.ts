import { Controller, Module } from '@nestjs/common';
import { endpoints } from '@weft/shared/endpoints/endpoints';
import { AttachmentsModule } from '../attachments/attachments.module.js';
import { AuditModule } from '../audit/audit.module.js';
import { callerName, Handles, In, type Input } from '../core/http/handles.js';
import { DriveClassesModule } from '../drive-classes/drive-classes.module.js';
import { DrivesModule } from '../drives/drives.module.js';
import { JobsModule } from '../jobs/jobs.module.js';
import { NodesModule } from '../nodes/nodes.module.js';
import { SettingsModule } from '../settings/settings.module.js';
import { VolumesModule } from '../volumes/volumes.module.js';
import { DeploymentActions } from './deployment-actions.service.js';
import { DeploymentRunner } from './deployment-runner.service.js';
import { DeploymentWorlds } from './deployment-worlds.service.js';
import { DeploymentsRepository } from './deployments.repository.js';
import { DeploymentsService } from './deployments.service.js';

@Controller()
export class DeploymentsController {
  constructor(private readonly deployments: DeploymentsService) {}

  @Handles(endpoints.listDeployments)
  list(@In() { query }: Input<typeof endpoints.listDeployments>) {
    return this.deployments.list(query);
  }

  @Handles(endpoints.currentDeployment)
  current(@In() { query }: Input<typeof endpoints.currentDeployment>) {
    return this.deployments.current(query.serials === 'true');
  }

  @Handles(endpoints.proposeDeployment)
  propose(@In() { body }: Input<typeof endpoints.proposeDeployment>) {
    return this.deployments.propose(body);
  }

  @Handles(endpoints.diffDeployment)
  diff(@In() { body }: Input<typeof endpoints.diffDeployment>) {
    return this.deployments.diff(body.document);
  }

  @Handles(endpoints.planDeployment)
  plan(@In() { body }: Input<typeof endpoints.planDeployment>) {
    return this.deployments.plan(body.document);
  }

  @Handles(endpoints.createDeployment)
  create(@In() { body, caller }: Input<typeof endpoints.createDeployment>) {
    return this.deployments.create(body, callerName(caller));
  }

  @Handles(endpoints.getDeployment)
  get(@In() { params }: Input<typeof endpoints.getDeployment>) {
    return this.deployments.get(params.id);
  }

  @Handles(endpoints.stopDeployment)
  stop(@In() { params, caller }: Input<typeof endpoints.stopDeployment>) {
    return this.deployments.stop(params.id, callerName(caller));
  }

  @Handles(endpoints.resumeDeployment)
  resume(@In() { params }: Input<typeof endpoints.resumeDeployment>) {
    return this.deployments.resume(params.id);
  }

  @Handles(endpoints.undoPlanOfDeployment)
  undoPlan(@In() { params }: Input<typeof endpoints.undoPlanOfDeployment>) {
    return this.deployments.undoPlan(params.id);
  }

  @Handles(endpoints.undoDeployment)
  undo(@In() { params, caller }: Input<typeof endpoints.undoDeployment>) {
    return this.deployments.undo(params.id, callerName(caller));
  }
}

@Module({
  imports: [AttachmentsModule, AuditModule, DriveClassesModule, DrivesModule, JobsModule, NodesModule, SettingsModule, VolumesModule],
  controllers: [DeploymentsController],
  providers: [DeploymentsService, DeploymentsRepository, DeploymentWorlds, DeploymentActions, DeploymentRunner],
})
export class DeploymentsModule {}
