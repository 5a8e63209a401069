import type { Simulation, Volume } from '../../api/types.js';
import { storedJson } from '../../ui/stored-json.js';

export const tourSteps = ['topology', 'volume', 'break', 'heal', 'audit'] as const;
export type TourStep = (typeof tourSteps)[number];

export interface TourState {
  done: readonly TourStep[];
  hidden: boolean;
}

/** A target that can be taken down: it has power and drives. */
export const targetToBreak = ({ nodes }: Simulation): string | null =>
  nodes.find(({ up, drives }) => up && drives.length > 0)?.name ?? null;
export const nodesDown = ({ nodes }: Simulation): string[] => nodes.filter(({ up }) => !up).map(({ name }) => name);

/**
 * The steps that are done by now, in order. `break` is done once a machine is down; `heal` once all have power again after that, and no volume misses
 * a leg.
 */
export function doneSteps(done: readonly TourStep[], simulation: Simulation, volumes: readonly Pick<Volume, 'health'>[]): TourStep[] {
  const now = new Set(done);
  const isDown = nodesDown(simulation).length > 0;
  if (isDown) now.add('break');
  const isSound = volumes.every(({ health }) => health === 'healthy' || health === 'detached');
  // Reports take some seconds: until one has shown the fault, a sound volume says nothing.
  if (now.has('break') && done.includes('break') && !isDown && isSound) now.add('heal');
  return tourSteps.filter((step) => now.has(step));
}

export function readTour(stored: string | null): TourState {
  const { done, hidden } = (storedJson(stored) ?? {}) as Partial<TourState>;
  return { done: tourSteps.filter((step) => Array.isArray(done) && done.includes(step)), hidden: hidden === true };
}
