import { type CapacityForecast, FORECAST_DAYS, LONGEST_FORECAST_DAYS } from '@weft/shared/kinds/capacity-forecast';
import type { CapacityTrend } from './capacity-trend.js';

/** Bytes now: of legs, and available for new legs. What is neither is reserved. */
export interface Room {
  allocatedBytes: number;
  freeBytes: number;
}

/** Applies a trend of the past to what is used and free now. */
export function capacityForecast({ samples, spanHours, slope }: CapacityTrend, room: Room): CapacityForecast {
  const basis = { samples, spanHours: Math.round(spanHours * 10) / 10 };
  if (slope === null) return { ...basis, trend: null };
  const expected = Math.round(room.allocatedBytes + slope * FORECAST_DAYS);
  const usedIn30DaysBytes = Math.max(0, Math.min(room.allocatedBytes + room.freeBytes, expected));
  return { ...basis, trend: { usedBytesPerDay: Math.round(slope), usedIn30DaysBytes, daysUntilFull: daysUntilFull(slope, room) } };
}

function daysUntilFull(slope: number, { allocatedBytes, freeBytes }: Room): number | null {
  if (freeBytes === 0 && allocatedBytes > 0) return 0;
  const days = slope > 0 ? freeBytes / slope : Number.POSITIVE_INFINITY;
  return days <= LONGEST_FORECAST_DAYS ? Math.round(days * 10) / 10 : null;
}
