import { randomBytes } from 'node:crypto';
import { inject } from 'vitest';
import type {} from './medium-setup.js';

/** The medium tier's MongoDB, and a database name that no other test file has. */
export function testDatabase(): { uri: string; name: string } {
  return { uri: inject('mongoUri'), name: `weft_test_${randomBytes(6).toString('hex')}` };
}
