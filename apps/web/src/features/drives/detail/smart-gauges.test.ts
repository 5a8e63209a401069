import { describe, expect, it } from 'vitest';
import type { Drive } from '../../../api/types.js';
import { smartGauges } from './smart-gauges.js';

const sound: Drive['smart'] = {
  temperatureCelsius: 38,
  percentageUsed: 12,
  availableSparePercent: 100,
  mediaErrors: 0,
  criticalWarning: 0,
  powerOnHours: 12_000,
  unsafeShutdowns: 3,
};
const gauge = (smart: Drive['smart'], name: string) => smartGauges(smart).find((each) => each.name === name);

describe('the gauges of a drive’s health log', () => {
  it('shows what a drive does not report as not known, and never as 0', () => {
    for (const smart of [null, { ...sound, temperatureCelsius: null, percentageUsed: null, availableSparePercent: null }])
      for (const { name, text, share, tone } of smartGauges(smart).slice(0, 3))
        expect([name, text, share, tone]).toEqual([name, null, null, 'idle']);
    expect(smartGauges(null).every(({ text, tone }) => text === null && tone === 'idle')).toBe(true);
  });

  it('finds nothing wrong with a drive that warns of nothing', () => {
    expect(smartGauges(sound).map(({ tone }) => tone)).toEqual(['good', 'good', 'good', 'good', 'good']);
  });

  it('warns from 100 % of the rated endurance on, and ends the scale after it', () => {
    expect(gauge({ ...sound, percentageUsed: 99 }, 'Used up')).toMatchObject({ text: '99 %', tone: 'good' });
    const worn = gauge({ ...sound, percentageUsed: 100 }, 'Used up');
    expect(worn).toMatchObject({ tone: 'warn', what: 'beyond its rated endurance' });
    expect(worn?.share).toBeCloseTo(worn?.threshold ?? 0);
    expect(worn?.threshold).toBeLessThan(1);
  });

  it('takes the thresholds of spare and temperature from the drive’s own warning', () => {
    const low = { ...sound, availableSparePercent: 4, criticalWarning: 1 };
    expect(gauge({ ...low, criticalWarning: 0 }, 'Available spare')).toMatchObject({ tone: 'good' });
    expect(gauge(low, 'Available spare')).toMatchObject({ tone: 'warn', what: 'spare below threshold' });
    expect(gauge(low, 'Temperature')).toMatchObject({ tone: 'good' });
    expect(gauge({ ...sound, criticalWarning: 2 }, 'Temperature')).toMatchObject({ tone: 'warn', what: 'outside its limits' });
    expect(gauge({ ...sound, criticalWarning: null }, 'Temperature')).toMatchObject({ text: '38 °C', what: 'warning not reported' });
  });

  it('names every bit of the critical warning; a read-only drive does not work', () => {
    expect(gauge({ ...sound, criticalWarning: 5 }, 'Critical warning')).toMatchObject({
      tone: 'warn',
      what: 'spare below threshold, reliability degraded',
    });
    expect(gauge({ ...sound, criticalWarning: 8 }, 'Critical warning')).toMatchObject({ tone: 'bad', what: 'read-only' });
    expect(gauge({ ...sound, criticalWarning: 64 }, 'Critical warning')).toMatchObject({ tone: 'warn', what: 'a bit without a name' });
  });
});
