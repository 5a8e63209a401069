import { Injectable } from '@nestjs/common';
import type { SettingsUpdate } from '@weft/shared/kinds/settings/settings';
import { type ClientSession, type Collection, type MatchKeysAndValues, MongoServerError } from 'mongodb';
import { Mongo } from '../core/mongo/mongo.js';
import { DUPLICATE_KEY, updateVersioned } from '../core/mongo/objects.js';
import type { SettingsDocument } from './settings.document.js';

@Injectable()
export class SettingsRepository {
  private readonly settings: Collection<SettingsDocument>;

  constructor(mongo: Mongo) {
    this.settings = mongo.collection<SettingsDocument>('settings');
  }

  async get(session?: ClientSession): Promise<SettingsDocument> {
    const found = await this.settings.findOne({ _id: 'cluster' }, session ? { session } : {});
    if (!found)
      throw new Error(
        'The document `cluster` is missing in the collection `settings`: the database was emptied while the server ran. Restart the server.',
      );
    return found;
  }

  update(change: SettingsUpdate, ifMatch: number | undefined): Promise<SettingsDocument> {
    const set = Object.fromEntries(Object.entries(change).map(([field, value]) => [`spec.${field}`, value]));
    return updateVersioned(this.settings, { id: 'cluster', ifMatch, set: set as MatchKeysAndValues<SettingsDocument> });
  }

  /** Stores the first settings of a new database. @returns the stored settings: another server may have stored its own first. */
  async ensure(first: SettingsDocument): Promise<SettingsDocument> {
    try {
      await this.settings.insertOne(first);
    } catch (error) {
      if (!(error instanceof MongoServerError && error.code === DUPLICATE_KEY)) throw error;
    }
    return this.get();
  }
}
