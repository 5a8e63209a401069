import type { AlertScrub } from './alert-world.js';
import { type Reading, reading, volumeObject } from './reading.js';
import type { Thresholds } from './thresholds.js';

export function scrubReadings(scrub: AlertScrub, thresholds: Thresholds): Reading[] {
  const { volume, volumeLabels, mismatchBytes, overdueSeconds } = scrub;
  const of = { subject: volumeObject(volume), labels: { ...volumeLabels, volume: volume.name } };
  const threshold = thresholds.of('WeftScrubOverdue', scrub);
  return [
    ...(mismatchBytes > 0 ? [reading({ rule: 'WeftScrubMismatches', ...of, value: mismatchBytes })] : []),
    ...(overdueSeconds !== null && overdueSeconds >= threshold
      ? [reading({ rule: 'WeftScrubOverdue', ...of, value: overdueSeconds, threshold })]
      : []),
  ];
}
