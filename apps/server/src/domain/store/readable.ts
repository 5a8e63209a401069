import type { DomainCollection } from '../../core/mongo/collections.js';
import type { Mongo, Readable } from '../../core/mongo/mongo.js';
import type { DomainDocuments } from './writable.js';

/** What the domain decides on, for everybody to read: lists, views, and what decisions are made on. Who writes it is in this folder. */
export const readable = <Name extends DomainCollection>(mongo: Mongo, name: Name): Readable<DomainDocuments[Name]> =>
  mongo.reading<DomainDocuments[Name]>(name);
