import { describe, expect, it } from 'vitest';
import { NO_FACTS } from '../../ledger/facts.js';
import { id } from '../../testing/example-cluster.js';
import { exampleMirror, type Half, type MirrorChange } from '../../testing/example-mirror.js';
import { planDetach } from '../attachment/plan-detach.js';
import { traceAttachment } from '../attachment-trace.js';
import { settleBeforeStop } from './before-stop.js';

const THIN = { nguid: 'a'.repeat(32) };
const SILENT = { ...THIN, live: false };
const GONE = { ...THIN, live: false, head: false };

function settled(halves: Half[], change: MirrorChange = {}, knowsIncarnations = false): string[] {
  const { attachment, array, world } = exampleMirror([...halves, {}, {}], change);
  const fact = {
    attachmentId: attachment.attachmentId,
    epoch: 1,
    uuid: array.uuid,
    inSyncLegs: [],
    incarnations: { [id('leg', 1)]: THIN.nguid },
  };
  const facts = knowsIncarnations ? { ...NO_FACTS, arrays: { [attachment.volumeId]: fact } } : NO_FACTS;
  return settleBeforeStop({ ...attachment, array }, { ...world, facts }).map((each) => {
    if (each.op === 'flush-member') return `flush ${each.device}${each.orFail ? ' or fail' : ''}`;
    return `${each.op} ${'member' in each ? each.member : ''}`;
  });
}

describe('settleBeforeStop', () => {
  it('makes durable what legs that may lose writes have, and fails one that does not, unless it is the last half', () => {
    expect(settled([THIN, THIN])).toEqual(['flush /dev/nvme0n1 or fail', 'flush /dev/nvme1n1 or fail']);
    expect(settled([THIN, { ...THIN, md: { flags: ['faulty'], slot: null } }])).toEqual(['flush /dev/nvme0n1']);
  });

  it('fails a leg that no path leads to, while another half can be reached (sweep seed 284)', () => {
    expect(settled([THIN, SILENT])).toEqual(['flush /dev/nvme0n1', 'fail-member nvme1n1']);
    expect(settled([THIN, GONE], {}, true)).toEqual(['flush /dev/nvme0n1', 'fail-gone-member nvme1n1']);
  });

  it('does nothing when no half can be reached, and nothing for legs that lose no writes', () => {
    expect(settled([SILENT, SILENT])).toEqual([]);
    expect(settled([{}, { live: false }])).toEqual([]);
    expect(settled([{}, { live: false, head: false }])).toEqual([]);
  });

  it('leaves broken arrays and those of readers alone', () => {
    expect(settled([THIN, THIN], { running: { state: 'broken' } })).toEqual([]);
    expect(settled([THIN, THIN], { mode: 'readonly' })).toEqual([]);
  });
});

describe('planDetach of a mirror with legs that may lose writes', () => {
  const steps = (revoked: string | null, change: MirrorChange) => {
    const { attachment, fast, probe, world } = exampleMirror([THIN, THIN, {}, {}], change);
    const planned = planDetach({ ...attachment, desired: 'detached', revoked }, traceAttachment(attachment, fast), probe, {
      ...world,
      fast,
    });
    return planned.steps.map(({ operation, mayFail }) => `${operation.op}${mayFail ? ' or go on' : ''}`);
  };
  const settle = ['flush-member or go on', 'flush-member or go on'];

  it('settles it after its device is gone, and again before it stops', () => {
    expect(steps(null, { device: true, holders: [] })).toEqual(['unpublish-device', 'remove-mapping', ...settle]);
    const begun = { around: { facts: { ...NO_FACTS, detaching: { [id('attachment', 1)]: true as const } } } };
    expect(steps(null, begun).slice(0, 3)).toEqual([...settle, 'stop-array']);
  });

  it('settles it after its device fails all writes, in a forced move', () => {
    expect(steps('2026-01-01T00:00:00.000Z', { device: true })).toEqual(['fail-mapping', ...settle]);
  });
});
