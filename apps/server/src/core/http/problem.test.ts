import { MongoServerError } from 'mongodb';
import { expect, test } from 'vitest';
import { toDomainError } from './problem.js';

test.each([
  ['NotPrimaryOrSecondary', 13_436],
  ['ReadConcernMajorityNotAvailableYet', 134],
  ['Interrupted', 11_601],
])(
  'given a member of the database in the middle of a change of primary (%s) / when a request meets it / then the caller is told to repeat it',
  (_, code) => {
    expect(toDomainError(new MongoServerError({ message: 'not yet', code }))).toMatchObject({ code: 'unavailable', status: 503 });
  },
);

test('given a connection to the database that ends under a command / when the driver hands on what Node says / then the caller is told to repeat it', () => {
  const error = Object.assign(new Error('This socket has been ended by the other party'), { code: 'EPIPE' });
  expect(toDomainError(error)).toMatchObject({ code: 'unavailable', status: 503 });
});
