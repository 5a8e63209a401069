import { testDatabase } from '@weft/test-support/database';
import { afterAll, beforeAll } from 'vitest';
import { startTestServer, type TestServer } from './app.js';

/** Another server of the same cluster. The first one keeps the database and the folder. */
export const startBeside = (server: TestServer): Promise<TestServer> =>
  startTestServer({ mongoUri: testDatabase().uri, database: server.mongo.db.databaseName, dataDir: server.dataDir });

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
