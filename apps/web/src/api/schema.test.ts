import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
// @ts-expect-error: a script, plain JavaScript.
import { generateClient, target } from '../../generate-client.mjs';

test('matches the types generated from openapi.json (npm run generate --workspace apps/web)', async () => {
  expect(readFileSync(target, 'utf8') === (await generateClient())).toBe(true);
});
