import { GiB, TiB } from '@weft/shared/units';
import { expect, it } from 'vitest';
import { forecastProvenance } from './forecast-provenance.js';

it('states growth, history and method of a forecast', () => {
  const trend = { usedBytesPerDay: -12 * GiB, usedIn30DaysBytes: 2 * TiB, daysUntilFull: null };
  const told = forecastProvenance('c1', { samples: 720, spanHours: 719, trend });
  expect(told.title).toBe('Forecast: −12 GiB a day, 2 TiB used in 30 days');
  expect(told.source).toContain('720 over 30 days');
  expect(told.error).toMatch(/^An estimate: the median/);
});

it('states how much history there is and how much an estimate needs', () => {
  const told = forecastProvenance('c1', { samples: 5, spanHours: 4, trend: null });
  expect(told.source).toContain('5 over 4 h');
  expect(told.error).toBe('No estimate: it needs 12 samples over 24 h.');
});
