import { randomUUID } from 'node:crypto';
import { DomainError } from '@weft/shared/errors/domain-error';
import type { ClientSession, Collection, Filter, MatchKeysAndValues, OnlyFieldsOfType, UpdateFilter } from 'mongodb';
import type { Stored } from './stored.js';

/** MongoDB error code: another document has the same unique field. */
export const DUPLICATE_KEY = 11_000;

/** The fields of a new object: a random id, version 1. */
export const newStored = (now: Date = new Date()): Stored => ({
  _id: randomUUID(),
  version: 1,
  revision: 1,
  createdAt: now,
  updatedAt: now,
});

/** For `$inc`: `decision` for a write of data that users base decisions on, `live` for a write of live data only. */
export const raises = (kind: 'decision' | 'live'): { version?: 1; revision: 1 } =>
  kind === 'decision' ? { version: 1, revision: 1 } : { revision: 1 };

export interface VersionedUpdate<T> {
  id: string;
  /** The version that the change is based on; absent: any version. */
  ifMatch?: number | undefined;
  /** Fields, dotted paths allowed. This function sets `version`, `revision` and `updatedAt`. */
  set: MatchKeysAndValues<T>;
  unset?: OnlyFieldsOfType<T, unknown, '' | true | 1>;
  /** Live data: the version stays, because decisions based on an earlier read remain valid. */
  live?: boolean | undefined;
  session?: ClientSession | undefined;
}

/**
 * Changes an object and raises its version, or for live data only its revision.
 * @returns the document after the change.
 * @throws DomainError `not-found`, or `version-mismatch` naming the current version.
 */
export async function updateVersioned<T extends Stored>(
  collection: Collection<T>,
  { id, ifMatch, set, unset, live = false, session }: VersionedUpdate<T>,
): Promise<T> {
  const filter = { _id: id, ...(ifMatch === undefined ? {} : { version: ifMatch }) } as Filter<T>;
  const update = {
    $set: { ...set, updatedAt: new Date() },
    $inc: raises(live ? 'live' : 'decision'),
    ...(unset ? { $unset: unset } : {}),
  } as unknown as UpdateFilter<T>;
  const updated = await collection.findOneAndUpdate(filter, update, { returnDocument: 'after', ...(session ? { session } : {}) });
  if (updated) return updated as T;
  throw await whyNot(collection, id, ifMatch, session);
}

/**
 * Removes an object of the given version.
 * @throws DomainError like `updateVersioned`.
 */
export async function deleteVersioned<T extends Stored>(
  collection: Collection<T>,
  { id, ifMatch, session }: { id: string; ifMatch?: number | undefined; session?: ClientSession | undefined },
): Promise<void> {
  const filter = { _id: id, ...(ifMatch === undefined ? {} : { version: ifMatch }) } as Filter<T>;
  const { deletedCount } = await collection.deleteOne(filter, session ? { session } : {});
  if (deletedCount === 0) throw await whyNot(collection, id, ifMatch, session);
}

export const notFound = (collectionName: string, id: string): DomainError =>
  new DomainError('object-not-found', { collection: collectionName, id });

/** @throws DomainError `version-mismatch` when the document's version is not the one that the caller read. */
export function requireVersion(document: Pick<Stored, 'version'>, ifMatch: number | undefined): void {
  if (ifMatch !== undefined && document.version !== ifMatch)
    throw new DomainError('version-changed', { sentVersion: ifMatch, currentVersion: document.version });
}

async function whyNot<T extends Stored>(
  collection: Collection<T>,
  id: string,
  ifMatch: number | undefined,
  session: ClientSession | undefined,
): Promise<Error> {
  const current = (await collection.findOne({ _id: id } as Filter<T>, {
    projection: { version: 1 },
    ...(session ? { session } : {}),
  })) as Stored | null;
  if (!current) return notFound(collection.collectionName, id);
  try {
    requireVersion(current, ifMatch);
  } catch (error) {
    return error as Error;
  }
  return new DomainError('changed-meanwhile', {});
}
