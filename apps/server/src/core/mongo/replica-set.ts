import type { MongoClient } from 'mongodb';

/**
 * @throws Error when the server is not a member of a replica set, or is a mongos, or cannot be reached; the message says what to do.
 */
export async function requireReplicaSet(client: MongoClient): Promise<void> {
  const where = client.options.hosts.map((host) => host.toString()).join(', ');
  let hello: { setName?: string; msg?: string };
  try {
    await client.connect();
    hello = await client.db('admin').command({ hello: 1 });
  } catch (cause) {
    throw new Error(
      `MongoDB at ${where} does not answer: ${(cause as Error).message}. Check that it runs, that the address, the replica set's name and the credentials in mongodbUri are right, and that it has a primary.`,
      { cause },
    );
  }
  if (hello.msg === 'isdbgrid')
    throw new Error(
      `MongoDB at ${where} is a mongos, the router of a sharded cluster. Weft has not been run on one: name the members of a replica set in mongodbUri ` +
        '(docs/decisions/sharding.md).',
    );
  if (hello.setName === undefined)
    throw new Error(
      `MongoDB at ${where} is a standalone server, and Weft needs a replica set: transactions and change streams do not exist without one. ` +
        'One member is enough: start mongod with `--replSet weft`, run `mongosh --eval "rs.initiate()"` once, and add `?replicaSet=weft` to mongodbUri.',
    );
}
