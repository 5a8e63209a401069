import { Injectable } from '@nestjs/common';
import { DomainError } from '@weft/shared/errors/domain-error';
import type { Reference } from '@weft/shared/kinds/common';
import { type Collection, type MatchKeysAndValues, MongoServerError } from 'mongodb';
import type { VolumeGroupDocument } from '../core/auth/role.document.js';
import type { UserDocument } from '../core/auth/user.document.js';
import { Mongo } from '../core/mongo/mongo.js';
import { DUPLICATE_KEY, deleteVersioned, updateVersioned } from '../core/mongo/objects.js';
import { findPage, type Page, type PageQuery } from '../core/mongo/page.js';

@Injectable()
export class VolumeGroupsRepository {
  private readonly groups: Collection<VolumeGroupDocument>;

  constructor(private readonly mongo: Mongo) {
    this.groups = mongo.collection<VolumeGroupDocument>('volumeGroups');
  }

  page(query: PageQuery): Promise<Page<VolumeGroupDocument>> {
    return findPage(this.groups, { filter: {}, query, sortFields: { name: 'name', createdAt: 'createdAt' } });
  }

  find(id: string): Promise<VolumeGroupDocument | null> {
    return this.groups.findOne({ _id: id });
  }

  findByName(name: string): Promise<VolumeGroupDocument | null> {
    return this.groups.findOne({ name });
  }

  /** Users of these ids, by name. Removed ones are absent. */
  async users(ids: readonly string[]): Promise<Reference[]> {
    const found = await this.mongo
      .collection<UserDocument>('users')
      .find({ _id: { $in: [...ids] } }, { projection: { name: 1 }, sort: { name: 1 } })
      .toArray();
    return found.map(({ _id: id, name }) => ({ id, name }));
  }

  /** @throws DomainError `name-taken` */
  async insert(group: VolumeGroupDocument): Promise<void> {
    try {
      await this.groups.insertOne(group);
    } catch (error) {
      if (error instanceof MongoServerError && error.code === DUPLICATE_KEY)
        throw new DomainError('volume-group-name-taken', { groupName: group.name }, { cause: error, field: 'name' });
      throw error;
    }
  }

  update(id: string, ifMatch: number | undefined, set: MatchKeysAndValues<VolumeGroupDocument>): Promise<VolumeGroupDocument> {
    return updateVersioned(this.groups, { id, ifMatch, set });
  }

  remove(id: string, ifMatch: number | undefined): Promise<void> {
    return deleteVersioned(this.groups, { id, ifMatch });
  }
}
