import { Injectable } from '@nestjs/common';
import { Mongo } from '../../core/mongo/mongo.js';
import { anyLeg, type VolumeDocument } from '../../domain/documents/volume.document.js';
import { readable } from '../../domain/store/readable.js';

/** Reads what labels of legs are made of. */
@Injectable()
export class LegLabelsRepository {
  constructor(private readonly mongo: Mongo) {}

  volume(id: string): Promise<VolumeDocument | null> {
    return readable(this.mongo, 'volumes').findOne({ _id: id });
  }

  volumesOn(nodeIds: readonly string[]): Promise<VolumeDocument[]> {
    return readable(this.mongo, 'volumes')
      .find(anyLeg('nodeId', { $in: [...nodeIds] }))
      .toArray();
  }

  /** Those of the nodes whose history is not in doubt. */
  async certain(nodeIds: readonly string[]): Promise<string[]> {
    const found = await readable(this.mongo, 'nodes')
      .find({ _id: { $in: [...nodeIds] }, 'status.historyDoubt': null }, { projection: { _id: 1 } })
      .toArray();
    return found.map(({ _id }) => _id);
  }

  async classNames(): Promise<Map<string, string>> {
    const classes = await readable(this.mongo, 'driveClasses')
      .find({}, { projection: { name: 1 } })
      .toArray();
    return new Map(classes.map(({ _id, name }) => [_id, name]));
  }
}
