import { readFileSync } from 'node:fs';
import { type Concurrency, concurrencyRows } from '@weft/shared/load/concurrency-limit';
import { type Retry, retryRows } from '@weft/shared/load/retry';
import { expect, it } from 'vitest';
import { concurrency } from './concurrency.js';
import { retries } from './retries.js';

const page = readFileSync(new URL('../../../../docs/decisions/retries.md', import.meta.url), 'utf8');

it('lists exactly the retries and concurrency limits of the agent in docs/decisions/retries.md', () => {
  const [, listed = ''] = page.split('## The agent');
  const [own = ''] = listed.split('\n## ');
  const rows = own.split('\n').filter((line) => line.startsWith('| ') && !/^\| (retries|limits) \|/.test(line));
  expect(rows).toEqual([...retryRows(retries as Record<string, Retry>), ...concurrencyRows(concurrency as Record<string, Concurrency>)]);
});
