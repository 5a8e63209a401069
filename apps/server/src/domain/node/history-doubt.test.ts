import { describe, expect, it } from 'vitest';
import { doubtAfter, knownFor, memoryOf, withHistory, withoutDoubt } from './history-doubt.js';

const OURS = '11111111-0000-4000-8000-000000000001';
const now = new Date('2026-01-01T00:00:00Z');
const later = new Date('2026-01-02T00:00:00Z');
const held = (generation: number, hash = `h${generation}`, historyId: string | null = OURS) => ({ historyId, generation, hash });
const assignment = (generation: number) => ({ generation, hash: `h${generation}` });
const node = { status: { acknowledged: held(4), offered: [held(3), held(4), held(5)] } };

describe('doubtAfter', () => {
  it('trusts a node that holds an offered or acknowledged assignment', () => {
    for (const generation of [3, 4, 5]) expect(doubtAfter(null, held(generation), memoryOf(node, assignment(6), OURS), now)).toBeNull();
  });

  it('keeps a doubt when the counter passes the node, or the node reports a known assignment', () => {
    const doubt = doubtAfter(null, held(9), memoryOf(node, assignment(6), OURS), now);
    expect(doubt).toMatchObject({ reason: 'database-older', since: now, held: held(9), storedGeneration: 6 });
    expect(doubtAfter(doubt, held(9), memoryOf(node, assignment(40), OURS), later)).toBe(doubt);
    expect(doubtAfter(doubt, held(5), memoryOf(node, assignment(40), OURS), later)).toMatchObject({ since: now, held: held(5) });
  });

  it('gives the doubt another id when the node reports another assignment', () => {
    const doubt = doubtAfter(null, held(9), memoryOf(node, assignment(6), OURS), now);
    expect(doubtAfter(doubt, held(10), memoryOf(node, assignment(6), OURS), later)?.id).not.toBe(doubt?.id);
  });
});

describe('withoutDoubt', () => {
  const OTHERS = '22222222-0000-4000-8000-000000000002';
  const foreign = held(9, 'h9', OTHERS);
  const historyDoubt = doubtAfter(null, foreign, memoryOf(node, assignment(6), OURS), now);

  it('knows a late report of the accepted assignment after the node has stored the next one', () => {
    const accepted = withoutDoubt({ conditions: [], historyDoubt });
    expect(accepted).toMatchObject({ historyDoubt: null, acknowledged: foreign });
    const stored = { status: { ...accepted, offered: [...(accepted.offered ?? []), held(10)], acknowledged: held(10) } };
    for (const each of [foreign, held(10)]) expect(doubtAfter(null, each, memoryOf(stored, assignment(10), OURS), later)).toBeNull();
    expect(doubtAfter(null, held(8, 'h8', OTHERS), memoryOf(stored, assignment(10), OURS), later)).toMatchObject({
      reason: 'other-history',
    });
    expect(knownFor(stored, held(10))).not.toContainEqual(foreign);
  });

  it('knows nothing of what the database offered before the doubt', () => {
    const accepted = withoutDoubt({ conditions: [], historyDoubt });
    expect(doubtAfter(null, held(4), memoryOf({ status: accepted }, assignment(10), OURS), later)).toMatchObject({
      reason: 'other-content',
    });
  });
});

describe('knownFor', () => {
  it('lists the acknowledged assignment, those offered since, and the held one if it was offered', () => {
    expect(knownFor(node, null)).toEqual([held(4), held(4), held(5)]);
    expect(knownFor(node, held(3))).toContainEqual(held(3));
    expect(knownFor(node, held(9))).not.toContainEqual(held(9));
    expect(knownFor({ status: {} }, null)).toEqual([]);
  });
});

describe('withHistory', () => {
  it('adds HistoryUnknown and LedgerLost while they apply, and removes them afterwards', () => {
    const historyDoubt = doubtAfter(null, held(9), memoryOf(node, assignment(6), OURS), now);
    const ledgerLoss = { id: OURS, since: now, acceptedBy: null };
    const shown = withHistory([], { _id: 't1', name: 't1', status: { historyDoubt, ledgerLoss } }, now.toISOString());
    expect(shown).toMatchObject([
      { type: 'HistoryUnknown', status: 'true', reason: 'database-older', message: expect.stringContaining('t1 follows generation 9') },
      { type: 'LedgerLost', status: 'true', reason: 'facts-lost', unblockedBy: expect.stringContaining('history-acceptances') },
    ]);
    expect(withHistory(shown, { _id: 't1', name: 't1', status: {} }, now.toISOString())).toEqual([]);
  });
});
