import { expect, it } from 'vitest';
import type { SimulatedNode, Simulation } from '../../api/types.js';
import { driveState, mendingFaults } from './faults.js';

const drive = { serial: 'S1', model: 'm', present: true, slowFactor: 1, failsWrites: false };
const node = (change: Partial<SimulatedNode> = {}): SimulatedNode => ({
  name: 't1',
  up: true,
  nics: [{ name: 'eth1', storageNetwork: 'left', up: true }],
  drives: [drive],
  applications: [{ volume: 'orders', runs: true }],
  ...change,
});
const simulation = (change: Partial<Simulation> = {}): Simulation => ({
  demandFactor: 1,
  networks: [{ name: 'left', up: true }],
  nodes: [node()],
  ...change,
});

it('has nothing to mend in a simulation without faults', () => {
  expect(mendingFaults(simulation())).toEqual([]);
});

it('undoes each fault once, and starts applications only on machines with power', () => {
  const broken = simulation({
    demandFactor: 4,
    networks: [{ name: 'left', up: false }],
    nodes: [
      node({ up: false, nics: [{ name: 'eth1', storageNetwork: 'left', up: false }], applications: [{ volume: 'orders', runs: false }] }),
      node({
        name: 't2',
        drives: [{ ...drive, present: false, slowFactor: 8, failsWrites: true }],
        applications: [{ volume: 'logs', runs: false }],
      }),
    ],
  });
  expect(mendingFaults(broken)).toEqual([
    { fault: 'network', network: 'left', up: true },
    { fault: 'nic', node: 't1', nic: 'eth1', up: true },
    { fault: 'boot-node', node: 't1' },
    { fault: 'drive', node: 't2', serial: 'S1', present: true },
    { fault: 'write-errors', node: 't2', serial: 'S1', fails: false },
    { fault: 'slow-drive', node: 't2', serial: 'S1', factor: 1 },
    { fault: 'load', node: 't2', volume: 'logs', runs: true },
    { fault: 'demand', factor: 1 },
  ]);
});

it('names the worst fault of a drive', () => {
  expect(driveState(drive)).toBe('in place');
  expect(driveState({ ...drive, slowFactor: 8 })).toBe('slow');
  expect(driveState({ ...drive, slowFactor: 8, failsWrites: true })).toBe('fails writes');
  expect(driveState({ ...drive, present: false, failsWrites: true })).toBe('pulled out');
});
