import { said } from '@weft/shared/text/rendering/render';
import { expect, test } from 'vitest';
import { type AssessedLeg, described } from './assess-legs.js';

const leg = (index: number, nodeName: string, message: string) => ({ leg: { index, nodeName }, truth: { message } }) as AssessedLeg;

test('described merges legs of one node with the same message, and lists others separately', () => {
  const gone = 'c1 has no live path to t2';
  expect(
    said('legs-described', { findings: described([leg(1, 't2', gone), leg(2, 't2', gone), leg(4, 't3', 'its drive is gone')]) }).message,
  ).toBe('legs 1, 2 on t2: c1 has no live path to t2; leg 4 on t3: its drive is gone');
});
