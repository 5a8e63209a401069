import type { AttachmentAssignment } from '@weft/shared/messages/assignment';
import { describe, expect, it } from 'vitest';
import type { FastState } from '../../host/host.js';
import { CLIENT, contentFor, id } from '../../testing/example-cluster.js';
import { emptyFast, UP } from '../../testing/example-world.js';
import { traceAttachment } from '../attachment-trace.js';
import { planGuard } from '../node/plan-guard.js';
import { chooseAnchors } from './anchors.js';

/** A mirror's legs by index: controller state, the limit that is set, md's flags (null: not in the array). */
interface Half {
  state?: string;
  limit?: number | null;
  flags?: string[] | null;
}

function mirror(halves: Half[]): { attachment: AttachmentAssignment; fast: FastState } {
  const [attachment] = contentFor(CLIENT, UP).attachments;
  if (!attachment) throw new Error('the example attaches something');
  const fast = emptyFast();
  const members = attachment.legs.flatMap(({ index }) => {
    const { flags = ['in_sync'] } = halves[index] ?? {};
    return flags === null ? [] : [{ device: `nvme${index}n1`, flags, slot: index, errors: 0, badBlocks: 0 }];
  });
  fast.arrays.push({
    ...{ device: 'md127', uuid: id('array', 1), level: 'raid1', state: 'clean', degraded: 0, raidDisks: 2, sizeBytes: 2 ** 26 },
    ...{ syncAction: 'idle', syncProgressRatio: null, syncSpeedBytesPerSecond: null, syncSpeedLimits: null, readOnly: false, members },
  });
  for (const leg of attachment.legs) {
    const { state = 'live', limit = leg.anchor ? -1 : 5 } = halves[leg.index] ?? {};
    fast.heads.push({
      subsystemNqn: leg.subsystemNqn,
      nsid: leg.nsid,
      uuid: leg.legId,
      nguid: '',
      device: `nvme${leg.index}n1`,
      sizeBytes: 1,
    });
    for (const [at, path] of leg.paths.entries())
      fast.controllers.push({
        ...{ name: `nvme${leg.index}${at}`, subsystemNqn: leg.subsystemNqn, transport: path.transport, address: path.address },
        ...{ serviceId: path.serviceId, hostAddress: path.hostAddress, hostNqn: 'h', state, fastIoFailSeconds: limit },
      });
  }
  return { attachment, fast };
}

/** Long after leg 0, which blocks I/O without limit, lost its paths; leg 1 has been live throughout. */
function ends(partner: Half): number[] {
  const { attachment, fast } = mirror([{ state: 'connecting' }, partner]);
  const [first, second] = attachment.legs.map(({ subsystemNqn }) => subsystemNqn);
  const times = new Map([
    [first ?? '', { live: false, sinceMs: 0, waits: true }],
    [second ?? '', { live: partner.state === undefined, sinceMs: 0, waits: false }],
  ]);
  const choice = chooseAnchors(attachment, traceAttachment(attachment, fast), times, 600_000);
  return attachment.legs.filter(({ subsystemNqn }) => choice.ends.includes(subsystemNqn)).map(({ index }) => index);
}

describe('chooseAnchors of an anchor leg that lost its paths', () => {
  it('ends the leg while its partner is live and in sync', () => {
    expect(ends({})).toEqual([0]);
  });

  it.each([
    ['is being rebuilt', { flags: ['spare'] }],
    ['has failed', { flags: ['in_sync', 'faulty'] }],
    ['is not in the array', { flags: null }],
    ['is out of reach too', { state: 'connecting' }],
  ])('does not end the leg while its partner %s', (_, partner) => {
    expect(ends(partner)).toEqual([]);
  });
});

describe('planGuard of an anchor that moves to the other mirror half', () => {
  it('removes the limit of the new anchor before it limits the former one', () => {
    const { attachment, fast } = mirror([{ flags: ['faulty'], limit: -1 }, { limit: 5 }]);
    const { operations } = planGuard(attachment, fast, new Map(), () => undefined, 0);
    const limits = operations.flatMap((each) => (each.op === 'set-fast-io-fail' ? [[each.controller, each.seconds]] : []));
    expect(limits).toEqual([
      ['nvme10', -1],
      ['nvme11', -1],
      ['nvme00', 5],
      ['nvme01', 5],
    ]);
  });

  it('keeps correct limits, and reads "off" in sysfs as no limit', () => {
    const { attachment, fast } = mirror([{ limit: null }, { limit: 5 }]);
    expect(planGuard(attachment, fast, new Map(), () => undefined, 0).operations).toEqual([]);
  });
});
