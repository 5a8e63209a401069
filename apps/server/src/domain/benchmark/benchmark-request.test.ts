import { describe, expect, it } from 'vitest';
import type { AttachmentDocument } from '../documents/attachment.document.js';
import type { VolumeDocument } from '../documents/volume.document.js';
import { benchmarkVolume, checkClients, type VolumeFacts } from './benchmark-request.js';

const leg = (nodeId: string) => ({ nodeId, nodeName: nodeId, spec: { desired: 'present' } });
const facts = (
  change: { attachment?: object; volume?: object; openBy?: VolumeFacts['openBy']; others?: string[]; legs?: string[] } = {},
): VolumeFacts => {
  const attachment = {
    _id: 'a1',
    nodeId: 'c1',
    nodeName: 'c1',
    spec: { mode: 'exclusive', transport: 'tcp' },
    status: { state: 'attached' },
    ...change.attachment,
  } as unknown as AttachmentDocument;
  const volume = {
    _id: 'v1',
    name: 'orders',
    spec: { sizeBytes: 4096, protection: 'raid1' },
    status: { state: 'available' },
    legs: (change.legs ?? ['t1', 't2']).map(leg),
    ...change.volume,
  } as unknown as VolumeDocument;
  const others = (change.others ?? []).map((_id) => ({ ...attachment, _id }));
  return { volume, attachment, all: [attachment, ...others], openBy: change.openBy ?? [] };
};
const requested = [{ attachmentId: 'a1' }];
const refusal = (of: VolumeFacts, confirmName?: string) => {
  try {
    benchmarkVolume({ attachmentId: 'a1', ...(confirmName === undefined ? {} : { confirmName }) }, of, requested);
  } catch (error) {
    return (error as { reason?: { code: string } }).reason?.code ?? String(error);
  }
  return null;
};

describe('benchmarkVolume', () => {
  it.each([
    ['local', ['c1'], 'local'],
    ['remote', ['t1', 't2'], 'remote'],
    ['both', ['c1', 't1'], 'mixed'],
  ])('names the placement of legs that are %s', (_, legs, placement) => {
    expect(benchmarkVolume({ attachmentId: 'a1' }, facts({ legs }), requested)).toMatchObject({
      placement,
      mayHoldData: false,
      transport: 'tcp',
    });
  });

  it('lets a volume hold data when its name is repeated, and only then', () => {
    expect(benchmarkVolume({ attachmentId: 'a1', confirmName: 'orders' }, facts(), requested).mayHoldData).toBe(true);
    expect(refusal(facts(), 'order')).toBe('benchmark-name-not-repeated');
  });

  it.each([
    ['is not attached yet', { attachment: { status: { state: 'attaching' } } }, 'benchmark-volume-not-attached'],
    ['is attached read-only', { attachment: { spec: { mode: 'readonly' } } }, 'benchmark-volume-not-attached'],
    ['is about to be deleted', { volume: { status: { state: 'deleting' } } }, 'benchmark-volume-not-attached'],
    ['is in use', { openBy: [{ pid: 7, command: 'postgres', via: 'open-file' as const, path: '/dev/dm-0' }] }, 'benchmark-volume-open'],
    ['has another client that the request does not name', { others: ['a2'] }, 'benchmark-volume-shared'],
  ])('refuses a volume that %s', (_, change, reason) => {
    expect(refusal(facts(change))).toBe(reason);
  });
});

describe('checkClients', () => {
  const c1 = { id: 'c1', name: 'c1' };
  it('refuses a client that is offline or takes part in another benchmark', () => {
    expect(() => checkClients([c1], () => true, [])).not.toThrow();
    expect(() => checkClients([c1], () => false, [])).toThrow('c1 is not connected');
    expect(() => checkClients([c1], () => true, [{ _id: 'other', clients: [c1] }])).toThrow('c1 takes part in benchmark other');
  });
});
