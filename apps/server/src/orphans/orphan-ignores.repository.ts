import { Injectable } from '@nestjs/common';
import type { ListedOrphan } from '@weft/shared/kinds/views/orphan';
import type { ClientSession, Collection } from 'mongodb';
import { Mongo } from '../core/mongo/mongo.js';
import { DUPLICATE_KEY, deleteVersioned, newStored } from '../core/mongo/objects.js';
import type { Stored } from '../core/mongo/stored.js';

/** Collection `orphanIgnores`; `_id` is `<node id>/<orphan id>`, so that a change names the node that shows it. */
export interface OrphanIgnoreDocument extends Stored {
  orphanId: string;
  node: { id: string; name: string };
  kind: ListedOrphan['kind'];
  side: ListedOrphan['side'];
  name: string;
  reason: string;
  /** Name of the user. */
  author: string;
  /** Since when its node, online, has not had the orphan. Null: it had it at the last look, or nothing showed that. */
  absentSince: Date | null;
}

@Injectable()
export class OrphanIgnoresRepository {
  private readonly ignores: Collection<OrphanIgnoreDocument>;

  constructor(mongo: Mongo) {
    this.ignores = mongo.collection<OrphanIgnoreDocument>('orphanIgnores');
  }

  /** @param nodeIds only of orphans of these nodes */
  all(nodeIds?: readonly string[]): Promise<OrphanIgnoreDocument[]> {
    return this.ignores.find(nodeIds ? { 'node.id': { $in: [...nodeIds] } } : {}).toArray();
  }

  find(orphanId: string): Promise<OrphanIgnoreDocument | null> {
    return this.ignores.findOne({ orphanId });
  }

  /** @returns null if the orphan is ignored already. */
  async insert({ id, node, kind, side, name }: ListedOrphan, reason: string, author: string): Promise<OrphanIgnoreDocument | null> {
    const ignore = { ...newStored(), _id: `${node.id}/${id}`, orphanId: id, node, kind, side, name, reason, author, absentSince: null };
    try {
      await this.ignores.insertOne(ignore);
      return ignore;
    } catch (error) {
      if ((error as { code?: unknown }).code === DUPLICATE_KEY) return null;
      throw error;
    }
  }

  /** @throws DomainError like `deleteVersioned`. */
  remove({ _id: id }: OrphanIgnoreDocument, ifMatch: number | undefined): Promise<void> {
    return deleteVersioned(this.ignores, { id, ifMatch });
  }

  /** Nobody is shown this time, so it raises no revision. */
  async setAbsentSince({ _id }: OrphanIgnoreDocument, absentSince: Date | null, session: ClientSession): Promise<void> {
    await this.ignores.updateOne({ _id }, { $set: { absentSince } }, { session });
  }

  /** Removes the ignore, unless somebody made it anew since it was read. */
  async forget({ _id, createdAt }: OrphanIgnoreDocument, session: ClientSession): Promise<void> {
    await this.ignores.deleteOne({ _id, createdAt }, { session });
  }
}
