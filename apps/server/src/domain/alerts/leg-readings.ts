import { SLOW_LEG_SECONDS } from '@weft/shared/alerts/rules/slow-leg';
import type { AlertMirror } from './alert-world.js';
import { type Reading, reading, volumeObject } from './reading.js';
import type { Thresholds } from './thresholds.js';

/** Legs whose writes take longer than those of the fastest leg of their mirror. */
export function legReadings(mirror: AlertMirror, thresholds: Thresholds): Reading[] {
  const { volume, volumeLabels, legs } = mirror;
  const threshold = thresholds.of('WeftLegSlow', mirror);
  const fastest = Math.min(...legs.map(({ seconds }) => seconds));
  return legs.flatMap(({ node, drive, seconds }) => {
    const value = seconds / fastest;
    if (seconds < SLOW_LEG_SECONDS || !(value >= threshold)) return [];
    const labels = { ...volumeLabels, volume: volume.name, node: node.name, drive: drive.name };
    return [reading({ rule: 'WeftLegSlow', subject: volumeObject(volume), part: drive.id, labels, value, threshold, nodeIds: [node.id] })];
  });
}
