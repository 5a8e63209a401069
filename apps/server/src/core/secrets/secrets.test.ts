import { expect, test } from 'vitest';
import { agentScrapeToken, newToken } from './secrets.js';

test('given a thousand tokens, then all can be put on a command line: none looks like an option', () => {
  const tokens = Array.from({ length: 1000 }, newToken);
  expect(tokens.filter((token) => !/^[A-Za-z0-9_][A-Za-z0-9_-]{42}$/.test(token))).toEqual([]);
});

test('makes the token of agents as the line of openssl in docs/observability.md does', () => {
  expect(agentScrapeToken('scrape-token-of-the-lab')).toBe('dd88a188916379e471a67040257f6feca36d99ae9042540487b036a9b775e1dc');
});
