import { DomainError } from '@weft/shared/errors/domain-error';
import { volumeStates } from '@weft/shared/kinds/volume';
import { describe, expect, it } from 'vitest';
import { type Changes, changed } from '../documents/parts.js';
import type { ObsoleteLegDocument } from '../documents/volume.document.js';
import { attachment, leg, NOW, node, obsolete, report, volume, world } from '../world/worlds.fixture.js';
import { checkAction, discarded, lossAccepted } from './accept-loss.js';

const away = (name: string) => node(name, { status: { connection: { state: 'lost', since: NOW, serverId: null } } });
function refusal(work: () => unknown) {
  try {
    work();
  } catch (error) {
    if (error instanceof DomainError) return { code: error.reason.code, field: error.field, params: error.reason.params };
    throw error;
  }
  return expect.fail('it was not refused');
}

describe('checkAction', () => {
  it('requires the name of the volume to be repeated, if a name is sent', () => {
    expect(refusal(() => checkAction('discard', volume(), 'other'))).toMatchObject({
      ...{ code: 'volume-name-not-repeated', field: 'volumeName', params: { sentName: 'other', volume: { name: 'db' } } },
    });
    for (const name of ['db', null]) expect(() => checkAction('discard', volume(), name)).not.toThrow();
  });

  it.each(['accept-loss', 'discard'] as const)('allows %s only on an available volume', (action) => {
    for (const state of volumeStates.filter((each) => each !== 'available'))
      expect(refusal(() => checkAction(action, volume({ status: { state } }), null))).toMatchObject({
        ...{ code: 'volume-in-wrong-state', params: { state, allowedStates: ['available'] } },
      });
  });
});

describe('lossAccepted', () => {
  const holds = report('t2', 'leg', 'leg-1');
  const stopped = report('c1', 'attachment', 'a', { available: false, array: null });
  const accept = (parts: Parameters<typeof world>[0] = {}, legIds = ['leg-1']) =>
    lossAccepted(world({ nodes: [node('t1'), away('t2'), node('c1')], ...parts }), legIds);

  it('starts a new epoch without the named legs, and keeps their LVs (S4)', () => {
    const { after, givenUp } = accept();
    expect(givenUp.map(({ id }) => id)).toEqual(['leg-1']);
    expect(after.volume).toMatchObject({ legs: [{ id: 'leg-0', spec: { epoch: 2 } }], spec: { epoch: 2 } });
    expect(after.volume?.obsoleteLegs).toMatchObject([{ id: 'leg-1', spec: { why: 'loss-accepted', desired: 'present', since: NOW } }]);
  });

  it('refuses a leg id that is not of the volume, and names only that', () => {
    expect(refusal(() => accept({}, ['leg-1', 'leg-9']))).toMatchObject({
      ...{ code: 'legs-unknown', field: 'legIds', params: { legIds: ['leg-9'], volume: { name: 'db' } } },
    });
  });

  it('refuses a leg that its target reports whole, unless that target is offline', () => {
    expect(refusal(() => accept({ nodes: [node('t1'), node('t2')], reports: [holds] })).code).toBe('leg-not-lost');
    expect(accept({ reports: [holds] }).after.volume?.spec.epoch).toBe(2);
    const older = report('t2', 'leg', 'leg-1', {}, { generation: 4 });
    expect(accept({ nodes: [node('t1'), node('t2')], reports: [older] }).after.volume?.spec.epoch).toBe(2);
  });

  it('refuses until every client, connected, reports that it does not run the volume', () => {
    expect(refusal(() => accept({ attachments: [attachment()] })).code).toBe('volume-may-run');
    expect(refusal(() => accept({ attachments: [attachment()], reports: [report('c1', 'attachment', 'a')] })).code).toBe('volume-runs');
    const offline = [node('t1'), away('t2'), away('c1')];
    expect(refusal(() => accept({ attachments: [attachment()], reports: [stopped], nodes: offline })).code).toBe('volume-may-run');
    const { after } = accept({ attachments: [attachment()], reports: [stopped] });
    expect(after.attachments).toMatchObject([{ spec: { epoch: 2 } }]);
  });
});

describe('discarded', () => {
  const kept = (id: string, change: Changes<ObsoleteLegDocument> = {}): ObsoleteLegDocument =>
    changed(obsolete(leg(1, 't2', { id }), 'loss-accepted'), change);

  it('orders the removal of the named legs only', () => {
    const before = volume({ obsoleteLegs: [kept('x'), kept('y')] });
    const { after, found } = discarded(before, ['y']);
    expect(found.map(({ id }) => id)).toEqual(['y']);
    expect(after).toEqual({
      ...before,
      obsoleteLegs: [kept('x'), kept('y', { spec: { desired: 'absent' }, status: { state: 'deleting' } })],
    });
  });

  it('refuses a leg of this epoch, and one that is unknown', () => {
    expect(refusal(() => discarded(volume(), ['leg-1'])).params).toMatchObject({ legIds: ['leg-1'] });
    expect(refusal(() => discarded(volume({ obsoleteLegs: [kept('x')] }), ['x', 'z']))).toMatchObject({
      ...{ code: 'legs-unknown', params: { legIds: ['z'] } },
    });
  });

  it('refuses a leg whose target has not confirmed its fence, and names that target once (S4)', () => {
    const obsoleteLegs = [
      kept('x', { status: { fencedFrom: 'a' } }),
      kept('y', { status: { fencedFrom: 'a' } }),
      kept('z', { nodeId: 't1', nodeName: 't1', status: { fencedFrom: 'a' } }),
      kept('free'),
    ];
    expect(refusal(() => discarded(volume({ obsoleteLegs }), ['x', 'y', 'z', 'free']))).toMatchObject({
      ...{ code: 'legs-not-fenced', params: { targets: [{ id: 't2' }, { id: 't1' }], legs: [{}, {}, {}] } },
    });
    expect(discarded(volume({ obsoleteLegs }), ['free']).found).toHaveLength(1);
  });
});
