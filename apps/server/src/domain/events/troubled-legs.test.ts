import type { LegHealth } from '@weft/shared/kinds/leg';
import { textOfMessage } from '@weft/shared/text/rendering/render';
import { describe, expect, it } from 'vitest';
import { storedVolume } from '../../../test-support/stored-volume.js';
import { changesBetween } from './changes-between.js';
import { EventLog } from './event-log.js';
import { eventMessage } from './event-message.js';
import { troubledLegs } from './troubled-legs.js';
import { ofVolume } from './watched-object.js';

/** A volume whose legs have these healths. */
const volume = (name: string, ...healths: (LegHealth | undefined)[]) => {
  const stored = storedVolume(
    name,
    healths.map((_, at) => ({ driveId: `S${at}`, nodeId: `t${at}` })),
  );
  for (const [at, leg] of stored.legs.entries()) if (healths[at]) leg.status.health = healths[at];
  return stored;
};
const change = (...looks: ReturnType<typeof volume>[]) => {
  const [before, after] = looks.map(ofVolume);
  return changesBetween(before ?? null, after ?? null);
};
const told = (...looks: ReturnType<typeof volume>[]) =>
  change(...looks).map((each) => textOfMessage(eventMessage({ ...each, subjects: [each.subject], subjectCount: 1, count: 1 })));

describe('legs of a volume', () => {
  it('are no part while all are healthy, not in use, or not assessed yet', () => {
    expect(troubledLegs(volume('db', 'healthy', 'pending', undefined).legs)).toBeUndefined();
    expect(change(volume('db', 'pending', 'pending'), volume('db', 'healthy', 'healthy'))).toEqual([]);
  });

  it('tell a failure with drive and node, the rebuild, and its end', () => {
    const looks = [volume('db', 'healthy', 'healthy'), volume('db', 'healthy', 'missing'), volume('db', 'healthy', 'rebuilding')] as const;
    const [whole, failed, rebuilds] = looks;
    expect(told(whole, failed)).toEqual(['Legs of volume db: 1 missing (S1 on t1).']);
    expect(change(whole, failed)).toMatchObject([{ topic: 'legs', to: '1 missing', severity: 'warning' }]);
    expect(told(failed, rebuilds)).toEqual(['Legs of volume db: 1 rebuilding (S1 on t1).']);
    expect(change(failed, rebuilds)).toMatchObject([{ severity: 'info' }]);
    expect(told(rebuilds, whole)).toEqual(['Legs of volume db are healthy again.']);
  });

  it('list the worst first, and name four', () => {
    const many = volume('db', 'rebuilding', 'missing', 'stalled', 'missing', 'unknown', 'healthy');
    expect(told(volume('db', 'healthy'), many)).toEqual([
      'Legs of volume db: 1 stalled, 2 missing, 1 rebuilding, 1 unknown (S2 on t2, S1 on t1, S3 on t3, S0 on t0 and 1 more).',
    ]);
  });

  it('of a thousand volumes on one lost target are one event', () => {
    let id = 0;
    const at = new Date('2026-11-28T08:00:00Z');
    const log = new EventLog([], (now) => ({ _id: String(++id), version: 1, revision: 1, createdAt: now, updatedAt: now }));
    const names = Array.from({ length: 1000 }, (_, each) => `v${each}`);
    const events = log.take(
      names.flatMap((name) => change(volume(name, 'healthy', 'healthy'), volume(name, 'healthy', 'missing'))),
      at,
    );
    expect(events).toHaveLength(1);
    expect(events[0]).toMatchObject({ subjectCount: 1000, topic: 'legs' });
    expect(textOfMessage(eventMessage(events[0] as never))).toBe('Legs of 1000 volumes: 1 missing each.');
  });
});
