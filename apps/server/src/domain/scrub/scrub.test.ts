import { DomainError } from '@weft/shared/errors/domain-error';
import type { AttachmentStatus, ScrubStatus } from '@weft/shared/messages/report';
import { describe, expect, it } from 'vitest';
import type { AttachmentDocument } from '../documents/attachment.document.js';
import type { Changes } from '../documents/parts.js';
import type { ScrubOrderDocument, ScrubStatusDocument, VolumeDocument } from '../documents/volume.document.js';
import { type ScrubSurroundings, VolumeWorld } from '../world/volume-world.js';
import { attachment, NOW, node, report, volume } from '../world/worlds.fixture.js';
import { advanceScrub } from './advance-scrub.js';
import { scrubDueAt } from './scrub-facts.js';
import { repairOrdered, scrubOrdered, scrubStopped } from './scrub-requests.js';

const DAY_MS = 86_400_000;
const after = (days: number): Date => new Date(NOW.getTime() + days * DAY_MS);
const CLIENT = { id: 'c1', name: 'c1' };
const order = (change: Partial<ScrubOrderDocument> = {}): ScrubOrderDocument => ({
  ...{ orderedAt: NOW, action: 'check', orderedBy: 'ann', attachmentId: 'a', client: CLIENT, isStopping: false },
  ...change,
});
const NEVER = { countedFrom: NOW, startedAt: null, lastCompletedAt: null, last: null };
const scrub = (change: Partial<ScrubStatus> = {}): ScrubStatus => ({
  ...{ orderedAt: NOW.toISOString(), state: 'running', checkedBytes: 100, totalBytes: 1000, mismatchBytes: 0, reason: null },
  ...change,
});
const whole = { status: { health: 'healthy' as const } };

type Last = NonNullable<ScrubStatusDocument['last']>;

interface Given {
  of?: Changes<VolumeDocument>;
  attached?: AttachmentDocument[];
  now?: Date;
  reported?: ScrubStatus | undefined;
  client?: Parameters<typeof node>[1];
  scrubs?: ScrubSurroundings;
}
const CAN = { inventory: { capabilities: { scrub: true } } };
function given({ of = {}, attached = [attachment()], now = NOW, reported, client = {}, scrubs }: Given = {}): VolumeWorld {
  const base = volume({ ...whole, ...of, status: { ...whole.status, ...of.status } });
  const array = reported && ({ uuid: 'u', members: [], scrub: reported } as unknown as AttachmentStatus['observed']['array']);
  const nodes = [node('t1'), node('t2'), node('c1', { ...client, status: { ...CAN, ...client.status } })];
  const statuses = [report('c1', 'attachment', 'a', { array: array ?? null })];
  const setting = scrubs ?? { scrubIntervalDays: 30, scrubHours: null };
  return new VolumeWorld(base, attached, new Map(nodes.map((each) => [each._id, each])), statuses, now, undefined, undefined, setting);
}
const step = (what: Given): VolumeDocument => {
  const world = given(what);
  return advanceScrub(world, world.volume, world.attachments);
};
const code = (act: () => unknown): string => {
  try {
    act();
  } catch (error) {
    if (error instanceof DomainError) return error.reason.code;
    throw error;
  }
  return 'allowed';
};

describe('scrubOrdered', () => {
  it('names the client that has the volume attached for writing', () => {
    const { spec } = scrubOrdered(given(), 'check', 'ann');
    expect(spec.scrub).toEqual(order());
  });

  it('refuses what no client can carry out, and a second order', () => {
    const refusal = (what: Given) => code(() => scrubOrdered(given(what), 'check', 'ann'));
    expect(refusal({ of: { spec: { protection: 'raid0' } } })).toBe('scrub-no-mirror');
    expect(refusal({ attached: [] })).toBe('scrub-not-attached');
    expect(refusal({ attached: [attachment({ spec: { mode: 'readonly' } })] })).toBe('scrub-not-attached');
    expect(refusal({ attached: [attachment({ spec: { desired: 'detached' } })] })).toBe('scrub-not-attached');
    expect(refusal({ client: { status: { inventory: null } } })).toBe('client-cannot-scrub');
    expect(refusal({ of: { spec: { scrub: order() } } })).toBe('scrub-ordered');
  });
});

describe('repairOrdered', () => {
  const found: Last = {
    ...({ action: 'check', origin: 'person', orderedBy: 'ann', orderedAt: NOW, outcome: 'completed', client: CLIENT } as const),
    ...{ startedAt: NOW, endedAt: NOW, checkedBytes: 1000, totalBytes: 1000, mismatchBytes: 64 },
  };
  const refusal = (result: Last | null, name = 'db') =>
    code(() => repairOrdered(given({ of: { status: { scrub: { ...NEVER, last: result } } } }), name, 'ann'));

  it('is allowed after a complete check with mismatches, with the name of the volume', () => {
    expect(refusal(found)).toBe('allowed');
    expect(refusal(found, 'other')).toBe('volume-name-not-repeated');
  });

  it('is refused by default: nobody knows which half is right', () => {
    expect(refusal(null)).toBe('scrub-nothing-to-repair');
    expect(refusal({ ...found, mismatchBytes: 0 })).toBe('scrub-nothing-to-repair');
    expect(refusal({ ...found, outcome: 'interrupted' })).toBe('scrub-nothing-to-repair');
    expect(refusal({ ...found, action: 'repair' })).toBe('scrub-nothing-to-repair');
  });
});

describe('advanceScrub of an order', () => {
  const ordered = { spec: { scrub: order() }, status: { scrub: NEVER } };

  it('stores the begin once', () => {
    expect(step({ of: ordered }).status.scrub?.startedAt).toBeNull();
    expect(step({ of: ordered, reported: scrub({ state: 'waiting' }) }).status.scrub?.startedAt).toBeNull();
    const begun = step({ of: ordered, reported: scrub(), now: after(1) });
    expect(begun.status.scrub?.startedAt).toEqual(after(1));
    expect(step({ of: { spec: begun.spec, status: begun.status }, reported: scrub(), now: after(2) }).status.scrub?.startedAt).toEqual(
      after(1),
    );
  });

  it('ends when the client reports this order as done, and says what it found', () => {
    const ended = step({ of: ordered, reported: scrub({ state: 'done', checkedBytes: 1000, mismatchBytes: 64 }), now: after(1) });
    expect(ended.spec.scrub).toBeNull();
    expect(ended.status.scrub).toMatchObject({
      ...{ countedFrom: after(1), lastCompletedAt: after(1), startedAt: null },
      last: { outcome: 'completed', origin: 'person', mismatchBytes: 64, checkedBytes: 1000, endedAt: after(1) },
    });
    expect(ended.status.conditions).toMatchObject([{ type: 'MismatchesFound', status: 'true', reason: 'mismatches-found' }]);
  });

  it('does not take the report on an earlier order for its end', () => {
    const earlier = scrub({ state: 'done', orderedAt: after(-30).toISOString() });
    expect(step({ of: ordered, reported: earlier })).toMatchObject({ spec: { scrub: order() } });
  });

  it('ends the condition after a complete scrub without mismatches, or a repair; not after a part', () => {
    const conditions = [{ type: 'MismatchesFound', status: 'true', since: NOW.toISOString(), reason: 'x', message: 'x' } as const];
    const of = (change: Partial<ScrubOrderDocument> = {}) => ({ spec: { scrub: order(change) }, status: { scrub: NEVER, conditions } });
    const status = (what: Given) => step(what).status.conditions.find(({ type }) => type === 'MismatchesFound')?.status;
    expect(status({ of: of(), reported: scrub({ state: 'done' }) })).toBe('false');
    expect(status({ of: of({ action: 'repair' }), reported: scrub({ state: 'done', mismatchBytes: 64 }) })).toBe('false');
    expect(status({ of: of(), reported: scrub(), attached: [] })).toBe('true');
  });

  it('counts as interrupted when its client no longer has the volume, and is due again', () => {
    for (const attached of [[], [attachment({ _id: 'b' })], [attachment({ spec: { desired: 'detached' } })]]) {
      const ended = step({ of: ordered, attached, reported: scrub(), now: after(1) });
      expect(ended).toMatchObject({
        spec: { scrub: null },
        status: { scrub: { countedFrom: NOW, last: { outcome: 'interrupted', checkedBytes: 100 } } },
      });
    }
  });

  it('ends without an agent that knows scrubs: it would refuse its whole assignment', () => {
    expect(step({ of: ordered, client: { status: { inventory: null } } }).status.scrub?.last?.outcome).toBe('interrupted');
  });

  it('is stopped when its client no longer reports it, and the schedule counts from there', () => {
    const world = given({ of: ordered });
    const of = { spec: scrubStopped(world).spec, status: { scrub: NEVER } };
    expect(step({ of, reported: scrub() }).spec.scrub?.isStopping).toBe(true);
    expect(step({ of, client: { status: { connection: { state: 'lost', since: NOW, serverId: 's' } } } }).spec.scrub?.isStopping).toBe(
      true,
    );
    expect(step({ of, now: after(3) }).status.scrub).toMatchObject({
      countedFrom: after(3),
      lastCompletedAt: null,
      last: { outcome: 'stopped' },
    });
    expect(code(() => scrubStopped(given()))).toBe('scrub-not-ordered');
  });

  it('keeps what its client had compared when a person stopped it: the client reports it no more', () => {
    const { spec } = scrubStopped(given({ of: ordered, reported: scrub({ mismatchBytes: 64 }) }));
    expect(step({ of: { spec, status: { scrub: NEVER } }, now: after(3) }).status.scrub?.last).toMatchObject({
      ...{ outcome: 'stopped', checkedBytes: 100, totalBytes: 1000, mismatchBytes: 64 },
    });
  });
});

describe('advanceScrub by schedule', () => {
  const due = { status: { scrub: NEVER } };
  const starts = (what: Given) => step({ of: due, now: after(30), ...what }).spec.scrub ?? null;

  it('orders a check an interval after the last, at the client', () => {
    expect(starts({})).toEqual(order({ orderedAt: after(30), orderedBy: null }));
    expect(starts({ now: after(29.9) })).toBeNull();
  });

  it('uses the interval of the volume; 0 is none', () => {
    expect(starts({ of: { ...due, spec: { scrubIntervalDays: 60 } } })).toBeNull();
    expect(starts({ of: { ...due, spec: { scrubIntervalDays: 0 } } })).toBeNull();
    expect(starts({ scrubs: { scrubIntervalDays: 0, scrubHours: null } })).toBeNull();
    expect(starts({ of: { ...due, spec: { scrubIntervalDays: 10 } }, scrubs: { scrubIntervalDays: 0, scrubHours: null } })).not.toBeNull();
  });

  it('orders none for a volume that is not whole, not attached, or of a silent client', () => {
    expect(starts({ attached: [] })).toBeNull();
    expect(starts({ of: { status: { ...due.status, health: 'degraded' } } })).toBeNull();
    expect(starts({ client: { status: { connection: { state: 'lost', since: NOW, serverId: 's' } } } })).toBeNull();
    expect(starts({ client: { status: { inventory: null } } })).toBeNull();
  });

  it('orders one only in its hours', () => {
    expect(starts({ scrubs: { scrubIntervalDays: 30, scrubHours: { from: 1, hours: 4 } } })).toBeNull();
    expect(starts({ scrubs: { scrubIntervalDays: 30, scrubHours: { from: 22, hours: 4 } } })).not.toBeNull();
  });

  it('spreads the first scrubs of volumes over the interval', () => {
    const first = (id: string) => scrubDueAt(step({ of: { _id: id } }), 30);
    expect(first('00000000-0000-4000-8000-000000000000')).toEqual(after(30));
    expect(first('80000000-0000-4000-8000-000000000000')).toEqual(after(15));
  });

  it('changes nothing of a volume without redundancy', () => {
    const world = given({ of: { spec: { protection: 'raid0' } } });
    expect(advanceScrub(world, world.volume, world.attachments)).toBe(world.volume);
  });
});
