import type { AlertChecksums, AlertSnapshot } from './alert-world.js';
import { type Reading, reading, volumeObject } from './reading.js';
import type { Thresholds } from './thresholds.js';

export function snapshotReadings(snapshot: AlertSnapshot, thresholds: Thresholds): Reading[] {
  const { volume, volumeLabels, overdueSeconds } = snapshot;
  const threshold = thresholds.of('WeftSnapshotOverdue', snapshot);
  if (overdueSeconds < threshold) return [];
  const of = { subject: volumeObject(volume), labels: { ...volumeLabels, volume: volume.name } };
  return [reading({ rule: 'WeftSnapshotOverdue', ...of, value: overdueSeconds, threshold })];
}

export const checksumReading = ({ volume, volumeLabels, errors }: AlertChecksums): Reading =>
  reading({ rule: 'WeftChecksumErrors', subject: volumeObject(volume), labels: { ...volumeLabels, volume: volume.name }, value: errors });
