import { test as base, expect } from '@playwright/test';
import { type MongoReplicaSet, startMongo } from '@weft/test-support/mongo';
import { Cluster } from './cluster.js';
import { login } from './login.js';

interface WorkerFixtures {
  mongo: MongoReplicaSet;
  /** One furnished cluster for all tests of a run: each test makes the objects that it changes. */
  cluster: Cluster;
}

interface TestFixtures {
  /** Environment of the server of `ownCluster`, in addition to that of every test server. */
  serverEnvironment: Record<string, string>;
  /** An empty cluster for one test: for tests that kill servers or nodes, count all objects, or start with none. */
  ownCluster: Cluster;
  /** Opens a page with a session of this user. */
  loginAs: (name: 'admin' | 'olga' | 'vera', path?: string) => Promise<void>;
  /** Fails a test when the Content-Security-Policy refused something or an error was not caught. */
  noComplaints: undefined;
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  mongo: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern.
    async ({}, use) => {
      const mongo = await startMongo({ members: 1 });
      await use(mongo);
      await mongo.stop();
    },
    { scope: 'worker', timeout: 360_000 },
  ],
  cluster: [
    async ({ mongo }, use) => {
      const cluster = await Cluster.start(mongo.uri);
      await cluster.furnish();
      await use(cluster);
      await cluster.stop();
    },
    { scope: 'worker', timeout: 360_000 },
  ],
  serverEnvironment: [{}, { option: true }],
  ownCluster: [
    async ({ mongo, serverEnvironment }, use) => {
      const cluster = await Cluster.start(mongo.uri, serverEnvironment);
      await use(cluster);
      await cluster.stop();
    },
    { timeout: 360_000 },
  ],
  loginAs: async ({ page, cluster }, use) => {
    await use((name, path = '/') => login(page, `${cluster.server.url}${path}`, name));
  },
  noComplaints: [
    async ({ page }, use) => {
      const complaints: string[] = [];
      page.on('pageerror', (error) => complaints.push(error.message));
      page.on('console', (message) => {
        if (message.type() === 'error' && /Content Security Policy/i.test(message.text())) complaints.push(message.text());
      });
      await use(undefined);
      expect(complaints).toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };
