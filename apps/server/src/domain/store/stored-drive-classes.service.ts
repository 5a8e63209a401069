import { Injectable } from '@nestjs/common';
import type { DriveClassUpdate } from '@weft/shared/kinds/drive-class';
import { type ClientSession, MongoServerError } from 'mongodb';
import { Mongo } from '../../core/mongo/mongo.js';
import { DUPLICATE_KEY, deleteVersioned, updateVersioned } from '../../core/mongo/objects.js';
import { dotted } from '../documents/dotted.js';
import type { DriveClassDocument } from '../documents/drive-class.document.js';
import { removeAbout, writable } from './writable.js';

/** Writes drive classes. */
@Injectable()
export class StoredDriveClasses {
  constructor(private readonly mongo: Mongo) {}

  private get classes() {
    return writable(this.mongo, 'driveClasses');
  }

  /** Stores a class. @returns the class with that name: this one, or one that existed before. */
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

  update(id: string, ifMatch: number | undefined, spec: DriveClassUpdate): Promise<DriveClassDocument> {
    return updateVersioned(this.classes, { id, ifMatch, set: dotted({ spec }) });
  }

  async remove(id: string, ifMatch: number | undefined, session: ClientSession): Promise<void> {
    await deleteVersioned(this.classes, { id, ifMatch, session });
    await removeAbout(this.mongo, [id], session);
  }
}
