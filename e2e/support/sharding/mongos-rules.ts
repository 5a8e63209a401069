import type { Document } from 'mongodb';

/** An entry of `system.profile` (MongoDB manual, "Database Profiler Output"). */
export interface Profiled {
  op: string;
  ns: string;
  command: Document;
}

type ShardKeys = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

const isEquality = (value: unknown): boolean =>
  value !== undefined &&
  (typeof value !== 'object' || value === null || !Object.keys(value).some((key) => key.startsWith('$') && key !== '$eq'));

const hasEqualities = (filter: Document, fields: readonly string[]): boolean => fields.every((field) => isEquality(filter[field]));

const isFrom = (stage: Document, sharded: ShardKeys): boolean => stage['$lookup'] !== undefined && stage['$lookup'].from in sharded;

/**
 * Why a mongos of MongoDB 6.0 would refuse a command that a replica set carried out, if these collections had these shard keys; null: it would not.
 * From the manual of 6.0: "updateOne" and "deleteOne" ("Sharded Collections"), "findAndModify" ("Sharded Collections"), "Upsert with Sharded Collection",
 * "Production Considerations (Sharded Clusters)" and "Transactions" ("Restricted Operations", distinct), "$lookup" ("Sharded Collections").
 */
export function mongosRefusal({ op, ns, command }: Profiled, sharded: ShardKeys): string | null {
  const collection = ns.slice(ns.indexOf('.') + 1);
  const key = Object.keys(sharded[collection] ?? {});
  const inTransaction = command['autocommit'] === false;
  if (command['aggregate'] !== undefined && inTransaction && (command['pipeline'] as Document[]).some((stage) => isFrom(stage, sharded)))
    return 'a transaction reads a sharded collection with $lookup';
  if (key.length === 0) return null;
  if (op === 'update') {
    const { q, multi, upsert } = command;
    if (upsert) return hasEqualities(q, key) ? null : 'an upsert does not name its shard key';
    return multi || hasEqualities(q, key) || hasEqualities(q, ['_id'])
      ? null
      : 'an update of one document names neither its id nor its shard key';
  }
  if (op === 'remove')
    return command['limit'] !== 1 || hasEqualities(command['q'], key) || hasEqualities(command['q'], ['_id'])
      ? null
      : 'a removal of one document names neither its id nor its shard key';
  const modified = command['findAndModify'] ?? command['findandmodify'];
  if (modified !== undefined) return hasEqualities(command['query'], key) ? null : 'findAndModify does not name its shard key';
  if (command['distinct'] !== undefined && inTransaction) return 'a transaction runs distinct on a sharded collection';
  return null;
}

/** Unique indexes that a collection with this shard key cannot have: MongoDB keeps them only within a shard, so they must begin with the shard key. */
export function impossibleIndexes(key: Readonly<Record<string, unknown>>, indexes: readonly Document[]): string[] {
  const fields = Object.keys(key);
  const isPrefix = (index: Document) => fields.every((field, at) => Object.keys(index['key'])[at] === field);
  const isHashed = Object.values(key).includes('hashed');
  return indexes.flatMap((index) =>
    index['name'] !== '_id_' && index['unique'] && (isHashed || !isPrefix(index)) ? [index['name'] as string] : [],
  );
}
