import { hostContract } from '@weft/agent/host/contract/host-contract';
import { expect, test } from 'vitest';
import { statementsOfTheRest } from './statements.js';

test('lists only statements that the contract has', () => {
  expect(hostContract.map(({ statement }) => statement)).toEqual(expect.arrayContaining([...statementsOfTheRest]));
});
