import type { MetricName } from '@weft/shared/stats/metrics';
import { type SmartWarning, smartWarnings, warningsOf } from '@weft/shared/stats/smart-warnings';
import type { Drive } from '../../../api/types.js';
import type { GaugeFacts } from '../../../ui/gauges/gauge.js';
import type { Tone } from '../../../ui/marks/mark.js';

/*
 * The health log of a drive (NVM Express Base 2.0, figure 207). Its only thresholds are the bits of the critical warning, and 100 % of the percentage used.
 * Limits of spare and temperature belong to each drive, which compares with them itself and sets a bit.
 */

export interface SmartGauge extends GaugeFacts {
  /** Its statistics, if there are any. */
  metric?: MetricName;
}

type Smart = NonNullable<Drive['smart']>;

/** End of the scale of the percentage used, which may exceed 100 %. */
const WEAR_END = 120;
const CELSIUS_END = 100;

const UNKNOWN = { text: null, tone: 'idle', what: 'not reported' } as const;
const NOTHING: Smart = {
  temperatureCelsius: null,
  percentageUsed: null,
  availableSparePercent: null,
  mediaErrors: null,
  criticalWarning: null,
  powerOnHours: null,
  unsafeShutdowns: null,
};

/** Whether the drive warns. A drive that does not report the warning may still report the value. */
function warned(smart: Smart, bit: SmartWarning): { tone: Tone; what: string } {
  if (smart.criticalWarning === null) return { tone: 'idle', what: 'warning not reported' };
  return warningsOf(smart.criticalWarning).includes(bit) ? { tone: 'warn', what: bit } : { tone: 'good', what: 'no warning' };
}

/** Null: the drive reports no health log, so nothing is known. */
export function smartGauges(reported: Drive['smart']): SmartGauge[] {
  const smart = reported ?? NOTHING;
  return [wear(smart), spare(smart), temperature(smart), mediaErrors(smart), criticalWarning(smart)];
}

function wear({ percentageUsed: used }: Smart): SmartGauge {
  return {
    name: 'Used up',
    metric: 'wear',
    threshold: 100 / WEAR_END,
    note: '100 % is the rated endurance. The drive may work beyond it.',
    ...(used === null
      ? { ...UNKNOWN, share: null }
      : {
          text: `${used} %`,
          share: used / WEAR_END,
          ...(used >= 100 ? { tone: 'warn', what: 'beyond its rated endurance' } : { tone: 'good', what: 'within its rated endurance' }),
        }),
  };
}

function spare(smart: Smart): SmartGauge {
  const { availableSparePercent: left } = smart;
  return {
    name: 'Available spare',
    metric: 'available-spare',
    note: 'The drive warns below its own threshold.',
    ...(left === null ? { ...UNKNOWN, share: null } : { text: `${left} %`, share: left / 100, ...warned(smart, 'spare below threshold') }),
  };
}

function temperature(smart: Smart): SmartGauge {
  const { temperatureCelsius: celsius } = smart;
  const state = warned(smart, 'temperature');
  return {
    name: 'Temperature',
    metric: 'temperature',
    note: 'The drive warns outside its own limits.',
    ...(celsius === null
      ? { ...UNKNOWN, share: null }
      : {
          text: `${celsius} °C`,
          share: celsius / CELSIUS_END,
          ...state,
          ...(state.tone === 'warn' ? { what: 'outside its limits' } : {}),
        }),
  };
}

function mediaErrors({ mediaErrors: errors }: Smart): SmartGauge {
  return {
    name: 'Media errors',
    metric: 'media-errors',
    note: 'Errors that the drive could not correct, over its whole life.',
    ...(errors === null
      ? UNKNOWN
      : {
          text: errors.toLocaleString('en'),
          ...(errors > 0 ? { tone: 'warn', what: 'data was unreadable' } : { tone: 'good', what: 'no errors' }),
        }),
  };
}

/** A read-only drive serves no writes; with any other warning it still works. */
function criticalWarning({ criticalWarning: warning }: Smart): SmartGauge {
  const names = warning === null ? [] : warningsOf(warning);
  const isNamed = warning !== null && warning >> smartWarnings.length === 0;
  return {
    name: 'Critical warning',
    note: 'Set by the drive itself.',
    ...(warning === null
      ? UNKNOWN
      : {
          text: String(warning),
          tone: warning === 0 ? 'good' : names.includes('read-only') ? 'bad' : 'warn',
          what: warning === 0 ? 'none' : [...names, ...(isNamed ? [] : ['a bit without a name'])].join(', '),
        }),
  };
}
