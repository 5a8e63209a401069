import './zod-config.js';
import { expect, it } from 'vitest';
import { config } from 'zod';

it('keeps zod from compiling its checks, which the Content-Security-Policy forbids', () => {
  expect(config()).toMatchObject({ jitless: true });
});
