import { expect, it } from 'vitest';
import { pciLinkStatus } from './pci-link.js';

const rate = (gigatransfersPerSecond: number | null, lanes: number | null) => ({ gigatransfersPerSecond, lanes });
const full = rate(16, 4);

it('shows the present link, and warns when device and slot support more', () => {
  expect(pciLinkStatus({ current: full, device: full, slot: full })).toEqual({ tone: 'good', what: '16 GT/s, x4' });
  expect(pciLinkStatus({ current: rate(8, 2), device: full, slot: rate(32, 16) })).toMatchObject({
    ...{ tone: 'warn', what: '8 GT/s, x2', why: expect.stringContaining('support 16 GT/s, x4') },
  });
  expect(pciLinkStatus({ current: rate(8, 4), device: full, slot: rate(8, 4) }).tone).toBe('good');
});

it('warns of nothing that is unknown', () => {
  expect(pciLinkStatus({ current: rate(8, 2), device: full, slot: rate(null, null) })).toMatchObject({ tone: 'idle', what: '8 GT/s, x2' });
  expect(pciLinkStatus({ current: rate(null, null), device: full, slot: full })).toMatchObject({ what: 'unknown speed, unknown width' });
  expect(pciLinkStatus(null)).toEqual({ tone: 'idle', what: 'not reported' });
});
