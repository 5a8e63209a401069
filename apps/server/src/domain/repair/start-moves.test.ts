import { DomainError } from '@weft/shared/errors/domain-error';
import type { Message } from '@weft/shared/text/message';
import { textOfMessage } from '@weft/shared/text/rendering/render';
import { GiB } from '@weft/shared/units';
import { describe, expect, it } from 'vitest';
import type { AttachmentDocument } from '../documents/attachment.document.js';
import { type Changes, changed } from '../documents/parts.js';
import type { VolumeDocument } from '../documents/volume.document.js';
import type { CandidateDrive } from '../placement/candidates.js';
import { attachment, leg, NOW, volume } from '../world/worlds.fixture.js';
import { dueLegs } from './replacement-due.js';
import { holderOfMoves, type MoveStep, startedMoves } from './start-moves.js';

const spare: CandidateDrive = {
  ...{ driveId: 't3-spare', serial: 'S-t3-spare', nodeId: 't3', nodeName: 't3', failureDomain: 't3', numaNode: 0 },
  ...{ freeBytes: 100 * GiB, capacityBytes: 100 * GiB },
};
const moved = leg(1, 't2', { status: { health: 'healthy' } });
const healthy = volume({ legs: [leg(0, 't1', { status: { health: 'healthy' } }), moved], status: { health: 'healthy' } });
const wanted = [{ leg: moved, drive: spare }];

const textOf = (found: AttachmentDocument | MoveStep[] | Message) => ('code' in found ? textOfMessage(found) : expect.fail('it starts'));

describe('holderOfMoves', () => {
  const holder = (change: Changes<VolumeDocument> = {}, attachments = [attachment()]) => {
    const of = changed(healthy, change);
    return holderOfMoves(of, wanted, dueLegs(of, attachments, NOW, new Set([moved.id])));
  };

  it('is the attachment whose client runs the array', () => {
    expect(holder()).toEqual(attachment());
  });

  it.each<[string, Changes<VolumeDocument>, RegExp]>([
    ['is being deleted', { status: { state: 'deleting' } }, /^it is deleting$/],
    ['was never attached', { array: { spec: { uuid: 'u', dataOffsetBytes: 8_388_608 }, status: { created: false } } }, /never attached/],
    ['grows', { growth: { spec: { toSizeBytes: 2 ** 31, legs: [] }, status: { legsGrown: false } } }, /grow/],
    [
      'replaces another leg',
      { legs: [...healthy.legs, leg(0, 't4', { id: 'new', spec: { role: 'joining' }, status: { inSync: false } })] },
      /another leg of it is copied now/,
    ],
    [
      'lost another leg',
      { legs: [leg(0, 't1', { status: { inSync: false, health: 'missing', unhealthySince: NOW } }), moved] },
      /leg 0|t1/,
    ],
  ])('says why no leg moves of a volume that %s', (_, change, why) => {
    expect(textOf(holder(change))).toMatch(why);
  });

  it('starts no move of another leg than the one that is due, nor together with another one', () => {
    const due = dueLegs(healthy, [attachment()], NOW, new Set([moved.id]));
    const other = { ...moved, id: 'leg-7' };
    expect(textOf(holderOfMoves(healthy, [{ leg: other, drive: spare }], due))).toMatch(/^leg 1 on t2 is lost/);
    expect(holderOfMoves(healthy, [...wanted, { leg: other, drive: spare }], due)).toEqual(attachment());
    const [one] = due.due;
    const two = [one ?? expect.fail(), { ...(one ?? expect.fail()), index: 3, leg: null }];
    expect(textOf(holderOfMoves(healthy, wanted, { ...due, due: two }))).toMatch(/^leg 1 on t2, leg 3 is lost/);
    expect(textOf(holderOfMoves(healthy, wanted, { ...due, due: [two[1] ?? expect.fail()] }))).toMatch(/^leg 3 is lost/);
    expect(textOf(holderOfMoves(healthy, wanted, { ...due, due: [] }))).toMatch(/^a leg of it is lost/);
    expect(textOf(holderOfMoves(healthy, wanted, { ...due, holder: null }))).toMatch(/is lost/);
  });

  it('leaves a lost leg to repair, which decides how it is replaced', () => {
    const since = new Date(NOW.getTime() - 3600_000);
    const lost = leg(1, 't2', { status: { inSync: false, health: 'missing', unhealthySince: since } });
    const of = { ...healthy, legs: [leg(0, 't1', { status: { health: 'healthy' } }), lost] };
    const due = dueLegs(of, [attachment()], NOW, new Set([lost.id]));
    expect(textOf(holderOfMoves(of, [{ leg: lost, drive: spare }], due))).toMatch(/^leg 1 on t2 is lost, and is replaced first/);
  });

  it('says that a volume without any array was never attached', () => {
    expect(textOf(holder({ array: null }))).toMatch(/never attached/);
  });

  it('says why no leg moves of a detached volume', () => {
    expect(holder({}, [])).toMatchObject({ code: 'repair-needs-attachment' });
  });
});

describe('startedMoves', () => {
  it('adds a leg on the given drive, and marks the moved one as leaving', () => {
    const steps = startedMoves(
      healthy,
      attachment(),
      wanted,
      () => [],
      () => 'new',
    );
    if ('code' in steps) return expect.fail(steps.code);
    expect(steps).toMatchObject([{ from: { id: moved.id }, to: { id: 'new', driveId: 't3-spare', spec: { role: 'joining' } } }]);
    const begun = steps[0]?.begin(healthy, [attachment()]);
    expect(begun?.volume.legs.map(({ id, spec: { role } }) => [id, role])).toEqual([
      ['leg-0', undefined],
      ['leg-1', 'leaving'],
      ['new', 'joining'],
    ]);
  });

  it('returns that the client does not reach the target', () => {
    const refuse = () => {
      throw new DomainError('changed-meanwhile', {});
    };
    expect(textOf(startedMoves(healthy, attachment(), wanted, refuse, () => 'new'))).toMatch(
      /^leg 1 finds room where its client does not reach it/,
    );
  });
});
