import { describe, expect, it } from 'vitest';
import { RuleMemories } from './memory.js';
import { readingsOf } from './readings.js';
import { Thresholds } from './thresholds.js';
import { T0, world } from './worlds.fixture.js';

describe('checksumReading', () => {
  it('reports how often halves of a volume returned wrong bytes', () => {
    const checksums = [{ volume: { id: 'db', name: 'db' }, volumeLabels: { team: 'shop' }, driveClasses: ['fast'], errors: 3 }];
    const { readings } = readingsOf(world({ checksums }), new Thresholds([]), new RuleMemories(new Map(), T0));
    expect(readings).toMatchObject([{ rule: 'WeftChecksumErrors', value: 3, subject: { kind: 'volume', name: 'db' } }]);
  });
});

describe('snapshotReadings', () => {
  it('reports a scheduled snapshot that is overdue for an hour, or for the threshold of its class', () => {
    const of = (overdueSeconds: number, thresholds = new Thresholds([])) => {
      const snapshot = { volume: { id: 'db', name: 'db' }, volumeLabels: {}, driveClasses: ['fast'], overdueSeconds };
      return readingsOf(world({ snapshots: [snapshot] }), thresholds, new RuleMemories(new Map(), T0)).readings;
    };
    expect(of(3599)).toEqual([]);
    expect(of(3600)).toMatchObject([{ rule: 'WeftSnapshotOverdue', value: 3600, subject: { kind: 'volume', name: 'db' } }]);
    expect(of(3600, new Thresholds([{ rule: 'WeftSnapshotOverdue', driveClass: 'fast', volumeLabel: null, value: 7200 }]))).toEqual([]);
  });
});
