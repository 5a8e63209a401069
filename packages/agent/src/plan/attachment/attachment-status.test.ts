import { describe, expect, it } from 'vitest';
import { NO_FACTS } from '../../ledger/facts.js';
import { reason } from '../../reason/reason.js';
import { id } from '../../testing/example-cluster.js';
import { type ExampleMirror, exampleMirror, type Half, type MirrorChange } from '../../testing/example-mirror.js';
import { traceAttachment } from '../attachment-trace.js';
import type { AttachmentProbe } from '../plan.js';
import { observeAttachment } from './attachment-status.js';

function observed(halves: readonly Half[], change: MirrorChange = {}, prepare: (mirror: ExampleMirror) => void = () => undefined) {
  const mirror = exampleMirror(halves, change);
  prepare(mirror);
  const probe: AttachmentProbe = mirror.probe;
  return observeAttachment(mirror.attachment, traceAttachment(mirror.attachment, mirror.fast), probe, mirror.world);
}
const PAIR: Half[] = [{}, {}];
const UP = { device: true };
const empty = ({ fast }: ExampleMirror) => void Object.assign(fast, { controllers: [], arrays: [], mappings: [], links: [] });

describe('observeAttachment: the device', () => {
  const top =
    (change: object) =>
    ({ fast }: ExampleMirror) =>
      void Object.assign(fast.mappings[0] ?? {}, change);
  const size = exampleMirror(PAIR).attachment.sizeBytes;

  it('reports the device available with its mapping and link, also while it grows', () => {
    expect(observed(PAIR, UP)).toMatchObject({ present: true, available: true, device: '/dev/weft/orders' });
    expect(observed(PAIR, UP, top({ sizeBytes: size - 1 })).available).toBe(true);
  });

  it.each<[string, MirrorChange, (mirror: ExampleMirror) => void]>([
    ['without its mapping', {}, () => undefined],
    ['with a mapping that is too large', UP, top({ sizeBytes: size + 1 })],
    ['without its link', UP, ({ fast }) => void fast.links.splice(0)],
    ['with a link to another device', UP, ({ fast }) => void Object.assign(fast.links[0] ?? {}, { target: '/dev/dm-7' })],
    ['with a broken array', { ...UP, running: { state: 'broken' } }, () => undefined],
  ])('reports the device unavailable %s', (_, change, prepare) => {
    expect(observed(PAIR, change, prepare)).toMatchObject({ available: false, device: null });
  });

  it('reports whether the host has any trace of the attachment', () => {
    expect(observed(PAIR, { running: null }, empty).present).toBe(false);
    expect(observed(PAIR, { running: null }).present).toBe(true);
  });

  it('reports the device open while a process holds it', () => {
    const holder = { pid: 1, command: 'c', via: 'open-file' as const, path: '/p' };
    expect([observed(PAIR, UP).open, observed(PAIR, { ...UP, holders: [] }).open]).toEqual([false, false]);
    expect(observed(PAIR, { ...UP, holders: [holder] }).open).toBe(true);
  });
});

describe('observeAttachment: arrayCreated', () => {
  const known = (uuid: string) => (mirror: ExampleMirror) => {
    const { volumeId, attachmentId } = mirror.attachment;
    mirror.world.facts = { ...NO_FACTS, arrays: { [volumeId]: { uuid, attachmentId, inSyncLegs: [], degraded: false } as never } };
  };

  it('is true while the array runs, or when the ledger has its UUID', () => {
    expect(observed(PAIR).arrayCreated).toBe(true);
    expect(observed(PAIR, { running: null }).arrayCreated).toBe(false);
    expect(observed(PAIR, { running: null }, known(id('array', 1))).arrayCreated).toBe(true);
    expect(observed(PAIR, { running: null }, known(id('array', 2))).arrayCreated).toBe(false);
  });

  it('is false for a volume without an array', () => {
    const none = (mirror: ExampleMirror) => void Object.assign(mirror.attachment, { array: null });
    expect(observed(PAIR, { running: null }, none).arrayCreated).toBe(false);
  });
});

describe('observeAttachment: paths, members and legs', () => {
  it('reports every assigned path with the state of its own controller', () => {
    const { paths } = observed([{}, { live: false }]);
    expect(paths.map(({ legId, storageNetwork, controllerState }) => [legId, storageNetwork, controllerState])).toEqual([
      [id('leg', 0), 'left', 'live'],
      [id('leg', 0), 'right', null],
      [id('leg', 1), 'left', 'connecting'],
      [id('leg', 1), 'right', null],
    ]);
    expect(paths[0]?.address).toBe(exampleMirror(PAIR).attachment.legs[0]?.paths[0]?.address);
  });

  it('reports the md member of each leg by its device, and no other members', () => {
    const halves: Half[] = [{}, { md: { flags: ['faulty'], slot: null, errors: 3, badBlocks: 2 } }];
    const events = new Map([[id('leg', 0), 7]]);
    const { array } = observed(halves, {}, (mirror) => {
      mirror.probe.events = events;
      mirror.running.members.unshift({ device: 'sda', flags: ['in_sync'], slot: 2, errors: 0, badBlocks: 0 });
      mirror.fast.heads.reverse();
    });
    expect(array).toMatchObject({ uuid: id('array', 1), state: 'clean', degraded: 0 });
    expect(array?.members).toEqual([
      { legId: id('leg', 0), flags: ['in_sync'], slot: 0, errors: 0, badBlocks: 0, events: 7 },
      { legId: id('leg', 1), flags: ['faulty'], slot: null, errors: 3, badBlocks: 2, events: null },
    ]);
  });

  it('ignores members of legs whose namespace is not visible', () => {
    expect(observed([{}, { head: false }]).array?.members.map(({ legId }) => legId)).toEqual([id('leg', 0)]);
  });

  it('reports which leg is the anchor, and why a leg is not a member', () => {
    const { legs } = observed([{}, { md: null }], { running: { degraded: 1 } });
    expect(legs.map(({ legId, anchor }) => [legId, anchor])).toEqual([
      [id('leg', 0), true],
      [id('leg', 1), false],
    ]);
    expect(legs[0]?.reason).toBeNull();
    const unread = reason('command-failed', { failure: 'mdadm --examine failed' });
    const out = observed([{}, { md: null, unread }], { running: { degraded: 1 } }).legs;
    expect(out.map(({ reason }) => reason)).toEqual([null, expect.objectContaining({ code: expect.any(String) })]);
    expect(observed(PAIR, { running: null }).legs.map(({ reason }) => reason)).toEqual([null, null]);
  });
});

describe('observeAttachment: a leg without a path beside the anchor', () => {
  it.each([
    ['a former anchor, which blocks until it is disconnected', true],
    ['a leg with a limit', false],
  ])('reports whether it blocks I/O: %s', (_, waits) => {
    const { legs } = observed(PAIR, {}, ({ attachment, world }) => {
      const nqn = attachment.legs[1]?.subsystemNqn ?? '';
      Object.assign(world, { paths: new Map([[nqn, { live: false, sinceMs: 0, waits }]]) });
    });
    expect(legs.map(({ anchor }) => anchor)).toEqual([true, waits]);
  });
});

describe('observeAttachment: an array stopped for a detach', () => {
  const stopped =
    (inSyncLegs: number[], change: object = {}, more: object = {}) =>
    (mirror: ExampleMirror) => {
      const { attachmentId, volumeId } = mirror.attachment;
      const array = { uuid: id('array', 1), attachmentId, inSyncLegs: inSyncLegs.map((leg) => id('leg', leg)), ...change };
      mirror.world.facts = { ...NO_FACTS, arrays: { [volumeId]: array as never } };
      Object.assign(mirror.attachment, { desired: 'detached', ...more });
    };
  const FOUR: Half[] = [{}, {}, {}, {}];
  const off = { running: null };

  it('reports the in-sync legs that the ledger stored (S11)', () => {
    expect(observed(FOUR, off, stopped([0, 1, 2])).array).toEqual({
      ...{ uuid: id('array', 1), state: 'clear', degraded: 1, syncAction: 'idle', syncProgressRatio: null, syncSpeedBytesPerSecond: null },
      members: [0, 1, 2].map((slot) => ({ legId: id('leg', slot), flags: ['in_sync'], slot, errors: 0, badBlocks: 0, events: null })),
    });
    expect(observed(FOUR, off, stopped([0, 1, 2, 3])).array?.degraded).toBe(0);
  });

  it('reports no array of another attachment, without a ledger entry, or without a detach', () => {
    expect(observed(FOUR, off, stopped([0], { attachmentId: id('attachment', 2) })).array).toBeNull();
    expect(observed(FOUR, off, ({ attachment }) => void Object.assign(attachment, { desired: 'detached' })).array).toBeNull();
    expect(observed(FOUR, off, stopped([0], {}, { desired: 'attached' })).array).toBeNull();
  });
});
