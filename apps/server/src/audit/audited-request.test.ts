import { isChanging } from '@weft/shared/endpoints/definition/endpoint';
import { type EndpointId, endpoints } from '@weft/shared/endpoints/endpoints';
import { expect, it } from 'vitest';
import { subjectKindOf } from './audited-request.js';

/** Endpoints whose requests change several objects. */
const WITHOUT_SUBJECT: Partial<Record<EndpointId, string>> = {
  acceptHistory: 'its statements name each node',
  injectFault: 'its statement names the node',
};

it.each(Object.values(endpoints).filter(isChanging))('knows the kind of object that $id changes', (endpoint) => {
  expect(subjectKindOf(endpoint) === undefined).toBe(endpoint.id in WITHOUT_SUBJECT);
});
