import { isChanging } from '@weft/shared/endpoints/definition/endpoint';
import { type EndpointId, endpoints } from '@weft/shared/endpoints/endpoints';
import { expect, it } from 'vitest';
import { changesOf, subjectKindOf } from './audited-request.js';

/** Endpoints whose requests change several objects. */
const WITHOUT_SUBJECT: Partial<Record<EndpointId, string>> = {
  acceptHistory: 'its statements name each node',
  injectFault: 'its statement names the node',
};

it.each(Object.values(endpoints).filter(isChanging))('knows the kind of object that $id changes', (endpoint) => {
  expect(subjectKindOf(endpoint) === undefined).toBe(endpoint.id in WITHOUT_SUBJECT);
});

it('takes the changes of an update from what the API shows, cut to a length', () => {
  const body = { labels: { team: 'a' }, description: 'x'.repeat(2000), password: 'secret', size: 1 };
  const before = { labels: {}, description: '', size: 1, version: 1 };
  expect(changesOf(body, before, { labels: { team: 'a' }, description: body.description, size: 1, version: 2 })).toEqual([
    { field: 'labels', from: '{}', to: '{"team":"a"}' },
    { field: 'description', from: '""', to: `"${'x'.repeat(999)}` },
  ]);
  expect(changesOf(body, undefined, { size: 1 })).toEqual([{ field: 'size', from: null, to: '1' }]);
  expect(changesOf(undefined, before, before)).toEqual([]);
});
