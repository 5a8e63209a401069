import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
// @ts-expect-error: a script, plain JavaScript.
import { generateClient, target } from '../../generate-client.mjs';

test('given the server’s openapi.json, then the committed types are what it generates: else run `npm run generate --workspace apps/web`', async () => {
  expect(readFileSync(target, 'utf8') === (await generateClient())).toBe(true);
});
