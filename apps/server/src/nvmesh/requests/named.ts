import { z } from 'zod';
import { isDocument } from '../dialect/document.js';
import { badField, Refusal } from '../dialect/reasons.js';

/** Most objects of one request: each is a request to Weft's API. */
const MOST_OBJECTS = 200;

/** The objects of a request: a list, or `{"Ids": […]}`. @throws Refusal */
export function objectsOf(body: unknown): unknown[] {
  const list = isDocument(body) && Object.hasOwn(body, 'Ids') ? body.Ids : body;
  if (!Array.isArray(list)) throw badField('The body', 'must be a list of objects');
  if (list.length > MOST_OBJECTS) throw new Refusal('too-large', { what: 'The list', most: `${MOST_OBJECTS} objects` });
  return list;
}

/** What names an object in a request. */
export interface Named {
  name: string;
  uuid: string | undefined;
}

/** A name of an object. */
export const nameText = z.string().min(1).max(256);

/** @returns the name for the answer about an object, also when the object is not valid */
export function nameIn(object: unknown): string | null {
  const found = isDocument(object) ? (object._id ?? object.name) : object;
  return typeof found === 'string' ? found.slice(0, 256) : null;
}

/** Reads `_id` or `name`, and `uuid`; a text alone is a name. @throws Refusal */
export function named(object: unknown): Named {
  const name = nameText.safeParse(nameIn(object));
  if (!name.success) throw badField('_id', 'must name the object');
  const uuid = isDocument(object) ? object.uuid : undefined;
  return { name: name.data, uuid: typeof uuid === 'string' && uuid !== '' ? uuid : undefined };
}

/** @throws Refusal when the object was deleted and created again since the caller read it */
export function sameObject(kind: string, { name, uuid }: Named, found: { id: string } | undefined): asserts found {
  if (!found) throw new Refusal('not-found', { kind, name });
  if (uuid !== undefined && uuid !== found.id) throw new Refusal('other-uuid', { kind, name });
}
