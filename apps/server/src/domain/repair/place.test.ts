import { DomainError } from '@weft/shared/errors/domain-error';
import { type Scheduling, schedulingActions } from '@weft/shared/kinds/scheduling';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { NodeDocument } from '../documents/node.document.js';
import { type Changes, changed } from '../documents/parts.js';
import { drive } from '../drive/drives.fixture.js';
import { NOW } from '../world/worlds.fixture.js';
import { isOn, type Place, placeOfDrive, placeOfNode, refOf, rescheduled, withScheduling } from './place.js';

const EARLIER = new Date('2025-01-01T00:00:00Z');
const nodeOf = (change: Changes<NodeDocument> = {}) =>
  placeOfNode(
    changed(
      {
        ...{ _id: 't1', name: 'one', version: 4, revision: 1, createdAt: NOW, updatedAt: NOW, hostId: 'h', credentialHash: '' },
        spec: { labels: {} },
        status: {
          ...{ inventory: null, bootId: null, connection: { state: 'online', since: NOW, serverId: 's' }, acceptedGeneration: null },
          ...{ orphans: [], conditions: [] },
        },
      },
      change,
    ),
  );
const NODE: Place = { kind: 'node', id: 't1', name: 'one', version: 4, isInService: true, scheduling: 'open', schedulingSince: null };

describe('a place of legs', () => {
  it('is open, with no time, for a node or drive whose scheduling never changed', () => {
    expect(nodeOf()).toEqual(NODE);
    expect(placeOfDrive(drive({ version: 7 }))).toMatchObject({
      ...{ kind: 'drive', id: 'd1', name: 'S1', version: 7, scheduling: 'open', schedulingSince: null },
    });
  });

  it('has the stored scheduling and its time', () => {
    const stored = { scheduling: 'evicting' as const, schedulingSince: EARLIER };
    expect(nodeOf({ spec: stored })).toEqual({ ...NODE, ...stored });
    expect(placeOfDrive(drive({ spec: stored }))).toMatchObject(stored);
  });

  it('is out of service for a drive that is not, or no longer, in service', () => {
    expect(placeOfDrive(drive({ spec: { desired: 'in-service' }, status: { inService: true } })).isInService).toBe(true);
    for (const change of [{}, { spec: { desired: 'released' as const }, status: { inService: true } }])
      expect(placeOfDrive(drive(change)).isInService).toBe(false);
  });

  it('holds the legs of its own node or drive only', () => {
    const holder = { nodeId: 't1', driveId: 'd1' };
    expect([isOn({ kind: 'node', id: 't1' })(holder), isOn({ kind: 'node', id: 'd1' })(holder)]).toEqual([true, false]);
    expect([isOn({ kind: 'drive', id: 'd1' })(holder), isOn({ kind: 'drive', id: 't1' })(holder)]).toEqual([true, false]);
  });

  it('is referred to by its kind, id and name', () => {
    expect(refOf(NODE)).toEqual({ kind: 'node', id: 't1', name: 'one' });
    expect(refOf({ ...NODE, kind: 'drive' })).toEqual({ kind: 'drive', id: 't1', name: 'one' });
  });
});

describe('rescheduled', () => {
  it.each([
    ['cordon', 'cordoned'],
    ['uncordon', 'open'],
    ['evict', 'evicting'],
  ] as const)('changes every other scheduling by %s to %s, with the time', (action, scheduling) => {
    const others: Scheduling[] = ['open', 'cordoned', 'evicting', 'evicted'];
    for (const before of others.filter((each) => each !== scheduling))
      expect(rescheduled({ ...NODE, scheduling: before }, action, NOW)).toEqual({ ...NODE, scheduling, schedulingSince: NOW });
  });

  it('changes nothing, not even the time, when the place is already so', () => {
    const place = { ...NODE, scheduling: 'cordoned' as const, schedulingSince: EARLIER };
    expect([rescheduled(place, 'cordon', NOW), withScheduling(place, 'cordoned', NOW)]).toEqual([place, place]);
  });

  describe('with an action that its table does not allow in the present scheduling', () => {
    const { evict } = schedulingActions;
    beforeEach(() => {
      schedulingActions.evict = ['open', 'cordoned'];
    });
    afterEach(() => {
      schedulingActions.evict = evict;
    });
    const refusal = (place: Place): unknown => {
      try {
        return rescheduled(place, 'evict', NOW);
      } catch (error) {
        return error;
      }
    };

    it.each(['node', 'drive'] as const)('refuses and names the %s, its scheduling and the allowed ones', (kind) => {
      const error = refusal({ ...NODE, kind, scheduling: 'evicted' });
      expect(error).toBeInstanceOf(DomainError);
      expect((error as DomainError).reason).toEqual({
        code: `${kind}-scheduled-otherwise`,
        params: {
          ...{ [kind]: { kind, id: 't1', name: 'one' }, scheduling: 'evicted', action: 'evict' },
          allowedSchedulings: ['open', 'cordoned'],
        },
      });
    });

    it('still changes an allowed scheduling', () => {
      expect(refusal({ ...NODE, scheduling: 'cordoned' })).toMatchObject({ scheduling: 'evicting' });
    });
  });
});
