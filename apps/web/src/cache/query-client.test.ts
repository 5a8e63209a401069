import { MutationObserver } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { queryKeys } from '../api/query-keys.js';
import type { Job } from '../api/types.js';
import { createQueryClient } from './query-client.js';

const job = (revision: number, state: string) => ({ id: 'j', revision, state }) as unknown as Job;

test.each([
  [1, 'running', 'done'],
  [3, 'failed', 'failed'],
])('keeps the newer job when the cache has revision 2 and the response has revision %d', async (revision, answered, kept) => {
  const client = createQueryClient();
  client.setQueryData(queryKeys.one('job', 'j'), job(2, 'done'));
  await new MutationObserver(client, {
    mutationFn: () => Promise.resolve({ job: job(revision, answered) }),
    meta: { inPlace: true },
  }).mutate();
  expect(client.getQueryData(queryKeys.one('job', 'j'))).toMatchObject({ state: kept });
});
