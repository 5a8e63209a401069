import { expect, test } from 'vitest';
import type { Attachment, Leg, Volume } from '../../api/types.js';
import type { PlanStep } from '../../ui/plan-steps.js';
import { textOf } from '../../ui/text/sentence.js';
import { volumeRefusal } from './actions/volume-refusals.js';
import { acceptLossSteps, discardSteps, growSteps, revokeSteps } from './volume-plans.js';

const MiB = 2 ** 20;
const leg = (index: number, node: string, more: Partial<Leg> = {}): Leg =>
  ({
    id: `leg-${index}`,
    index,
    node: { id: node, name: node },
    drive: { id: `d${index}`, serial: `S${index}` },
    sizeBytes: MiB,
    epoch: 1,
    inSync: true,
    state: 'ready',
    conditions: [],
    health: 'healthy',
    ...more,
  }) as unknown as Leg;
const volume = (more: Partial<Volume> = {}): Volume =>
  ({
    name: 'orders',
    state: 'available',
    health: 'healthy',
    protection: 'raid1',
    epoch: 3,
    growth: null,
    legs: [leg(0, 't2'), leg(1, 't1')],
    obsoleteLegs: [],
    ...more,
  }) as unknown as Volume;
const attachment = { node: { id: 'c1', name: 'c1' }, device: '/dev/weft/orders', mode: 'exclusive' } as unknown as Attachment;
const read = (steps: readonly PlanStep[]) => steps.map(({ node, what }) => `${node?.name ?? 'server'}: ${textOf(what)}`);

test('plans a growth: only the legs that grow, by node, then the clients', () => {
  const planned = volume({ legs: [leg(0, 't2', { sizeBytes: 3 * MiB }), leg(1, 't1')] });
  expect(read(growSteps(volume(), planned, [attachment]))).toEqual([
    't2: leg 0 on drive S0 grows from 1 MiB to 3 MiB; new space is zeroed before use',
    'c1: /dev/weft/orders takes the new size after every leg is reported zeroed; grow its file system yourself',
  ]);
});

test('changes only the step that a statement of a force detach is about (S13)', () => {
  const steps = (clientIsOff: boolean, targetsOff: string[]) => read(revokeSteps(volume(), attachment, { clientIsOff, targetsOff }));
  const [t1, t2, client, last] = steps(false, []);
  expect([t1, t2]).toEqual([expect.stringMatching(/^t1: fences leg 1/), expect.stringMatching(/^t2: fences leg 0/)]);
  expect([client, last]).toEqual([expect.stringMatching(/^c1: removes the device/), expect.stringMatching(/^server: orders may be/)]);
  expect(steps(true, [])).toEqual([t1, t2, expect.stringContaining('no wait for its report'), last]);
  expect(steps(false, ['t2'])).toEqual([t1, expect.stringMatching(/^t2: no wait for its fence/), client, last]);
});

test('plans steps only for legs whose loss is accepted or that are discarded', () => {
  expect(read(acceptLossSteps(volume(), ['leg-0']))).toEqual([
    expect.stringMatching(/^t2: leg 0 on drive S0 is given up/),
    'server: epoch 3 ends; epoch 4 starts with the other legs at the next attach',
  ]);
  const obsolete = volume({ obsoleteLegs: [leg(0, 't2', { id: 'old' })] as unknown as Volume['obsoleteLegs'] });
  expect(read(discardSteps(obsolete, ['old']))).toEqual([expect.stringMatching(/^t2: leg 0 on drive S0 of epoch 1 is removed/)]);
});

test('states why the volume’s current state does not allow an action', () => {
  const why = (action: Parameters<typeof volumeRefusal>[0], of: Partial<Volume>) => volumeRefusal(action, volume(of), []);
  expect(why('grow', {})).toBeNull();
  expect(why('grow', { state: 'creating' })).toBe('Not now: it is creating. The volume must be available.');
  expect(why('grow', { health: 'degraded' })).toBe('Not now: it is degraded. The volume must be healthy or detached.');
  expect(why('accept-loss', {})).toBe('Every leg is present: nothing is lost.');
  expect(why('accept-loss', { protection: 'raid0' })).toContain('no second mirror half');
  expect(why('accept-loss', { legs: [leg(0, 't2', { state: 'unknown' })] })).toBeNull();
  expect(why('discard', {})).toBe('No legs of older epochs are kept.');
});
