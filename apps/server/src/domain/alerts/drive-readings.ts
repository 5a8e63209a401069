import type { AlertRuleName } from '@weft/shared/alerts/alert-rules';
import { linkRatio } from '@weft/shared/load/link-ratio';
import type { AlertDrive, AlertWorld } from './alert-world.js';
import { rising, roseToday } from './memory.js';
import { poolReadings } from './pool-readings.js';
import { driveObject, type Memories, nodeObject, type Reading, reading } from './reading.js';
import type { Thresholds } from './thresholds.js';

/** Conditions of drives, from their last inventory. */
export function driveReadings(
  { now, drives }: AlertWorld,
  thresholds: Thresholds,
  memories: Memories,
  offline: ReadonlySet<string>,
): Reading[] {
  const errors = new Map(drives.flatMap(({ id, smart }) => (smart?.mediaErrors ? [[id, smart.mediaErrors] as const] : [])));
  const memory = rising(memories.get('WeftDriveMediaErrors'), errors, now);
  memories.set(memory);
  return drives.flatMap((drive) => {
    const of = (rule: AlertRuleName, more: Partial<Reading> = {}) => ofDrive(drive, rule, more);
    const found: Reading[] = [];
    if (drive.inService && !drive.present)
      found.push(of('WeftDriveMissing', { cause: offline.has(drive.node.id) ? nodeObject(drive.node) : null }));
    if ((drive.smart?.criticalWarning ?? 0) > 0) found.push(of('WeftDriveWarning'));
    if (roseToday(memory.entries[drive.id], now)) found.push(of('WeftDriveMediaErrors', { value: drive.smart?.mediaErrors ?? null }));
    for (const [rule, value] of figuresOf(drive)) {
      const threshold = thresholds.of(rule, { driveClasses: drive.driveClasses });
      if (value !== null && value >= threshold) found.push(of(rule, { value, threshold }));
    }
    for (const { rule, ...more } of poolReadings(drive, thresholds)) found.push(of(rule, more));
    const ratio = drive.present ? linkRatio(drive.pciLink) : null;
    if (ratio !== null && ratio < 1) found.push(of('WeftDriveLinkDegraded', { value: ratio }));
    return found;
  });
}

const figuresOf = ({ smart }: AlertDrive) =>
  [
    ['WeftDriveWear', smart?.percentageUsed == null ? null : smart.percentageUsed / 100],
    ['WeftDriveHot', smart?.temperatureCelsius ?? null],
  ] as const;

const ofDrive = ({ node, ...drive }: AlertDrive, rule: AlertRuleName, more: Partial<Reading>): Reading =>
  reading({ rule, subject: driveObject(drive), labels: { node: node.name, drive: drive.name }, nodeIds: [node.id], ...more });
