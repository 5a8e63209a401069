import { Injectable } from '@nestjs/common';
import { Mongo } from '../../../core/mongo/mongo.js';
import { readable } from '../../../domain/store/readable.js';
import type { ObjectNames } from './point-samples.js';

interface Named {
  _id: string;
  name: string;
}

/** Reads the names of all objects that have statistics. */
@Injectable()
export class ObjectNamesRepository {
  constructor(private readonly mongo: Mongo) {}

  async read(): Promise<ObjectNames> {
    const named = { projection: { name: 1 } } as const;
    const [volumes, nodes, driveClasses, drives] = await Promise.all([
      readable(this.mongo, 'volumes').find({}, named).toArray(),
      readable(this.mongo, 'nodes').find({}, named).toArray(),
      readable(this.mongo, 'driveClasses').find({}, named).toArray(),
      readable(this.mongo, 'drives')
        .find({}, { projection: { serial: 1 } })
        .toArray(),
    ]);
    const byId = (objects: readonly Named[]) => new Map(objects.map(({ _id, name }) => [_id, name]));
    return {
      ...{ volumes: byId(volumes), nodes: byId(nodes), driveClasses: byId(driveClasses) },
      drives: new Map(drives.map(({ _id, serial }) => [_id, serial])),
    };
  }
}
