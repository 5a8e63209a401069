import { describe, expect, it } from 'vitest';
import { fixedSbom } from './sbom.mjs';

const ofNpm = () => ({
  bomFormat: 'CycloneDX',
  serialNumber: `urn:uuid:${crypto.randomUUID()}`,
  metadata: { timestamp: new Date().toISOString(), component: { name: 'weft-sbom-x1y2z3', version: '0.1.0' } },
  components: [{ name: 'zod' }],
});
const commit = { name: 'weft', commit: 'c795e61e398fec3e754e0aea5f77468bae2b3a2c', epoch: 1_795_654_780 };

describe('fixedSbom', () => {
  it('derives serial number, time and name from the commit, and keeps the rest', () => {
    const { serialNumber, metadata, ...rest } = fixedSbom(ofNpm(), commit);
    expect(serialNumber).toMatch(/^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(metadata).toEqual({ timestamp: '2026-11-26T00:59:40.000Z', component: { name: 'weft', version: '0.1.0' } });
    expect(rest).toEqual({ bomFormat: 'CycloneDX', components: [{ name: 'zod' }] });
    expect(fixedSbom(ofNpm(), commit).serialNumber).toBe(serialNumber);
  });

  it('gives another commit another serial number', () => {
    const other = { ...commit, commit: '76357abc398fec3e754e0aea5f77468bae2b3a2c' };
    expect(fixedSbom(ofNpm(), other).serialNumber).not.toBe(fixedSbom(ofNpm(), commit).serialNumber);
  });
});
