import type { Mongo } from './mongo.js';

/** @throws Error with a message for an operator: the database holds documents. @param what would write, as the subject of a sentence */
export async function refuseContent({ db }: Mongo, what: string): Promise<void> {
  const infos = await db.listCollections({}, { nameOnly: true }).toArray();
  const names = infos.map(({ name }) => name).filter((name) => !name.startsWith('system.'));
  const filled: string[] = [];
  for (const name of names.sort()) if (await db.collection(name).findOne({}, { projection: { _id: 1 } })) filled.push(name);
  if (filled.length > 0)
    throw new Error(
      `The database ${db.databaseName} is not empty: ${filled.join(', ')}. ${what} writes only into an empty database. Stop all servers, and name another mongodbDatabase or drop this one.`,
    );
}
