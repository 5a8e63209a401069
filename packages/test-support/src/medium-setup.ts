import type { TestProject } from 'vitest/node';
import { startMongo } from './mongo.js';

declare module 'vitest' {
  interface ProvidedContext {
    mongoUri: string;
  }
}

/** Vitest's globalSetup of the medium tier: one replica set for the whole run, or the one that WEFT_TEST_MONGODB_URI names. */
export default async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const given = process.env.WEFT_TEST_MONGODB_URI;
  if (given) {
    project.provide('mongoUri', given);
    return undefined;
  }
  const mongo = await startMongo({ members: 1 });
  project.provide('mongoUri', mongo.uri);
  return mongo.stop;
}
