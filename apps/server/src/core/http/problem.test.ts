import { MongoServerError } from 'mongodb';
import { expect, test } from 'vitest';
import { toDomainError } from './problem.js';

test.each([
  ['NotPrimaryOrSecondary', 13_436],
  ['ReadConcernMajorityNotAvailableYet', 134],
  ['Interrupted', 11_601],
])('reports a change of primary (%s) as unavailable', (_, code) => {
  expect(toDomainError(new MongoServerError({ message: 'not yet', code }))).toMatchObject({ code: 'unavailable', status: 503 });
});

test('reports a database connection that ends during a command as unavailable', () => {
  const error = Object.assign(new Error('This socket has been ended by the other party'), { code: 'EPIPE' });
  expect(toDomainError(error)).toMatchObject({ code: 'unavailable', status: 503 });
});
