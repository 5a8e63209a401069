import type { NodeDocument } from '../documents/node.document.js';
import type { Part } from '../documents/parts.js';
import type { Around } from './maintenance-plan.js';

/** A node, with its fields for maintenance. */
export type MaintainedNode = Part<NodeDocument, '_id' | 'name' | 'version' | 'spec.maintenance'>;

/** All stored data that allows or refuses a maintenance. */
export interface MaintenanceWorld {
  node: MaintainedNode;
  around: Around;
  now: Date;
}

/** A maintenance that is not recorded as ended. */
export interface OpenMaintenance {
  id: string;
  name: string;
  until: Date;
}

/** @returns the maintenances whose time is over, and when the next one ends; null: none does. */
export function expired<M extends OpenMaintenance>(open: readonly M[], now: Date): { over: M[]; next: Date | null } {
  const ends = open.filter(({ until }) => until > now).map(({ until }) => until.getTime());
  return { over: open.filter(({ until }) => until <= now), next: ends.length > 0 ? new Date(Math.min(...ends)) : null };
}
