import { Injectable } from '@nestjs/common';
import type { Query } from '@weft/shared/endpoints/endpoint';
import type { endpoints } from '@weft/shared/endpoints/endpoints';
import type { DriveClassUpdate } from '@weft/shared/kinds/drive-class';
import { type ClientSession, MongoServerError } from 'mongodb';
import { Mongo } from '../core/mongo/mongo.js';
import { deleteVersioned, updateVersioned } from '../core/mongo/objects.js';
import { findPage } from '../core/mongo/page.js';
import type { DriveDocument } from '../domain/documents/drive.document.js';
import type { DriveClassDocument } from '../domain/documents/drive-class.document.js';
import type { VolumeDocument } from '../domain/documents/volume.document.js';

const DUPLICATE_KEY = 11_000;

@Injectable()
export class DriveClassesRepository {
  constructor(private readonly mongo: Mongo) {}

  private get classes() {
    return this.mongo.collection<DriveClassDocument>('driveClasses');
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

  /** Stores a class. @returns the one that has the name: this one, or one that was there before. */
  async insertOrFind(driveClass: DriveClassDocument): Promise<DriveClassDocument> {
    try {
      await this.classes.insertOne(driveClass);
      return driveClass;
    } catch (error) {
      const existing =
        error instanceof MongoServerError && error.code === DUPLICATE_KEY ? await this.classes.findOne({ name: driveClass.name }) : null;
      if (!existing) throw error;
      return existing;
    }
  }

  update(id: string, ifMatch: number | undefined, set: DriveClassUpdate): Promise<DriveClassDocument> {
    return updateVersioned(this.classes, { id, ifMatch, set });
  }

  remove(id: string, ifMatch: number | undefined, session: ClientSession): Promise<void> {
    return deleteVersioned(this.classes, { id, ifMatch, session });
  }

  /**
   * Writes the drives of a class, so that a transaction that books space on one of them for a new volume of the class conflicts with this one,
   * and one of the two sees what the other did (S5).
   */
  async touch(driveIds: string[], session: ClientSession): Promise<void> {
    await this.mongo
      .collection<DriveDocument>('drives')
      .updateMany({ _id: { $in: driveIds } }, { $currentDate: { updatedAt: true } }, { session });
  }

  async volumesOf(id: string, session: ClientSession): Promise<string[]> {
    const found = await this.mongo
      .collection<VolumeDocument>('volumes')
      .find({ 'spec.driveClassId': id }, { session, projection: { name: 1 }, sort: { name: 1 }, limit: 20 })
      .toArray();
    return found.map((volume) => volume.name);
  }
}
