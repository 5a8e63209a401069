import { Injectable } from '@nestjs/common';
import type { ClientSession } from 'mongodb';
import { Mongo } from '../core/mongo/mongo.js';
import { type DeploymentWorld, deploymentWorld } from '../domain/deployment/deployment-world.js';
import { readable } from '../domain/store/readable.js';
import { SettingsService } from '../settings/settings.service.js';

/** What decisions about deployments read of the cluster. */
@Injectable()
export class DeploymentWorlds {
  constructor(
    private readonly mongo: Mongo,
    private readonly settings: SettingsService,
  ) {}

  async read(session?: ClientSession): Promise<DeploymentWorld> {
    const all = { session };
    // One after the other: a session does one operation at a time.
    const settings = await this.settings.get(session);
    const nodes = await readable(this.mongo, 'nodes').find({}, all).toArray();
    const drives = await readable(this.mongo, 'drives').find({}, all).toArray();
    const classes = await readable(this.mongo, 'driveClasses').find({}, all).toArray();
    const volumes = await readable(this.mongo, 'volumes').find({}, all).toArray();
    const attachments = await readable(this.mongo, 'attachments').find({}, all).toArray();
    return deploymentWorld({ settings, nodes, drives, classes, volumes, attachments });
  }
}
