import { describe, expect, it } from 'vitest';
import { GiB, MiB } from '../units.js';
import { integrityOfferedBytes, integrityPlace, integrityVolumeBytes } from './integrity-layout.js';

describe('the layout of dm-integrity', () => {
  it('puts data behind superblock, bitmap and the first run of checksums, as Linux 6.12 does', () => {
    expect(integrityPlace(0)).toBe((8 + 784 + 32) * 512);
    expect(integrityPlace(16 * MiB - 4096)).toBe((8 + 784 + 32) * 512 + 16 * MiB - 4096);
    expect(integrityPlace(16 * MiB)).toBe((8 + 784 + 64) * 512 + 16 * MiB);
  });

  it('takes about a thousandth and 396 KiB more than the leg offers', () => {
    expect(integrityVolumeBytes(64 * MiB) - 64 * MiB).toBe((8 + 784 + 4 * 32) * 512);
    expect(integrityVolumeBytes(64 * MiB + 4096) - 64 * MiB - 4096).toBe((8 + 784 + 5 * 32) * 512);
    expect((integrityVolumeBytes(1024 * GiB) - 1024 * GiB) / (1024 * GiB)).toBeCloseTo(1 / 1024, 5);
  });

  it('offers the most that fits into a volume', () => {
    for (const volumeBytes of [4 * MiB, 20 * MiB, 64 * MiB, 132 * MiB, 1024 * GiB + 4 * MiB]) {
      const offered = integrityOfferedBytes(volumeBytes);
      expect(integrityVolumeBytes(offered)).toBeLessThanOrEqual(volumeBytes);
      expect(integrityVolumeBytes(offered + 4096)).toBeGreaterThan(volumeBytes);
    }
    expect(integrityOfferedBytes(0)).toBe(0);
  });
});
