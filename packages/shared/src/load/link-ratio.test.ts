import { describe, expect, it } from 'vitest';
import { type PciLink, pciLinkSchema } from '../messages/pci-link.js';
import { linkRatio, supportedRate } from './link-ratio.js';

const rate = (gigatransfersPerSecond: number | null, lanes: number | null) => ({ gigatransfersPerSecond, lanes });
const link = (current: PciLink['current'], device = rate(16, 4), slot = rate(16, 4)): PciLink => ({ current, device, slot });

describe('a PCIe link', () => {
  it('is at 1 when it runs as fast as device and slot both support', () => {
    expect(linkRatio(link(rate(16, 4)))).toBe(1);
    expect(linkRatio(link(rate(8, 4), rate(16, 4), rate(8, 16)))).toBe(1);
    expect(supportedRate(link(rate(8, 4), rate(16, 4), rate(8, 16)))).toEqual(rate(8, 4));
  });

  it('is below 1 by its speed and by its width', () => {
    expect(linkRatio(link(rate(8, 4)))).toBe(0.5);
    expect(linkRatio(link(rate(16, 1)))).toBe(0.25);
    expect(linkRatio(link(rate(2.5, 1)))).toBeCloseTo(0.039);
  });

  it('is unknown when any of its values is', () => {
    for (const unknown of [rate(null, 4), rate(16, null), rate(null, null)]) {
      expect(linkRatio(link(unknown))).toBeNull();
      expect(linkRatio(link(rate(8, 4), unknown))).toBeNull();
      expect(linkRatio(link(rate(8, 4), rate(16, 4), unknown))).toBeNull();
    }
    expect(linkRatio(null)).toBeNull();
    expect(linkRatio(undefined)).toBeNull();
  });

  it('takes no width or speed of 0, which the kernel reports for an unknown one', () => {
    expect(pciLinkSchema.safeParse(link(rate(16, 4))).success).toBe(true);
    expect(pciLinkSchema.safeParse(link(rate(16, 0))).success).toBe(false);
    expect(pciLinkSchema.safeParse(link(rate(0, 4))).success).toBe(false);
    expect(pciLinkSchema.safeParse(link(rate(16, 255))).success).toBe(false);
  });
});
