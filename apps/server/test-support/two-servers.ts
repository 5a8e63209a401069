import { testDatabase } from '@weft/test-support/database';
import { afterAll, beforeAll } from 'vitest';
import type { Config } from '../src/config/config.schema.js';
import { startTestServer, type TestServer } from './app.js';

/** Another server of the same cluster. The first one keeps the database and the folder. */
export const startBeside = (server: TestServer, config: Partial<Config> = {}): Promise<TestServer> =>
  startTestServer({ mongoUri: testDatabase().uri, database: server.mongo.db.databaseName, dataDir: server.dataDir, config });

/** Two servers of one cluster for the tests of a file. The file gets them before its first test; they stop after its last one. */
export function useTwoServers(started: (servers: { server: TestServer; other: TestServer }) => void): void {
  let server: TestServer | undefined;
  let other: TestServer | undefined;
  beforeAll(async () => {
    server = await startTestServer({ mongoUri: testDatabase().uri });
    other = await startBeside(server);
    started({ server, other });
  });
  afterAll(async () => {
    await other?.stop();
    await server?.stop();
  });
}
