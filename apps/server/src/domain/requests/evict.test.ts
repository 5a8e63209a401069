import { type Scheduling, schedulings } from '@weft/shared/kinds/scheduling';
import { describe, expect, it } from 'vitest';
import type { DriveDocument } from '../documents/drive.document.js';
import { drive, releasing, serving, taking, wiping } from '../drive/drives.fixture.js';
import { type EvictionWorld, evictionStep } from '../repair/eviction-step.js';
import { type Place, placeOfDrive } from '../repair/place.js';
import { leg, NOW, volume } from '../world/worlds.fixture.js';
import { cordoned, uncordoned } from './cordon.js';
import { evicted, evictionCancelled } from './evict.js';

const BEFORE = new Date(0);
const place = (scheduling: Scheduling, change: Partial<Place> = {}): Place => ({
  ...{ kind: 'node', id: 't2', name: 't2', version: 3, scheduling, schedulingSince: BEFORE, isInService: true },
  ...change,
});
const world = (of: Place | null, change: Partial<EvictionWorld> = {}): EvictionWorld => ({
  ...{ place: of, volumes: [volume()], removalReasons: new Map(), now: NOW },
  ...change,
});

describe.each([
  ['cordoned', cordoned, 'cordoned'],
  ['uncordoned', uncordoned, 'open'],
  ['evicted', evicted, 'evicting'],
] as const)('%s', (_, decide, after) => {
  it.each(schedulings)('changes a place that is %s, and records when', (scheduling) => {
    const before = place(scheduling);
    expect(decide(before, NOW)).toEqual(scheduling === after ? before : place(after, { schedulingSince: NOW }));
  });
});

describe('evicted', () => {
  it.each<[string, DriveDocument, boolean]>([
    ['in service', serving, true],
    ['in service and missing', { ...serving, status: { ...serving.status, present: false } }, true],
    ['blank', drive(), false],
    ['being taken', taking, false],
    ['being wiped', wiping, false],
    ['being released', releasing, false],
    ['released and missing', { ...releasing, status: { ...releasing.status, present: false } }, false],
  ])('a drive %s: %3$s', (_, of, allowed) => {
    const evict = () => evicted(placeOfDrive(of), NOW).scheduling;
    if (allowed) expect(evict()).toBe('evicting');
    else
      expect(evict).toThrow(
        expect.objectContaining({ reason: { code: 'drive-not-in-service', params: { drive: { kind: 'drive', id: 'd1', name: 'S1' } } } }),
      );
    expect(cordoned(placeOfDrive(of), NOW).scheduling).toBe('cordoned');
  });
});

describe('evictionStep', () => {
  const gone = volume({ legs: [leg(0, 't1')] });

  it('runs while legs are left', () => {
    const { place: after, view } = evictionStep(world(place('evicting')), []);
    expect([after, view.state]).toEqual([place('evicting'), 'running']);
    expect(view.steps).toHaveLength(1);
  });

  it('marks a place without legs as evicted, and ends its job', () => {
    const { steps } = evictionStep(world(place('evicting')), []).view;
    const { place: after, view } = evictionStep(world(place('evicting'), { volumes: [gone] }), steps);
    expect(after).toEqual(place('evicted', { schedulingSince: NOW }));
    expect(view).toMatchObject({ state: 'done', steps: [{ state: 'done' }] });
  });

  it('keeps the scheduling of a place whose eviction was stopped', () => {
    for (const scheduling of ['open', 'cordoned'] as const) {
      const stopped = evictionStep(world(place(scheduling)), []);
      expect(stopped).toMatchObject({ place: { scheduling }, view: { state: 'failed', error: { code: 'cancelled' } } });
      expect(evictionStep(world(place(scheduling), { volumes: [gone] }), [])).toMatchObject({
        place: { scheduling },
        view: { state: 'done' },
      });
    }
  });

  it('ends the job of a removed place', () => {
    expect(evictionStep(world(null), [])).toMatchObject({ place: null, view: { state: 'done' } });
  });

  it('counts only the legs on the drive', () => {
    const of = (id: string) => place('evicting', { kind: 'drive', id });
    expect(evictionStep(world(of('drive-t2')), []).view.steps).toHaveLength(1);
    expect(evictionStep(world(of('drive-t3')), []).place?.scheduling).toBe('evicted');
  });
});

describe('evictionCancelled', () => {
  it('leaves the place cordoned, and fails the job with the legs that are left', () => {
    expect(evictionCancelled(world(place('evicting')), [])).toMatchObject({
      place: place('cordoned', { schedulingSince: NOW }),
      view: { state: 'failed', error: { code: 'cancelled' } },
    });
  });

  it.each(['open', 'cordoned', 'evicted'] as const)('leaves a place that is %s as it is', (scheduling) => {
    expect(evictionCancelled(world(place(scheduling)), []).place).toEqual(place(scheduling));
  });

  it('ends the job as done when no leg is left, or the place was removed', () => {
    expect(evictionCancelled(world(place('evicting'), { volumes: [] }), [])).toMatchObject({
      place: { scheduling: 'cordoned' },
      view: { state: 'done' },
    });
    expect(evictionCancelled(world(null), [])).toMatchObject({ place: null, view: { state: 'done' } });
  });
});
