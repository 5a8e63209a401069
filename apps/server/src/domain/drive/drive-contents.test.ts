import { describe, expect, it } from 'vitest';
import { describeContents } from './drive-contents.js';
import { inventory } from './drives.fixture.js';

const of = (desired: 'observed' | 'in-service' | 'released', change: Partial<typeof inventory>) =>
  describeContents({ spec: { desired }, status: { inventory: { ...inventory, ...change } } });
const GROUP = ['volume group of the Weft drive d0'];
const IN_USE = ['in use: mounted, swap, or held by dm or md'];

describe('describeContents', () => {
  it('is empty for a blank drive', () => {
    expect(of('observed', {})).toEqual([]);
  });

  it('lists contents first, then the volume group of another drive, then the use by the host', () => {
    expect(of('observed', { contents: ['ext4', 'gpt'], weftDriveId: 'd0', inUse: true })).toEqual(['ext4', 'gpt', ...GROUP, ...IN_USE]);
    expect([of('observed', { weftDriveId: 'd0' }), of('observed', { inUse: true })]).toEqual([GROUP, IN_USE]);
  });

  it('leaves out the volume group and the use of a drive that is Weft’s own', () => {
    for (const desired of ['in-service', 'released'] as const)
      expect(of(desired, { contents: ['lvm'], weftDriveId: 'd1', inUse: true })).toEqual(['lvm']);
  });
});
