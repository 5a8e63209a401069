import { expect, it } from 'vitest';
import { containing } from './containing.js';

const matches = (text: string, value: string) => {
  const { $regex, $options } = containing(text);
  return new RegExp($regex, $options).test(value);
};

it('finds the text anywhere, in either case, and takes no character as a pattern', () => {
  expect(matches('DB', 'orders-db-1')).toBe(true);
  expect(matches('db', 'scratch')).toBe(false);
  for (const pattern of ['.*', '^o', 's$', '[a-z]', '(', 'a|b', 'o+', '\\w', '{1}', '?'])
    expect(matches(pattern, 'orders'), pattern).toBe(false);
  expect(matches('a.b', 'a.b')).toBe(true);
});
