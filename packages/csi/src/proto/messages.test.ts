import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
// @ts-expect-error -- a script without types
import { messageTypes } from '../../generate-types.mjs';
import { definitions } from './definitions.js';

it('has the types that generate-types.mjs makes of csi.proto', async () => {
  expect(readFileSync(new URL('messages.ts', import.meta.url), 'utf8')).toBe(await (messageTypes as () => Promise<string>)());
});

it('has the services of CSI 1.11', () => {
  expect(Object.keys(definitions())).toEqual(expect.arrayContaining(['csi.v1.Identity', 'csi.v1.Controller', 'csi.v1.Node']));
});
