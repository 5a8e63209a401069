import { Injectable } from '@nestjs/common';
import type { Query } from '@weft/shared/endpoints/definition/endpoint';
import type { endpoints } from '@weft/shared/endpoints/endpoints';
import type { ClientSession } from 'mongodb';
import { Mongo } from '../core/mongo/mongo.js';
import { findPage } from '../core/mongo/page.js';
import type { DriveClassDocument } from '../domain/documents/drive-class.document.js';
import { readable } from '../domain/store/readable.js';

@Injectable()
export class DriveClassesRepository {
  constructor(private readonly mongo: Mongo) {}

  private get classes() {
    return readable(this.mongo, 'driveClasses');
  }

  transaction<T>(work: (session: ClientSession) => Promise<T>): Promise<T> {
    return this.mongo.transaction(work);
  }

  find(id: string, session?: ClientSession): Promise<DriveClassDocument | null> {
    return this.classes.findOne({ _id: id }, { session });
  }

  page(query: Query<typeof endpoints.listDriveClasses>) {
    return findPage(this.classes, {
      filter: query.name ? { name: query.name } : {},
      query,
      sortFields: { name: 'name', createdAt: 'createdAt' },
    });
  }

  async volumesOf(id: string, session: ClientSession): Promise<string[]> {
    const found = await readable(this.mongo, 'volumes')
      .find({ 'spec.driveClassId': id }, { session, projection: { name: 1 }, sort: { name: 1 }, limit: 20 })
      .toArray();
    return found.map((volume) => volume.name);
  }
}
