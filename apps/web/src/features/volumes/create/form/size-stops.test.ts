import { GiB, MiB, TiB } from '@weft/shared/units';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sizeStops, sizeWords, stopAt } from './size-stops.js';
import { emptyVolumeForm, readVolume } from './volume-schema.js';

const BLOCK = 4096;
const fitting = fc.integer({ min: MiB / BLOCK, max: 2 ** 50 / BLOCK }).map((blocks) => blocks * BLOCK);
const read = (size: string) =>
  readVolume({ ...emptyVolumeForm, name: 'x', driveClassId: '8d0d9c77-6d0c-4f5e-9d39-000000000000', size }).body?.sizeBytes;

describe('sizeStops', () => {
  it('rises to the largest size, and writes only sizes that the form accepts and that fit', () => {
    fc.assert(
      fc.property(fitting, (largest) => {
        const stops = sizeStops(largest);
        stops.forEach(({ text, sizeBytes }, at) => {
          const asRead = read(text) ?? Number.NaN;
          expect(asRead - sizeBytes).toBeGreaterThanOrEqual(0);
          expect(asRead - sizeBytes).toBeLessThan(BLOCK);
          expect(asRead).toBeLessThanOrEqual(largest);
          if (at > 0) expect(sizeBytes).toBeGreaterThan(stops[at - 1]?.sizeBytes ?? 0);
        });
        expect(largest - (stops.at(-1)?.sizeBytes ?? 0)).toBeLessThan(largest / 50);
      }),
    );
  });

  it('has four stops for each doubling from 1 GiB on, and few enough for the arrow keys', () => {
    const texts = sizeStops(5 * TiB + 123 * BLOCK).map(({ text }) => text);
    expect(texts.slice(0, 5)).toEqual(['1 GiB', '1.25 GiB', '1.5 GiB', '1.75 GiB', '2 GiB']);
    expect(texts.slice(-3)).toEqual(['3.5 TiB', '4 TiB', '5 TiB']);
    expect(texts.length).toBeLessThan(60);
  });

  it('begins at 1 MiB when no more than 1 GiB fits', () => {
    expect(sizeStops(3 * MiB).map(({ text }) => text)).toEqual(['1 MiB', '1.25 MiB', '1.5 MiB', '1.75 MiB', '2 MiB', '2.5 MiB', '3 MiB']);
    expect(sizeStops(MiB).map(({ text }) => text)).toEqual(['1 MiB']);
  });
});

describe('stopAt', () => {
  const stops = sizeStops(4 * GiB);
  const at = (bytes: number | null) => stops[stopAt(stops, bytes)]?.text;

  it('is the stop at or below the typed size', () => {
    expect([null, MiB, GiB, 1.6 * GiB, 4 * GiB, 9 * GiB].map(at)).toEqual(['1 GiB', '1 GiB', '1 GiB', '1.5 GiB', '4 GiB', '4 GiB']);
  });
});

describe('sizeWords', () => {
  it('states the typed size, and whether it fits', () => {
    expect(sizeWords(4 * GiB, null)).toBe('no size entered, at most 4 GiB fits');
    expect(sizeWords(4 * GiB, 1.6 * GiB)).toBe('1.6 GiB of at most 4 GiB');
    expect(sizeWords(4 * GiB, 5 * GiB)).toBe('5 GiB, more than the 4 GiB that fits');
  });
});
