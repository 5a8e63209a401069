import { type IoLimits, NO_LIMITS } from '@weft/shared/limits/io-limits';
import type { AttachmentStatus } from '@weft/shared/messages/report';
import { describe, expect, it } from 'vitest';
import { VolumeWorld } from '../world/volume-world.js';
import { attachment, NOW, node, report, volume } from '../world/worlds.fixture.js';
import { withLimits } from './limits-in-force.js';

const LIMITS: IoLimits = { ...NO_LIMITS, readIops: 100 };
const reason = { code: 'limits-impossible', params: { why: 'no-throttling' }, message: 'the kernel of this node was built without it' };
type Limits = NonNullable<AttachmentStatus['observed']['limits']>;
const said = (change: Partial<Limits> = {}): Limits => ({
  values: LIMITS,
  slices: ['a.slice'],
  overwritten: null,
  reason: null,
  ...change,
});

function conditionsOf(
  ordered: IoLimits | null,
  limits?: Limits,
  { available = true, state = 'done' as AttachmentStatus['state'], before = [] as ReturnType<typeof withLimits> } = {},
) {
  const one = attachment(ordered ? { spec: { limits: ordered } } : {});
  const nodes = [node('t1'), node('t2'), node('c1')];
  const observed = { available, ...(limits && { limits }) };
  const world = new VolumeWorld(
    volume(),
    [one],
    new Map(nodes.map((each) => [each._id, each])),
    [report('c1', 'attachment', 'a', observed, { state })],
    NOW,
  );
  return withLimits(world, one, before);
}

describe('LimitsNotInForce', () => {
  it('is absent without limits, and while the ordered ones are in force', () => {
    expect(conditionsOf(null, said())).toEqual([]);
    expect(conditionsOf(LIMITS, said())).toEqual([]);
  });

  it('states the reason of the client, and the slices that have other limits', () => {
    const [impossible] = conditionsOf(LIMITS, said({ values: null, slices: [], reason }));
    expect(impossible).toMatchObject({ type: 'LimitsNotInForce', status: 'true' });
    expect(impossible?.message).toContain('the kernel of this node was built without it');
    const [others] = conditionsOf(LIMITS, said({ values: { ...NO_LIMITS, readIops: 50 } }));
    expect(others?.message).toBe('the limits are not in force in every slice of c1; others are in force in a.slice');
  });

  it('is true when an agent reports none, unchanged without a device and while it sets them', () => {
    expect(conditionsOf(LIMITS)).toMatchObject([{ status: 'true' }]);
    expect(conditionsOf(LIMITS, undefined, { available: false })).toEqual([]);
    expect(conditionsOf(LIMITS, said({ values: null, slices: [] }), { state: 'working' })).toEqual([]);
  });

  it('becomes false when they are in force again, and goes with the order', () => {
    const before = conditionsOf(LIMITS);
    expect(conditionsOf(LIMITS, said(), { before })).toMatchObject([{ status: 'false' }]);
    expect(conditionsOf(null, undefined, { before })).toEqual([]);
  });
});
