import type { AttachmentStatus, ScrubStatus } from '@weft/shared/messages/report';
import { describe, expect, it } from 'vitest';
import type { VolumeDocument } from '../documents/volume.document.js';
import { type Advance, advance } from '../reconcile/advance.js';
import { VolumeWorld } from '../world/volume-world.js';
import { attachment, NOW, node, report, volume } from '../world/worlds.fixture.js';

/* A mirror with checksums on t1 and t2, scrubbed by c1. Times are seconds after the order. */

const at = (seconds: number): Date => new Date(NOW.getTime() + seconds * 1000);
const CAN = { inventory: { capabilities: { scrub: true } } };
const ORDER = {
  ...({ orderedAt: NOW, action: 'check', orderedBy: 'ann', attachmentId: 'a', client: { id: 'c1', name: 'c1' } } as const),
  isStopping: false,
};
const ordered = volume({ spec: { integrity: 'dm-integrity', scrub: ORDER }, status: { health: 'healthy' } });

interface Seen {
  seconds: number;
  /** Count of leg 1; null: not reported. */
  errors: number | null;
  scrub?: ScrubStatus['state'];
  bootId?: string;
  isSilent?: boolean;
}
function advanced(of: VolumeDocument, { seconds, errors, scrub, bootId = 'boot-1', isSilent = false }: Seen): Advance {
  const status = { orderedAt: NOW.toISOString(), checkedBytes: 1000, totalBytes: 1000, mismatchBytes: 65_536, reason: null };
  const array = scrub ? { uuid: 'u', state: 'clean', degraded: 0, members: [], scrub: { ...status, state: scrub } } : null;
  const reports = [
    report('t1', 'leg', 'leg-0', { integrity: { checksumErrors: 0, coveredBytes: null } }),
    ...(errors === null
      ? []
      : [{ ...report('t2', 'leg', 'leg-1', { integrity: { checksumErrors: errors, coveredBytes: null } }), bootId }]),
    report('c1', 'attachment', 'a', { array: array as unknown as AttachmentStatus['observed']['array'] }),
  ];
  const lost = { connection: { state: 'lost', since: NOW, serverId: 's' } } as const;
  const nodes = [node('t1'), node('t2', { status: { bootId, ...(isSilent && lost) } }), node('c1', { status: CAN })];
  const world = new VolumeWorld(of, [attachment()], new Map(nodes.map((each) => [each._id, each])), reports, at(seconds));
  return advance(world);
}
const step = (of: VolumeDocument, seen: Seen): VolumeDocument => advanced(of, seen).volume;
const after = (...seen: Seen[]): VolumeDocument => seen.reduce(step, ordered);
const halves = (of: VolumeDocument) =>
  of.status.scrub?.last?.halves?.map(({ index, checksumErrors, count }) => [index, checksumErrors, count]);
const BEGUN: Seen[] = [
  { seconds: 0, errors: 4 },
  { seconds: 10, errors: 4, scrub: 'running' },
];

describe('halves of a scrub', () => {
  it('counts what targets report from the begin of the scrub until two minutes after its end', () => {
    const ended = after(...BEGUN, { seconds: 100, errors: 5, scrub: 'done' });
    expect(halves(ended)).toEqual([
      [0, 0, 'counting'],
      [1, 1, 'counting'],
    ]);
    const late = step(ended, { seconds: 160, errors: 6 });
    expect(halves(late)).toEqual([
      [0, 0, 'counting'],
      [1, 2, 'counting'],
    ]);
    const counted = step(late, { seconds: 220, errors: 6 });
    expect(halves(counted)).toEqual([
      [0, 0, 'complete'],
      [1, 2, 'complete'],
    ]);
    expect(halves(step(counted, { seconds: 280, errors: 9 }))?.[1]).toEqual([1, 2, 'complete']);
  });

  it('names the wrong half in the condition', () => {
    const ended = after(...BEGUN, { seconds: 100, errors: 4, scrub: 'done' });
    const condition = (of: VolumeDocument) => of.status.conditions.find(({ type }) => type === 'MismatchesFound');
    expect(condition(ended)).toMatchObject({ status: 'true', reason: 'mismatches-found' });
    expect(condition(step(ended, { seconds: 130, errors: 5 }))).toMatchObject({
      ...{ status: 'true', reason: 'mismatches-of-half' },
      params: { mismatchBytes: 65_536, halves: [{ params: { errors: 1, leg: { id: 'leg-1' }, drive: { name: 'S-t2' } } }] },
    });
  });

  it('begins to count when the scrub begins, however long it waited', () => {
    const waited = [
      { seconds: 0, errors: 4 },
      { seconds: 50, errors: 6, scrub: 'waiting' as const },
      { seconds: 60, errors: 6, scrub: 'running' as const },
    ];
    expect(halves(after(...waited, { seconds: 100, errors: 7, scrub: 'done' }))?.[1]).toEqual([1, 1, 'counting']);
  });

  it('counts a scrub that is over before its begin was reported', () => {
    const seen = [
      { seconds: 0, errors: 4 },
      { seconds: 5, errors: 5, scrub: 'done' as const },
    ];
    expect(halves(after(...seen))?.[1]).toEqual([1, 1, 'counting']);
  });

  it('has at least as many where a target began from zero: never fewer than none', () => {
    const restarted = after(...BEGUN, { seconds: 100, errors: 1, bootId: 'boot-2', scrub: 'done' });
    expect(halves(restarted)?.[1]).toEqual([1, 1, 'restarted']);
    const over = step(restarted, { seconds: 300, errors: 1, bootId: 'boot-2' });
    expect(halves(over)?.[1]).toEqual([1, 1, 'restarted']);
  });

  it('does not know the count of a target that has not reported since', () => {
    const ended = after(...BEGUN, { seconds: 100, errors: 4, scrub: 'done' });
    expect(halves(step(ended, { seconds: 230, errors: 4, isSilent: true }))).toEqual([
      [0, 0, 'complete'],
      [1, 0, 'unknown'],
    ]);
    const never = after({ seconds: 0, errors: null }, { seconds: 10, errors: null, scrub: 'done' }, { seconds: 200, errors: null });
    expect(halves(never)?.[1]).toEqual([1, 0, 'unknown']);
  });

  it('has none without checksums, and none of a scrub that had not begun', () => {
    const plain = { ...ordered, spec: { ...ordered.spec, integrity: 'none' as const } };
    expect(step(plain, { seconds: 10, errors: null, scrub: 'done' }).status.scrub?.last).toMatchObject({ outcome: 'completed' });
    expect(halves(step(plain, { seconds: 10, errors: null, scrub: 'done' }))).toBeUndefined();
    const stopping = { ...ordered, spec: { ...ordered.spec, scrub: { ...ORDER, isStopping: true } } };
    const stopped = step(stopping, { seconds: 10, errors: 4 });
    expect(stopped.status.scrub?.last?.outcome).toBe('stopped');
    expect(halves(stopped)).toBeUndefined();
  });

  it('looks again when the targets have counted, and then no more', () => {
    const ended = advanced(after(...BEGUN), { seconds: 100, errors: 4, scrub: 'done' });
    expect(ended.lookAgainAt).toEqual(at(220));
    expect(advanced(ended.volume, { seconds: 220, errors: 4 }).lookAgainAt).toBeNull();
  });
});
