import { describe, expect, it } from 'vitest';
import type { MdArray } from '../../host/host.js';
import { NO_FACTS } from '../../ledger/facts.js';
import { CLIENT, contentFor, id } from '../../testing/example-cluster.js';
import { emptyFast, UP } from '../../testing/example-world.js';
import { traceAttachment } from '../attachment-trace.js';
import { inSyncNow } from './in-sync.js';

const member = (at: number, flags = ['in_sync']) => ({ device: `nvme${at}n1`, flags, slot: at, errors: 0, badBlocks: 0 });
const array = (change: Partial<MdArray> = {}): MdArray => ({
  ...{ device: 'md127', uuid: id('array', 1), level: 'raid1', state: 'clean', degraded: 0, raidDisks: 2, sizeBytes: 2 ** 26 },
  ...{ syncAction: 'idle', syncProgressRatio: null, syncSpeedBytesPerSecond: null, syncSpeedLimits: null, readOnly: false },
  members: [member(0), member(1)],
  ...change,
});

/** Legs that the ledger has to store; null: nothing to store. `heads`: legs whose namespaces are visible. */
function remembered(running: MdArray, heads = [0, 1], facts = NO_FACTS): string[] | null {
  const [attachment] = contentFor(CLIENT, UP).attachments;
  if (!attachment?.array) throw new Error('the example is a mirror');
  const fast = emptyFast();
  for (const leg of attachment.legs.filter(({ index }) => heads.includes(index)))
    fast.heads.push({
      subsystemNqn: leg.subsystemNqn,
      nsid: leg.nsid,
      uuid: leg.legId,
      nguid: '',
      device: `nvme${leg.index}n1`,
      sizeBytes: 1,
    });
  const [change] = inSyncNow(attachment, attachment.array, running, traceAttachment(attachment, fast), {}, facts);
  if (change === undefined) return null;
  return change.fact === 'array' ? change.array.inSyncLegs : expect.fail('another fact');
}

/** All legs were in sync when this start of the array was seen first. */
const adopted = {
  ...NO_FACTS,
  arrays: {
    [id('volume', 1)]: {
      attachmentId: id('attachment', 1),
      epoch: 1,
      uuid: id('array', 1),
      inSyncLegs: [id('leg', 0), id('leg', 1)],
      start: 'boot-1 md127 -',
    },
  },
};

describe('inSyncNow (S11)', () => {
  it('stores all members of a complete array in leg order', () => {
    expect(remembered(array())).toEqual([id('leg', 0), id('leg', 1)]);
    expect(remembered(array({ members: [member(1), member(0)] }))).toEqual([id('leg', 0), id('leg', 1)]);
  });

  it('stores the remaining in-sync members of a degraded array', () => {
    expect(remembered(array({ degraded: 1, members: [member(0), member(1, ['faulty'])] }))).toEqual([id('leg', 0)]);
    expect(remembered(array({ degraded: 1, members: [member(0)] }), [0, 1], adopted)).toEqual([id('leg', 0)]);
  });

  it('stores nothing for an unadopted start that lacks an in-sync leg', () => {
    expect(remembered(array({ degraded: 1, members: [member(0)] }))).toBeNull();
  });

  it('stores no list while the namespace of a member is not visible', () => {
    expect(remembered(array(), [0])).toBeNull();
    expect(remembered(array(), [0], adopted)).toBeNull();
    expect(remembered(array({ members: [member(0)] }))).toBeNull();
  });

  it('counts neither a faulty member with the in_sync flag nor a spare', () => {
    expect(remembered(array({ members: [member(0), member(1, ['in_sync', 'faulty'])] }))).toBeNull();
    expect(remembered(array({ degraded: 1, members: [member(0), member(1, ['spare'])] }), [0, 1], adopted)).toEqual([id('leg', 0)]);
  });

  it.each(['inactive', 'clear', 'broken'])('stores nothing while the array is %s', (state) => {
    expect(remembered(array({ state }))).toBeNull();
  });

  it('stores no list that the ledger already has for this attachment', () => {
    const volumeId = id('volume', 1);
    expect(remembered(array(), [0, 1], adopted)).toBeNull();
    const earlier = { epoch: 1, uuid: id('array', 1), inSyncLegs: [id('leg', 0), id('leg', 1)], attachmentId: id('attachment', 2) };
    expect(remembered(array(), [0, 1], { ...NO_FACTS, arrays: { [volumeId]: earlier } })).toHaveLength(2);
  });
});
