import type { FreezeStatus, ThinStatus } from '@weft/shared/messages/thin';
import { describe, expect, it } from 'vitest';
import type { ObjectStatusDocument } from '../documents/agent.documents.js';
import type { SnapshotSetDocument } from '../documents/snapshot-set.document.js';
import type { VolumeDocument } from '../documents/volume.document.js';
import type { VolumeWorld } from '../world/volume-world.js';
import { attachment, leg, NOW, node, report, volume, world } from '../world/worlds.fixture.js';
import { advanceSet, BEGINS_WITHIN_MS, HELD_AT_MOST_MS, OUT_MS, PREPARED_WITHIN_MS, type SetStep } from './advance-set.js';
import { freezeOf } from './freeze-order.js';
import { newSet } from './new-set.js';

const thinLegs = [0, 1].map((index) =>
  leg(index, `t${index + 1}`, { spec: { thin: { originLegId: null, order: 'take' } }, status: { readyBytes: 2 ** 30 } }),
);
const origin = { ...volume({ spec: { provisioning: 'thin', snapshotSetId: 'set' } }), legs: thinLegs };
const HOLDER = { client: { id: 'c1', name: 'c1' }, attachmentIds: ['a'] };
let ids = 0;
const made = (holder: typeof HOLDER | null) =>
  newSet([{ world: world({ volume: origin }), id: 'snap', name: 'db-1', description: '' }], holder, {
    stored: { _id: 'set', version: 1, revision: 1, createdAt: NOW, updatedAt: NOW },
    newId: () => `new-${ids++}`,
    origin: 'person',
  });

const array = (inSync: boolean[]) => ({
  ...{ uuid: 'u', state: 'clean', degraded: inSync.filter((each) => !each).length, syncAction: 'idle' },
  ...{ syncProgressRatio: null, syncSpeedBytesPerSecond: null },
  members: inSync.map((each, index) => ({
    ...{ legId: `leg-${index}`, flags: each ? ['in_sync'] : ['faulty'], slot: index, errors: 0, badBlocks: 0, events: null },
  })),
});

/** A set in motion: what is stored, and what agents last reported. */
class Motion {
  set: SnapshotSetDocument | null;
  copy: VolumeDocument;
  volume = origin;
  atMs = 0;
  private legs: ThinStatus['state'][] = ['none', 'none'];
  private freeze: FreezeStatus['state'] | null = null;
  private inSync = [true, true];
  attachments = [attachment()];

  constructor(holder: typeof HOLDER | null = HOLDER) {
    const { set, copies } = made(holder);
    this.set = set;
    this.copy = copies[0] as VolumeDocument;
    if (!holder) this.attachments = [];
  }

  targets(...legs: ThinStatus['state'][]): this {
    this.legs = legs;
    return this;
  }
  client(freeze: FreezeStatus['state'] | null, inSync = [true, true]): this {
    this.freeze = freeze;
    this.inSync = inSync;
    return this;
  }
  after(milliseconds: number): this {
    this.atMs += milliseconds;
    return this;
  }

  step(): SetStep {
    const { set } = this;
    if (!set) throw new Error('the set has ended');
    const now = new Date(NOW.getTime() + this.atMs);
    const reports: ObjectStatusDocument[] = this.copy.legs.map(({ id, nodeId }, at) =>
      report(nodeId, 'leg', id, { thin: { state: this.legs[at] ?? 'none', mappedBytes: null } }),
    );
    const freeze = this.freeze && { id: 'set', state: this.freeze, heldMs: this.freeze === 'released' ? 420 : null, reason: null };
    const client = report('c1', 'attachment', 'a', { array: array(this.inSync), ...(freeze && { freeze }) });
    const nodes = [node('t1'), node('t2'), node('c1')];
    const origins: VolumeWorld[] = [world({ volume: this.volume, attachments: this.attachments, nodes, reports: [client] })];
    const step = advanceSet({ set, origins, copies: [world({ volume: this.copy, nodes, reports })], now });
    this.set = step.set;
    for (const each of step.volumes) {
      if (each._id === 'snap') this.copy = each;
      else this.volume = each;
    }
    return step;
  }
}

const phaseOf = ({ set }: Motion) => set?.status.phase;
const orders = ({ copy }: Motion) => copy.legs.map(({ spec }) => spec.thin?.order);

describe('a snapshot of an attached volume', () => {
  it('is prepared, held, taken and released in that order, and counts only then', () => {
    const motion = new Motion();
    expect([phaseOf(motion), orders(motion)]).toEqual(['preparing', ['hold', 'hold']]);
    expect(motion.set && freezeOf(motion.set)).toBeNull();
    motion.targets('prepared', 'prepared').step();
    expect(phaseOf(motion)).toBe('holding');
    expect(motion.set && freezeOf(motion.set)).toMatchObject({ desired: 'hold', boundMs: HELD_AT_MOST_MS, attachmentIds: ['a'] });
    motion.client('held').step();
    expect([phaseOf(motion), orders(motion)]).toEqual(['taking', ['take', 'take']]);
    motion.targets('made', 'made').step();
    expect(phaseOf(motion)).toBe('releasing');
    expect(motion.set && freezeOf(motion.set)?.desired).toBe('release');
    expect(motion.copy.spec.snapshot?.isPending).toBe(true);
    motion.client('released').step();
    expect(motion.set).toBeNull();
    expect(motion.copy.spec.snapshot).toMatchObject({ isPending: false, heldMs: 420, takenAt: NOW });
    expect(motion.volume.spec.snapshotSetId).toBeUndefined();
    expect(motion.volume.status.snapshots?.lastTakenAt).toEqual(NOW);
  });

  it('changes nothing until the reports that it waits for are there', () => {
    const motion = new Motion();
    for (const legs of [
      ['none', 'none'],
      ['prepared', 'none'],
    ] as const) {
      motion.targets(...legs).step();
      expect(phaseOf(motion)).toBe('preparing');
    }
    motion.targets('prepared', 'prepared').step();
    motion.client('waiting').step();
    expect(phaseOf(motion)).toBe('holding');
    motion.client('held').step();
    motion.targets('made', 'prepared').step();
    expect(phaseOf(motion)).toBe('taking');
    motion.targets('made', 'made').step();
    motion.client('held').step();
    expect(phaseOf(motion)).toBe('releasing');
  });

  it('knows which legs are in sync from the report that says held', () => {
    const motion = new Motion();
    motion.targets('prepared', 'prepared').step();
    motion.client('held', [true, false]).step();
    expect(motion.copy.legs.map(({ status }) => status.inSync)).toEqual([true, false]);
  });

  it.each([
    ['its targets are late', 0, PREPARED_WITHIN_MS, 'snapshot-not-prepared'],
    ['its client does not begin', 1, BEGINS_WITHIN_MS + 5000, 'snapshot-not-held'],
    ['one leg is not made', 2, HELD_AT_MOST_MS + 5000, 'snapshot-not-copied'],
    ['its client is not heard again', 3, OUT_MS, 'snapshot-client-gone'],
  ])('is deleted when %s', (_, steps, milliseconds, code) => {
    const motion = new Motion();
    const to = [
      () => motion.targets('prepared', 'prepared').step(),
      () => motion.client('held').step(),
      () => motion.targets('made', 'made').step(),
    ];
    for (const step of to.slice(0, steps)) step();
    motion.after(milliseconds - 1).step();
    expect(motion.copy.status.state).toBe('creating');
    motion.after(1).step();
    expect(motion.copy.status.state).toBe('deleting');
    expect(motion.copy.legs.every(({ spec }) => spec.desired === 'absent')).toBe(true);
    expect(motion.copy.spec.snapshot?.failure?.code).toBe(code);
    expect(motion.copy.spec.snapshot?.isPending).toBe(true);
  });

  it.each([1, 2, 3])('is deleted when its client let go after step %i, whatever the targets made', (steps) => {
    const motion = new Motion();
    motion.targets('prepared', 'prepared').step();
    if (steps > 1) motion.client('held').step();
    if (steps > 2) motion.targets('made', 'made').step();
    motion.targets('made', 'made').client('expired').step();
    expect(motion.copy.status.state).toBe('deleting');
    expect(phaseOf(motion)).toBe('releasing');
    motion.step();
    expect(motion.set).toBeNull();
    expect(motion.volume.spec.snapshotSetId).toBeUndefined();
    expect(motion.volume.status.snapshots).toBeUndefined();
  });

  it('is deleted when its volume was detached, and the order to let go stays until the client has reported', () => {
    const motion = new Motion();
    motion.targets('prepared', 'prepared').step();
    motion.client('held').step();
    motion.after(HELD_AT_MOST_MS + 5000).step();
    expect(motion.set && freezeOf(motion.set)?.desired).toBe('release');
    motion.step();
    expect(phaseOf(motion)).toBe('releasing');
    motion.attachments = [];
    motion.step();
    expect(motion.set).toBeNull();
  });

  it('is forgotten when its client is not heard for long after a failure', () => {
    const motion = new Motion();
    motion.targets('prepared', 'prepared').step();
    motion.after(BEGINS_WITHIN_MS + 5000).step();
    motion.after(OUT_MS).step();
    expect(motion.set).toBeNull();
  });
});

describe('a snapshot of a detached volume', () => {
  it('is taken at once, and holds nothing', () => {
    const motion = new Motion(null);
    expect([phaseOf(motion), orders(motion)]).toEqual(['taking', ['take', 'take']]);
    motion.targets('made', 'none').step();
    expect(motion.set).not.toBeNull();
    motion.targets('made', 'made').step();
    expect(motion.set).toBeNull();
    expect(motion.copy.spec.snapshot).toMatchObject({ isPending: false, heldMs: null, takenAt: NOW });
  });

  it('is deleted when a target is too late, and its volume can be attached again', () => {
    const motion = new Motion(null).targets('made', 'none').after(60_000);
    motion.step();
    expect(motion.set).toBeNull();
    expect(motion.copy.status.state).toBe('deleting');
    expect(motion.volume.spec.snapshotSetId).toBeUndefined();
  });
});

describe('a set between two servers', () => {
  /** Everything a server knows is stored: a second one reads it, and steps as the first would have. */
  it('goes on with the same result wherever the first server is killed', () => {
    const events = [
      (motion: Motion) => motion.targets('prepared', 'prepared'),
      (motion: Motion) => motion.client('held'),
      (motion: Motion) => motion.targets('made', 'made'),
      (motion: Motion) => motion.client('released'),
    ];
    for (let killedAfter = 0; killedAfter < events.length; killedAfter++) {
      const motion = new Motion();
      events.forEach((event, at) => {
        event(motion);
        // The server that is killed does not step: the next one does, once or more than once.
        if (at !== killedAfter) for (let again = 0; again < 2 && motion.set; again++) motion.step();
        else if (motion.set) {
          motion.set = structuredClone(motion.set);
          motion.step();
        }
      });
      expect(motion.set).toBeNull();
      expect(motion.copy.spec.snapshot?.isPending).toBe(false);
    }
  });

  it('calls nothing a snapshot whose client was released before the legs were made', () => {
    const motion = new Motion();
    motion.targets('prepared', 'prepared').step();
    motion.client('released').step();
    expect(phaseOf(motion)).toBe('holding');
    motion.after(BEGINS_WITHIN_MS + 5000).step();
    expect(motion.copy.status.state).toBe('deleting');
  });
});
