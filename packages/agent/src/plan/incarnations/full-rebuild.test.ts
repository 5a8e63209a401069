import { describe, expect, it } from 'vitest';
import type { ArrayFact } from '../../ledger/facts.js';
import { NO_FACTS } from '../../ledger/facts.js';
import { id } from '../../testing/example-cluster.js';
import { exampleMirror, type Half } from '../../testing/example-mirror.js';
import { planMembers } from '../attachment/plan-members.js';
import type { LegReturns } from '../returns.js';

const [BEFORE, AFTER] = ['a'.repeat(32), 'b'.repeat(32)];
const OUT = { flags: ['faulty'], slot: null };
const RECOVERING = { flags: [], slot: 1 };
const FLAPPED: LegReturns = { count: 2, outSinceMs: 1_000, inSyncSinceMs: null, inSyncAtMs: null };

/** Leg 1 of a running mirror is another incarnation than the array had. */
function plan(
  half: Half,
  { nowMs = 1_000_000, more = {}, source = {} }: { nowMs?: number; more?: Partial<ArrayFact>; source?: Half } = {},
) {
  const { attachment, array, running, trace, world } = exampleMirror([source, { nguid: AFTER, ...half }, {}, {}], {
    running: { degraded: 1 },
  });
  const fact: ArrayFact = {
    ...{ attachmentId: attachment.attachmentId, epoch: attachment.epoch, uuid: array.uuid, inSyncLegs: [] },
    ...{ incarnations: { [id('leg', 1)]: BEFORE }, ...more },
  };
  const facts = { ...NO_FACTS, arrays: { [attachment.volumeId]: fact } };
  const returns = new Map([[id('leg', 1), FLAPPED]]);
  const { changes, reasons } = planMembers(attachment, array, running, trace, { ...world, nowMs, facts, returns });
  return { changes: changes.map((each) => each.map(({ op }) => op)), codes: [...reasons.values()].map(({ code }) => code) };
}

describe('planMembers of a leg that lacks writes which nothing marks', () => {
  const held = { nowMs: 10_900 };
  const over = { nowMs: 11_000 };

  it('waits as a flapping leg does, with its superblock and without it', () => {
    for (const superblock of [{}, null]) {
      expect(plan({ md: OUT, superblock }, held)).toEqual({ changes: [], codes: ['leg-flaps'] });
      expect(plan({ md: null, superblock }, held)).toEqual({ changes: [], codes: ['leg-flaps'] });
    }
    expect(plan({ md: OUT, superblock: {} }, over).changes).toEqual([['remove-member', 'zero-superblock', 'add-member']]);
    expect(plan({ md: OUT, superblock: null }, over).changes).toEqual([['remove-member', 'add-member']]);
    expect(plan({ md: null, superblock: null }, over).changes).toEqual([['add-member']]);
  });

  it('waits, and keeps its superblock, while no half with the data can be reached (sweep seeds 13 and 19)', () => {
    for (const superblock of [{}, null])
      for (const source of [{ live: false }, { live: false, head: false }]) {
        const waits = plan({ md: OUT, superblock }, { source });
        expect([waits.changes, waits.codes.includes('source-unreachable')]).toEqual([[], true]);
      }
  });

  it('waits until md releases it, without its superblock too', () => {
    for (const superblock of [{}, null])
      expect(plan({ md: { flags: ['faulty'] }, superblock })).toEqual({ changes: [], codes: ['leg-failing'] });
  });

  it('says that it is rebuilt in full until it is in sync', () => {
    expect(plan({ md: RECOVERING })).toEqual({ changes: [], codes: ['rebuilt-in-full'] });
    expect(plan({})).toEqual({ changes: [], codes: [] });
  });

  it('does not say so of a leg whose missed writes are marked, or that this array did not have before', () => {
    expect(plan({ md: RECOVERING }, { more: { incarnations: { [id('leg', 1)]: AFTER } } }).codes).toEqual([]);
    expect(plan({ md: RECOVERING }, { more: { recentMarked: [id('leg', 1)] } }).codes).toEqual([]);
    expect(plan({ md: RECOVERING }, { more: { incarnations: {} } }).codes).toEqual([]);
    expect(plan({ md: RECOVERING, role: 'joining' }).codes).toEqual([]);
  });
});
