import { endpoints } from '@weft/shared/endpoints/endpoints';
import { expect, it } from 'vitest';
import { createPastClient } from '../cache/past-client.js';
import { pastKey } from './past.js';

const AT = '2026-11-28T12:00:00.000Z';

it('gives each read that the server answers as of a moment its query', () => {
  for (const endpoint of Object.values(endpoints)) {
    if (!('asOf' in endpoint)) continue;
    const key = pastKey(['get', endpoint.path.replace(/:(\w+)/g, '{$1}'), { params: { query: { limit: 5 } } }], AT);
    expect(key[2], endpoint.id).toEqual({ params: { query: { limit: 5, at: AT } } });
  }
});

it('leaves records with times of their own as they are, and refuses unrecorded reads', () => {
  expect(pastKey(['get', '/api/v1/events'], AT)).toEqual(['get', '/api/v1/events']);
  expect(pastKey(['statistics', 'volume:1'], AT)).toEqual(['statistics', 'volume:1']);
  expect(() => pastKey(['get', '/api/v1/drive-map'], AT)).toThrow('not recorded');
});

it('reads with the query of the moment, and sends no change', async () => {
  const client = createPastClient(AT);
  const queryFn = async ({ queryKey }: { queryKey: readonly unknown[] }) => queryKey;
  expect(await client.fetchQuery({ queryKey: ['get', '/api/v1/nodes'], queryFn })).toEqual([
    'get',
    '/api/v1/nodes',
    { params: { query: { at: AT } } },
  ]);
  let isSent = false;
  const mutation = client.getMutationCache().build(client, {
    mutationFn: async () => {
      isSent = true;
    },
  });
  await expect(mutation.execute(undefined)).rejects.toThrow('Return to now');
  expect(isSent).toBe(false);
});
