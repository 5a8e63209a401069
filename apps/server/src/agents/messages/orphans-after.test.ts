import type { Orphan } from '@weft/shared/messages/report';
import { describe, expect, it } from 'vitest';
import { orphansAfter } from './orphans-after.js';

const [EARLIER, NOW] = [new Date(1), new Date(2)];
const orphan = (name: string, more: Partial<Orphan> = {}): Orphan => ({ kind: 'logical-volume', name, detail: '', ...more });

describe('orphansAfter', () => {
  it('keeps the time of each orphan that is still reported, whatever else changes', () => {
    const before = [{ ...orphan('a', { identity: 'i', inUse: true }), since: EARLIER }];
    const reported = [orphan('a', { identity: 'i', inUse: false }), orphan('b')];
    expect(orphansAfter(before, reported, NOW)).toEqual([
      { ...reported[0], since: EARLIER },
      { ...reported[1], since: NOW },
    ]);
  });

  it('gives another object of the same name its own time', () => {
    expect(orphansAfter([{ ...orphan('a', { identity: 'i' }), since: EARLIER }], [orphan('a', { identity: 'j' })], NOW)).toMatchObject([
      { since: NOW },
    ]);
  });

  it('invents no time for an orphan that was stored without one', () => {
    expect(orphansAfter([orphan('a')], [orphan('a')], NOW)).toEqual([orphan('a')]);
  });
});
