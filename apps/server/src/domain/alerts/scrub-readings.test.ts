import { describe, expect, it } from 'vitest';
import { RuleMemories } from './memory.js';
import { readingsOf } from './readings.js';
import { Thresholds } from './thresholds.js';
import { T0, world } from './worlds.fixture.js';

const DAYS_14 = 14 * 86_400;
const rules = (mismatchBytes: number, overdueSeconds: number | null, thresholds = new Thresholds([])) => {
  const scrub = { volume: { id: 'db', name: 'db' }, volumeLabels: {}, driveClasses: ['fast'], mismatchBytes, overdueSeconds };
  return readingsOf(world({ scrubs: [scrub] }), thresholds, new RuleMemories(new Map(), T0)).readings.map(({ rule, value }) => [
    rule,
    value,
  ]);
};

describe('scrubReadings', () => {
  it('reports mismatches with their bytes', () => {
    expect(rules(65_536, null)).toEqual([['WeftScrubMismatches', 65_536]]);
    expect(rules(0, null)).toEqual([]);
  });

  it('reports a scheduled scrub that is overdue for two weeks, or for the threshold of its class', () => {
    expect(rules(0, DAYS_14 - 1)).toEqual([]);
    expect(rules(0, DAYS_14)).toEqual([['WeftScrubOverdue', DAYS_14]]);
    const soon = new Thresholds([{ rule: 'WeftScrubOverdue', driveClass: 'fast', volumeLabel: null, value: 3600 }]);
    expect(rules(0, 3600, soon)).toEqual([['WeftScrubOverdue', 3600]]);
  });
});
