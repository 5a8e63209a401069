import type { Unit } from '@weft/shared/stats/metrics';
import type { MappedDrive } from '../../api/types.js';
import { valueText } from '../../ui/text/value-text.js';
import type { MeasureName } from './map-search.js';

interface Measure {
  label: string;
  unit: Unit;
  value: (drive: MappedDrive) => number | null;
  /** Bounds between levels. They are fixed, so that a colour means the same on every day and every screen. */
  bounds: readonly number[];
  /** Meaning of a missing value. */
  nothing: string;
  csv: string;
}

const TENTHS = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9];

const measures: Record<MeasureName, Measure> = {
  wear: { label: 'Wear', unit: 'ratio', value: (drive) => drive.wearRatio, bounds: TENTHS, nothing: 'not known', csv: 'wear_ratio' },
  latency: {
    label: 'Latency',
    unit: 's',
    value: (drive) => drive.latencySeconds,
    bounds: [50e-6, 100e-6, 200e-6, 500e-6, 1e-3, 2e-3, 5e-3, 10e-3, 100e-3],
    nothing: 'no I/O seen',
    csv: 'latency_average_seconds',
  },
  load: {
    label: 'Load',
    unit: '1/s',
    value: (drive) => drive.iops,
    bounds: [1, 100, 500, 1e3, 5e3, 1e4, 5e4, 1e5, 5e5],
    nothing: 'not observed',
    csv: 'io_per_second',
  },
  free: {
    label: 'Free space',
    unit: 'ratio',
    value: (drive) => drive.freeRatio,
    bounds: TENTHS,
    nothing: 'not in service',
    csv: 'free_ratio',
  },
};

export const measureOf = (name: MeasureName): Measure => measures[name];

/** Index of the level; null: no value. */
export function levelOf(name: MeasureName, drive: MappedDrive): number | null {
  const { value, bounds } = measureOf(name);
  const found = value(drive);
  return found === null ? null : bounds.filter((bound) => bound <= found).length;
}

export const levelCount = (name: MeasureName): number => measureOf(name).bounds.length + 1;

/** `10 % to 20 %`. */
export function levelText(name: MeasureName, level: number): string {
  const { bounds, unit } = measureOf(name);
  const [from, to] = [bounds[level - 1], bounds[level]];
  if (from === undefined) return `under ${valueText(to ?? 0, unit)}`;
  if (to === undefined) return `${valueText(from, unit)} and more`;
  return `${valueText(from, unit)} to ${valueText(to, unit)}`;
}

export function measureText(name: MeasureName, drive: MappedDrive): string {
  const { value, unit, nothing } = measureOf(name);
  const found = value(drive);
  return found === null ? nothing : valueText(found, unit);
}
