import { expect, it } from 'vitest';
import type { Simulation } from '../../api/types.js';
import { doneSteps, readTour, targetToBreak } from './tour-steps.js';

const drive = { serial: 'S1', model: 'm', present: true, slowFactor: 1, failsWrites: false };
const simulation = (isUp: boolean): Simulation => ({
  demandFactor: 1,
  networks: [],
  nodes: [
    { name: 'c1', up: true, nics: [], drives: [], applications: [] },
    { name: 't1', up: isUp, nics: [], drives: [drive], applications: [] },
    { name: 't2', up: true, nics: [], drives: [drive], applications: [] },
  ],
});
const healthy = [{ health: 'healthy' as const }, { health: 'detached' as const }];

it('offers a target with power, never a client', () => {
  expect(targetToBreak(simulation(true))).toBe('t1');
  expect(targetToBreak(simulation(false))).toBe('t2');
});

it('ticks the fault while a machine is down, and its healing only after the volumes are sound again', () => {
  expect(doneSteps(['volume'], simulation(true), healthy)).toEqual(['volume']);
  const broken = doneSteps(['volume'], simulation(false), healthy);
  expect(broken).toEqual(['volume', 'break']);
  expect(doneSteps(broken, simulation(true), [{ health: 'degraded' }])).toEqual(broken);
  expect(doneSteps(broken, simulation(true), [{ health: 'rebuilding' }])).toEqual(broken);
  expect(doneSteps(broken, simulation(true), healthy)).toEqual(['volume', 'break', 'heal']);
});

it('starts over when the browser holds something else', () => {
  expect(readTour(null)).toEqual({ done: [], hidden: false });
  expect(readTour('{')).toEqual({ done: [], hidden: false });
  expect(readTour('{"done":["audit","nothing","topology"],"hidden":true}')).toEqual({ done: ['topology', 'audit'], hidden: true });
});
