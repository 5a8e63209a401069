import { expect, test } from 'vitest';
import { newToken } from './secrets.js';

test('given a thousand tokens, then all can be put on a command line: none looks like an option', () => {
  const tokens = Array.from({ length: 1000 }, newToken);
  expect(tokens.filter((token) => !/^[A-Za-z0-9_][A-Za-z0-9_-]{42}$/.test(token))).toEqual([]);
});
