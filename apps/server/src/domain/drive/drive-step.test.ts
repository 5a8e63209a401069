import { describe, expect, it } from 'vitest';
import type { ObjectStatusDocument } from '../documents/agent.documents.js';
import type { DriveDocument } from '../documents/drive.document.js';
import type { Changes } from '../documents/parts.js';
import { job, NOW } from '../world/worlds.fixture.js';
import { driveStep } from './drive-step.js';
import type { DriveNode, DriveWorld } from './drive-world.js';
import { drive, GROUP, group, notBlank, releasing, said, serving, taking, wiping } from './drives.fixture.js';

const node: DriveNode = {
  name: 'n1',
  status: { bootId: 'boot', acceptedGeneration: 5, connection: { state: 'online', since: NOW, serverId: 's' } },
};
const step = (of: DriveDocument, reported: ObjectStatusDocument | null, change: Partial<DriveWorld> = {}) =>
  driveStep({ ...{ drive: of, node, reported, now: NOW }, ...change }, []).next;

describe('driveStep', () => {
  it.each<[string, DriveDocument, ObjectStatusDocument, Changes<DriveDocument>, boolean]>([
    [
      'puts a drive into service',
      taking,
      said({ observed: group }),
      { status: { inService: true, capacityBytes: GROUP, largestFreeBytes: 900, stateSince: NOW } },
      false,
    ],
    ['withdraws a take', taking, said(notBlank), { spec: { desired: 'observed' }, status: { stateSince: NOW } }, false],
    [
      'ends a release',
      releasing,
      said(),
      { spec: { desired: 'observed' }, status: { inService: false, capacityBytes: 0, largestFreeBytes: 0, stateSince: NOW } },
      false,
    ],
    [
      'orders a drive into service again when its release failed',
      releasing,
      said({ ...notBlank, observed: group }),
      { spec: { desired: 'in-service' }, status: { stateSince: NOW } },
      true,
    ],
    ['withdraws a wipe', wiping, said({ state: 'failed' }), { spec: { wipe: null }, status: { stateSince: NOW } }, false],
    [
      'keeps the time of the state when only sizes change',
      serving,
      said({ observed: { ...group, largestFreeBytes: 1 } }),
      { status: { largestFreeBytes: 1 } },
      false,
    ],
  ])('%s', (_, of, reported, change, isOrder) => {
    expect(step(of, reported)).toEqual({
      after: { ...of, ...change, spec: { ...of.spec, ...change.spec }, status: { ...of.status, ...change.status } },
      isOrder,
    });
  });

  it('removes a drive that was released while it was unplugged', () => {
    const gone = said({ observed: { present: false } });
    expect(step({ ...releasing, status: { ...releasing.status, present: false } }, gone)).toEqual({ after: null, isOrder: false });
    expect(step({ ...taking, status: { ...taking.status, present: false } }, gone)).toBeNull();
  });

  it('changes nothing without a report that counts (S12, S14)', () => {
    const taken = said({ observed: group });
    expect(step(taking, null)).toBeNull();
    expect(step(taking, said({ observed: group }, 'before'))).toBeNull();
    expect(step(taking, taken, { node: null })).toBeNull();
    const held = { historyId: 'h', generation: 9, hash: '' };
    const historyDoubt = { id: 'x', since: NOW, reason: 'other-history' as const, held, storedGeneration: 5 };
    expect(step(taking, taken, { node: { ...node, status: { ...node.status, historyDoubt } } })).toBeNull();
  });

  it('shows the changed jobs of the drive, and no job of an eviction', () => {
    const world: DriveWorld = { drive: taking, node, reported: said({ observed: group }), now: NOW };
    const { shown, isNew } = driveStep(world, [job('drive.take', 'd1'), job('drive.evict', 'd1')]);
    expect(shown).toMatchObject([{ job: { kind: 'drive.take' }, view: { state: 'done' } }]);
    expect(isNew).toBe(true);
    const [first] = shown;
    const open = { ...world, reported: null };
    const running = driveStep(open, [job('drive.take', 'd1')]).shown[0];
    expect(first && running && driveStep(open, [{ ...running.job, ...running.view }]).isNew).toBe(false);
  });

  it('is new when only the drive or only a job changed', () => {
    const report = said({ observed: group });
    expect(driveStep({ drive: taking, node, reported: report, now: NOW }, [])).toMatchObject({ shown: [], isNew: true });
    expect(driveStep({ drive: drive(), node, reported: null, now: NOW }, [job('drive.take', 'd1')])).toMatchObject({
      next: null,
      isNew: true,
    });
  });

  it('keeps a drive that is unplugged while it is in service', () => {
    const away = { ...serving, status: { ...serving.status, present: false } };
    expect(step(away, said({ observed: { ...group, largestFreeBytes: 1 } }))).toMatchObject({ after: { status: { largestFreeBytes: 1 } } });
  });

  it('ends the jobs of a removed drive', () => {
    const { next, shown } = driveStep(null, [job('drive.release', 'd1'), job('drive.take', 'd1')]);
    expect([next, shown.map(({ view }) => view.state)]).toEqual([null, ['done', 'failed']]);
  });

  it('is not new for a drive in service whose report changes nothing', () => {
    expect(driveStep({ drive: serving, node, reported: said({ observed: group }), now: NOW }, [])).toEqual({
      next: null,
      shown: [],
      used: null,
      isNew: false,
    });
    expect(driveStep({ drive: drive(), node, reported: null, now: NOW }, []).isNew).toBe(false);
  });
});
