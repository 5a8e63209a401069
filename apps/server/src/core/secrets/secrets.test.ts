import { expect, test } from 'vitest';
import { agentScrapeToken, newToken } from './secrets.js';

test('makes tokens that never look like a command-line option', () => {
  const tokens = Array.from({ length: 1000 }, newToken);
  expect(tokens.filter((token) => !/^[A-Za-z0-9_][A-Za-z0-9_-]{42}$/.test(token))).toEqual([]);
});

test('derives the agent scrape token like the openssl command in docs/observability.md', () => {
  expect(agentScrapeToken('scrape-token-of-the-lab')).toBe('dd88a188916379e471a67040257f6feca36d99ae9042540487b036a9b775e1dc');
});
