import type { Condition } from '@weft/shared/kinds/common';
import { isTrouble } from '@weft/shared/kinds/condition-types';
import type { LegHealth } from '@weft/shared/kinds/leg';
import type { Volume } from '@weft/shared/kinds/volume';

/** healthy: as planned. alarm: works, needs attention. critical: does not work. */
export type Health = 'healthy' | 'alarm' | 'critical';

export const volumeHealth: Readonly<Record<Volume['health'], Health>> = {
  healthy: 'healthy',
  detached: 'healthy',
  degraded: 'alarm',
  rebuilding: 'alarm',
  unknown: 'alarm',
  stalled: 'critical',
  broken: 'critical',
  unavailable: 'critical',
};

const statusByHealth: Readonly<Record<Volume['health'], string>> = {
  healthy: 'online',
  detached: 'online',
  degraded: 'degraded',
  rebuilding: 'degraded',
  unknown: 'unavailable',
  stalled: 'offline',
  broken: 'offline',
  unavailable: 'offline',
};

/** NVMesh's `status` of a volume: pending, online, degraded, offline or unavailable. */
export const volumeStatus = ({ state, health }: Pick<Volume, 'state' | 'health'>): string =>
  state === 'creating' ? 'pending' : statusByHealth[health];

/** NVMesh's `action` of a volume: what runs on it now. */
export function volumeAction({ state, health, growth }: Pick<Volume, 'state' | 'health' | 'growth'>): string {
  if (state === 'creating') return 'initializing';
  if (state === 'deleting') return 'toBeDeleted';
  if (growth) return 'extending';
  return health === 'rebuilding' ? 'rebuilding' : 'none';
}

/** NVMesh's `status` of a segment. */
export const segmentStatus: Readonly<Record<LegHealth, string>> = {
  healthy: 'normal',
  pending: 'initializing',
  unknown: 'unavailable',
  rebuilding: 'rebuilding',
  unhealthy: 'degraded',
  missing: 'offline',
  stalled: 'offline',
};

/** Health of a node or drive that works, by its conditions. */
export const healthByConditions = (conditions: readonly Condition[]): Health => (conditions.some(isTrouble) ? 'alarm' : 'healthy');
