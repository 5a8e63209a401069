import type { NodeDescription } from '@weft/shared/messages/node-description';
import type { ClientSession } from 'mongodb';
import type { Mongo } from '../../../core/mongo/mongo.js';
import { type Adopted, adoptedVolume } from '../../rebuild/adopted-volume.js';
import { readable } from '../readable.js';
import type { WorldStore } from '../world-store.service.js';

/** Adopts a volume into the database: reserves its bytes (S6), and assigns its legs to their nodes. */
export class AdoptionStore {
  constructor(
    private readonly mongo: Mongo,
    private readonly worlds: WorldStore,
  ) {}

  /**
   * The volume as it would be stored. Stores nothing.
   * @throws Error with a message for an operator
   */
  async plan(nameOrId: string, descriptions: readonly NodeDescription[], clusterId: string, session?: ClientSession): Promise<Adopted> {
    const all = { session };
    const [nodes, drives, driveClasses, volumes] = [
      await readable(this.mongo, 'nodes').find({}, all).toArray(),
      await readable(this.mongo, 'drives').find({}, all).toArray(),
      await readable(this.mongo, 'driveClasses').find({}, all).toArray(),
      await readable(this.mongo, 'volumes').find({}, all).toArray(),
    ];
    return adoptedVolume(nameOrId, descriptions, { clusterId, nodes, drives, driveClasses, volumes }, new Date());
  }

  /** The plan and its writes in one transaction: the decision rests on the stored state. */
  async adopt(nameOrId: string, descriptions: readonly NodeDescription[], clusterId: string, session: ClientSession): Promise<Adopted> {
    const adopted = await this.plan(nameOrId, descriptions, clusterId, session);
    await this.worlds.write({ volume: null, attachments: [] }, { volume: adopted.volume, attachments: [] }, session);
    return adopted;
  }
}
