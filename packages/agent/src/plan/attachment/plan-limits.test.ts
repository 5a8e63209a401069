import { dmName, dmUuid } from '@weft/shared/identity';
import { type IoLimits, NO_LIMITS } from '@weft/shared/limits/io-limits';
import { describe, expect, it } from 'vitest';
import type { LimitsState } from '../../host/host.js';
import { NO_FACTS } from '../../ledger/facts.js';
import { id } from '../../testing/example-cluster.js';
import { exampleMirror, type MirrorChange } from '../../testing/example-mirror.js';
import type { World } from '../plan.js';
import { planAttachment } from './plan-attachment.js';
import { needsLimits } from './plan-limits.js';

const LIMITS: IoLimits = { ...NO_LIMITS, readBytesPerSecond: 2 ** 20 };
const OTHER: IoLimits = { ...NO_LIMITS, readBytesPerSecond: 2 ** 24 };
const ATTACHMENT = id('attachment', 1);
const uuid = dmUuid(dmName(id('volume', 1)));
const wallMs = Date.parse('2026-11-30T10:00:00.000Z');

/** What each slice has: `undefined`: nothing for this device. */
const seen = (slices: Record<string, IoLimits | undefined>): LimitsState => ({
  obstacle: null,
  slices: Object.entries(slices).map(([name, limits]) => ({ name, limits: limits ? [{ uuid, limits }] : [] })),
});
const known = (values: IoLimits, isSet = true, overwritten: { slice: string; at: string } | null = null): World['facts'] => ({
  ...NO_FACTS,
  limits: { [ATTACHMENT]: { values, isSet, overwritten } },
});

interface Given {
  limits?: World['limits'];
  facts?: World['facts'];
  desired?: 'attached' | 'detached';
  revoked?: string;
  mirror?: MirrorChange;
}
function plan(assigned: IoLimits | null, { limits = seen({ 'a.slice': undefined }), facts, desired, revoked, mirror }: Given = {}) {
  const example = exampleMirror([{}, {}, {}, {}], { device: true, ...mirror });
  Object.assign(example.attachment, { ...(assigned && { limits: assigned }), ...(desired && { desired }), ...(revoked && { revoked }) });
  const world = { ...example.world, limits, wallMs, ...(facts && { facts }) };
  const { steps, before, status } = planAttachment(example.attachment, world);
  const operations = steps.map(({ operation }) => operation);
  return {
    operations,
    set: operations.filter(({ op }) => op === 'set-io-limits'),
    noted: before.filter(({ fact }) => fact === 'limits' || fact === 'limits-removed'),
    status,
    observed: status.observed.limits,
  };
}
const steps = (...slices: string[]) => [{ op: 'set-io-limits', name: dmName(id('volume', 1)), uuid, slices, limits: LIMITS }];

describe('planLimits', () => {
  it('sets the limits in every slice that has other values, and notes that before', () => {
    const limits = seen({ 'a.slice': LIMITS, 'b.slice': undefined, 'c.slice': OTHER });
    const { set, noted, observed, status } = plan(LIMITS, { limits });
    expect(set).toEqual(steps('b.slice', 'c.slice'));
    expect(noted).toEqual([{ fact: 'limits', attachmentId: ATTACHMENT, limits: { values: LIMITS, isSet: false, overwritten: null } }]);
    expect(observed).toEqual({ values: LIMITS, slices: ['a.slice'], overwritten: null, reason: null });
    expect(status.reason).toBeNull();
  });

  it('runs no step when every slice has them, and notes once that they were seen', () => {
    const limits = seen({ 'a.slice': LIMITS, 'b.slice': LIMITS });
    expect(plan(LIMITS, { limits, facts: known(LIMITS, false) })).toMatchObject({
      set: [],
      noted: [{ fact: 'limits', limits: { isSet: true } }],
      observed: { values: LIMITS, slices: ['a.slice', 'b.slice'] },
    });
    expect(plan(LIMITS, { limits, facts: known(LIMITS) })).toMatchObject({ set: [], noted: [] });
  });

  it('sets them in a new slice, and at a device that was made again, without blaming another program', () => {
    const { set, noted, observed } = plan(LIMITS, { limits: seen({ 'a.slice': LIMITS, 'new.slice': undefined }), facts: known(LIMITS) });
    expect(set).toEqual(steps('new.slice'));
    expect(noted).toEqual([]);
    expect(observed?.overwritten).toBeNull();
  });

  it('sets values again that another program changed, and reports the slice and the time', () => {
    const overwritten = { slice: 'a.slice', at: '2026-11-30T10:00:00.000Z' };
    const limits = seen({ 'a.slice': OTHER });
    const first = plan(LIMITS, { limits, facts: known(LIMITS) });
    expect(first).toMatchObject({ set: steps('a.slice'), observed: { overwritten }, noted: [{ limits: { isSet: true, overwritten } }] });
    // Values of an earlier order are the agent's own.
    expect(plan(LIMITS, { limits, facts: known(OTHER) }).observed?.overwritten).toBeNull();
    // They fight: recorded once a minute.
    const recent = { slice: 'b.slice', at: '2026-11-30T09:59:30.000Z' };
    expect(plan(LIMITS, { limits, facts: known(LIMITS, true, recent) })).toMatchObject({ noted: [], observed: { overwritten: recent } });
  });

  it('removes limits that it set once none are assigned, and then forgets them', () => {
    const { set } = plan(null, { limits: seen({ 'a.slice': LIMITS, 'b.slice': undefined }), facts: known(LIMITS) });
    expect(set).toMatchObject([{ slices: ['a.slice'], limits: NO_LIMITS }]);
    const removed = plan(null, { facts: known(LIMITS) });
    expect(removed).toMatchObject({ set: [], noted: [{ fact: 'limits-removed', attachmentId: ATTACHMENT }] });
  });

  it('leaves the limits of a person alone', () => {
    expect(plan(null, { limits: seen({ 'a.slice': OTHER }) })).toMatchObject({ set: [], noted: [], observed: undefined });
  });

  it('removes them before the device of a detach, but not when the detach is refused', () => {
    const limits = seen({ 'a.slice': LIMITS });
    const given = { limits, facts: known(LIMITS), desired: 'detached' as const };
    const { operations } = plan(LIMITS, { ...given, mirror: { holders: [] } });
    expect(operations.map(({ op }) => op).slice(0, 3)).toEqual(['set-io-limits', 'unpublish-device', 'remove-mapping']);
    const holder = { pid: 1, command: 'postgres', via: 'open-file' as const, path: '/dev/dm-0' };
    const busy = plan(LIMITS, { ...given, mirror: { holders: [holder] } });
    expect(busy).toMatchObject({ operations: [], status: { state: 'refused' }, observed: { values: LIMITS } });
  });

  it('removes them in a force detach even while the device is held, so that queued I/O ends', () => {
    const { set } = plan(LIMITS, { limits: seen({ 'a.slice': LIMITS }), facts: known(LIMITS), desired: 'detached', revoked: 'by ops' });
    expect(set).toMatchObject([{ limits: NO_LIMITS }]);
  });

  it('touches no device of a later attachment', () => {
    const example = exampleMirror([{}, {}, {}, {}], { device: true, holders: [] });
    const { attachment } = example;
    const later = { ...attachment, attachmentId: id('attachment', 2) };
    Object.assign(attachment, { desired: 'detached', revoked: 'by ops' });
    example.world.content.attachments.push(later);
    const world = { ...example.world, limits: seen({ 'a.slice': LIMITS }), facts: known(LIMITS) };
    const { steps: planned } = planAttachment(attachment, world);
    expect(planned.map(({ operation }) => operation.op)).not.toContain('set-io-limits');
  });

  it('reports why it cannot set them, and the attachment is done all the same', () => {
    const { set, observed, status } = plan(LIMITS, { limits: { obstacle: 'no-throttling', slices: [] } });
    expect(set).toEqual([]);
    expect(observed).toMatchObject({ values: null, slices: [], reason: { code: 'limits-impossible', params: { why: 'no-throttling' } } });
    expect(status.reason).toBeNull();
    const failure = { code: 'command-failed' as const, message: 'EIO' };
    expect(plan(LIMITS, { limits: { failure } }).observed).toMatchObject({ values: null, reason: failure });
  });

  it('is looked at only while limits are assigned or left', () => {
    const { world } = exampleMirror([{}, {}, {}, {}]);
    expect(needsLimits(world.content, NO_FACTS)).toBe(false);
    expect(needsLimits(world.content, known(LIMITS))).toBe(true);
    Object.assign(world.content.attachments[0] ?? {}, { limits: LIMITS });
    expect(needsLimits(world.content, NO_FACTS)).toBe(true);
    expect(needsLimits(undefined, NO_FACTS)).toBe(false);
  });
});
