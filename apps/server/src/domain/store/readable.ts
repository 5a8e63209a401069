import type { DomainCollection } from '../../core/mongo/collections.js';
import type { Mongo, Readable } from '../../core/mongo/mongo.js';
import type { DomainDocuments } from './writable.js';

/** Read access to the domain's collections for every module: for lists, views and decisions. Only this folder writes them. */
export const readable = <Name extends DomainCollection>(mongo: Mongo, name: Name): Readable<DomainDocuments[Name]> =>
  mongo.reading<DomainDocuments[Name]>(name);
