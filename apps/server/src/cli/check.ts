import { connect } from '../app/server.js';
import type { Config } from '../config/config.schema.js';
import { schemaState } from '../core/mongo/migrations/migrate.js';
import type { Mongo } from '../core/mongo/mongo.js';
import { readable } from '../domain/store/readable.js';
import { audit, type Finding } from './allocations.js';

/** Reads the records in one snapshot, so that running changes do not look like errors. */
const readAllocations = (mongo: Mongo) =>
  mongo.transaction(async (session) => ({
    drives: await readable(mongo, 'drives').find({}, { session }).toArray(),
    volumes: await readable(mongo, 'volumes').find({}, { session }).toArray(),
    attachments: await readable(mongo, 'attachments').find({}, { session }).toArray(),
  }));

async function schemaFindings(mongo: Mongo): Promise<Finding[]> {
  const { found, known } = await schemaState(mongo);
  return found >= known
    ? []
    : [
        {
          what: `the database has schema ${found}; this version needs ${known}`,
          todo: 'Run `weft-server migrate`, or start the server, which does the same.',
        },
      ];
}

/**
 * `weft-server check`: checks that the database is reachable, a replica set and of this schema, and that its records of allocated space are consistent.
 * @returns the exit code: 0 when all is well, 1 with findings.
 */
export async function check(config: Config, print: (line: string) => void): Promise<number> {
  const mongo = await connect(config);
  try {
    print('database: reachable, a replica set with a primary');
    const schema = await schemaFindings(mongo);
    const findings = schema.length > 0 ? schema : audit(await readAllocations(mongo));
    for (const { what, todo } of findings) print(`FOUND ${what}\n      ${todo}`);
    print(findings.length === 0 ? 'schema: current\nallocated space: consistent' : `${findings.length} found`);
    return findings.length === 0 ? 0 : 1;
  } finally {
    await mongo.close();
  }
}
