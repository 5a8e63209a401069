import { Injectable } from '@nestjs/common';
import type { Job } from '@weft/shared/kinds/job';
import { AttachmentsService } from '../attachments/attachments.service.js';
import { AuditService, type StepEntry } from '../audit/audit.service.js';
import type { Action } from '../domain/deployment/step-action.js';
import type { DeploymentDocument } from '../domain/documents/deployment.document.js';
import { DriveClassesService } from '../drive-classes/drive-classes.service.js';
import { DrivesService } from '../drives/drives.service.js';
import { NodesService } from '../nodes/nodes.service.js';
import { SettingsService } from '../settings/settings.service.js';
import { VolumesService } from '../volumes/volumes.service.js';

type Subject = StepEntry['subject'];
type Note = (route: StepEntry['route'], subject: Subject, job?: Job) => Promise<string[]>;

/** Sends a step's requests to the services that people's requests go to: the same checks, and an audit entry for each. */
@Injectable()
export class DeploymentActions {
  constructor(
    private readonly settings: SettingsService,
    private readonly nodes: NodesService,
    private readonly drives: DrivesService,
    private readonly classes: DriveClassesService,
    private readonly volumes: VolumesService,
    private readonly attachments: AttachmentsService,
    private readonly audit: AuditService,
  ) {}

  /** @returns ids of the jobs that it has started. @throws DomainError as the service */
  run(action: Action, { _id, goal, requestedBy, undoneBy }: DeploymentDocument): Promise<string[]> {
    const by = goal === 'undone' ? (undoneBy ?? requestedBy) : requestedBy;
    const note: Note = async (route, subject, job) => {
      await this.audit.recordStep({ by, subject, deploymentId: _id, route, jobId: job?.id ?? null });
      return job ? [job.id] : [];
    };
    return this.send(action, by, note);
  }

  private async send(action: Action, by: string, note: Note): Promise<string[]> {
    switch (action.do) {
      case 'set-networks': {
        const { clusterId } = await this.settings.update({ storageNetworks: action.storageNetworks }, action.version);
        return note('updateSettings', { kind: 'settings', id: clusterId, name: 'settings' });
      }
      case 'set-labels': {
        const { id, version, name } = action.node;
        await this.nodes.update(id, version, { labels: action.labels });
        return note('updateNode', { kind: 'node', id, name });
      }
      case 'take':
      case 'release':
        return this.orderDrives(action.do, action.drives, by, note);
      case 'create-class': {
        const { id, name } = await this.classes.create(action.spec);
        return note('createDriveClass', { kind: 'drive-class', id, name });
      }
      case 'delete-class': {
        const { id, version, name } = action.driveClass;
        await this.classes.remove(id, version);
        return note('deleteDriveClass', { kind: 'drive-class', id, name });
      }
      case 'create-volume': {
        const { volume, job } = await this.volumes.create(action.request, by);
        return note('createVolume', { kind: 'volume', id: volume.id, name: volume.name }, job);
      }
      case 'delete-volume': {
        const { id, version, name } = action.volume;
        const { job } = await this.volumes.remove(id, version, by);
        return note('deleteVolume', { kind: 'volume', id, name }, job);
      }
      case 'attach': {
        const { attachment, job } = await this.attachments.create(action.request, by);
        return note('createAttachment', { kind: 'attachment', id: attachment.id, name: action.name }, job);
      }
    }
  }

  private async orderDrives(
    order: 'take' | 'release',
    drives: readonly { id: string; version: number; serial: string }[],
    by: string,
    note: Note,
  ): Promise<string[]> {
    const jobs: string[] = [];
    for (const { id, version, serial } of drives) {
      const request = { id, ifMatch: version, requestedBy: by };
      const { job } = order === 'take' ? await this.drives.take(request, 'data') : await this.drives.release(request);
      jobs.push(...(await note(order === 'take' ? 'takeDrive' : 'releaseDrive', { kind: 'drive', id, name: serial }, job)));
    }
    return jobs;
  }
}
