import { Injectable } from '@nestjs/common';
import { CLOCK_SKEWED } from '@weft/shared/kinds/condition-types';
import type { FailureDomain } from '@weft/shared/kinds/volume';
import { groupBy } from '@weft/shared/lists/group-by';
import { Mongo } from '../core/mongo/mongo.js';
import type { PreflightClass, PreflightNode, PreflightWorld } from '../domain/preflight/preflight-world.js';
import { readable } from '../domain/store/readable.js';
import { DrivesService } from '../drives/drives.service.js';
import { SettingsService } from '../settings/settings.service.js';
import { CapacityService } from '../views/overview/capacity.service.js';
import type { PreflightAnswerDocument } from './preflight.document.js';

/** Reads what the checks need. */
@Injectable()
export class PreflightWorldReader {
  constructor(
    private readonly mongo: Mongo,
    private readonly settings: SettingsService,
    private readonly drives: DrivesService,
    private readonly capacity: CapacityService,
  ) {}

  async read(answers: readonly PreflightAnswerDocument[]): Promise<PreflightWorld> {
    const [{ storageNetworks }, nodes, classes] = await Promise.all([this.settings.read(), this.nodes(answers), this.classes()]);
    return { networks: storageNetworks, nodes, classes };
  }

  private async nodes(answers: readonly PreflightAnswerDocument[]): Promise<PreflightNode[]> {
    const of = new Map(answers.map((each) => [each._id, each.answer]));
    const [nodes, drives] = await Promise.all([
      readable(this.mongo, 'nodes')
        .find({}, { sort: { name: 1 } })
        .toArray(),
      readable(this.mongo, 'drives')
        .find({ 'status.present': true }, { projection: { nodeId: 1, 'status.inventory': 1 }, sort: { serial: 1 } })
        .toArray(),
    ]);
    const drivesOf = groupBy(drives, ({ nodeId }) => nodeId);
    return nodes.map(({ _id: id, name, spec: { labels }, status: { connection, conditions, inventory } }) => ({
      ...{ id, name, labels, inventory },
      online: connection.state === 'online',
      clockSkewed: conditions.some(({ type, status }) => type === CLOCK_SKEWED && status === 'true'),
      drives: (drivesOf.get(id) ?? []).map((drive) => ({ id: drive._id, inventory: drive.status.inventory })),
      facts: of.get(id)?.facts ?? null,
      probes: of.get(id)?.outcomes ?? [],
    }));
  }

  private async classes(): Promise<PreflightClass[]> {
    const [classes, capacities, volumes] = await Promise.all([
      readable(this.mongo, 'driveClasses')
        .find({}, { sort: { name: 1 } })
        .toArray(),
      this.capacity.read(new Date()),
      readable(this.mongo, 'volumes')
        .find({}, { projection: { 'spec.driveClassId': 1, 'spec.failureDomain': 1 } })
        .toArray(),
    ]);
    return Promise.all(
      classes.map(async ({ _id, name, spec: { members } }) => {
        const used = volumes.filter(({ spec }) => spec.driveClassId === _id).map(({ spec }) => spec.failureDomain);
        return {
          name,
          driveIds: new Set((await this.drives.matching(members)).map((drive) => drive._id)),
          failureDomains: used.length > 0 ? [...new Set(used)] : (['node'] satisfies FailureDomain[]),
          repair: capacities.find(({ driveClass }) => driveClass.id === _id)?.repair ?? null,
        };
      }),
    );
  }
}
