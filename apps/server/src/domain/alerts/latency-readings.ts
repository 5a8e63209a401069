import { BURN_WINDOWS } from '@weft/shared/alerts/rules/latency-objective';
import type { AlertLatency } from './alert-world.js';
import { type Reading, reading, volumeObject } from './reading.js';
import type { SlowMinutes } from './slow-minutes.js';

/** Share of slow I/O in the long window of the first pair whose windows both burn the budget too fast. Null: none does. */
export function burning(minutes: Pick<SlowMinutes, 'share'>): number | null {
  for (const { long, short, slowShare } of BURN_WINDOWS) {
    const share = minutes.share(long);
    if (share !== null && share > slowShare && (minutes.share(short) ?? 0) > slowShare) return share;
  }
  return null;
}

/** A volume that misses its latency objective. */
export function latencyReadings({ volume, volumeLabels, objective, minutes }: AlertLatency): Reading[] {
  const value = minutes ? burning(minutes) : null;
  if (value === null) return [];
  const labels = { ...volumeLabels, volume: volume.name };
  return [reading({ rule: 'WeftLatencyObjectiveMissed', subject: volumeObject(volume), labels, value, threshold: objective })];
}
