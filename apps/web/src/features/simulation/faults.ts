import type { SimulatedNode, Simulation, SimulationFault } from '../../api/types.js';

type SimulatedDrive = SimulatedNode['drives'][number];

/** How many times slower a slow drive answers, and a path that flaps: three times 9 s without carrier, long enough for keep-alive. */
export const SLOW_FACTOR = 20;
export const FLAP = { downMs: 9000, upMs: 6000, times: 3 };

/** The state of a simulated drive, worst first. */
export function driveState({ present, failsWrites, slowFactor }: SimulatedDrive): 'pulled out' | 'fails writes' | 'slow' | 'in place' {
  if (!present) return 'pulled out';
  if (failsWrites) return 'fails writes';
  return slowFactor > 1 ? 'slow' : 'in place';
}

function driveMends(node: string, { serial, present, failsWrites, slowFactor }: SimulatedDrive): SimulationFault[] {
  return [
    ...(present ? [] : [{ fault: 'drive' as const, node, serial, present: true }]),
    ...(failsWrites ? [{ fault: 'write-errors' as const, node, serial, fails: false }] : []),
    ...(slowFactor > 1 ? [{ fault: 'slow-drive' as const, node, serial, factor: 1 }] : []),
  ];
}

const nodeMends = ({ name: node, up, nics, drives, applications }: SimulatedNode): SimulationFault[] => [
  ...nics.flatMap((nic) => (nic.up ? [] : [{ fault: 'nic' as const, node, nic: nic.name, up: true }])),
  ...drives.flatMap((drive) => driveMends(node, drive)),
  ...(up ? [] : [{ fault: 'boot-node' as const, node }]),
  // The applications of a machine without power start with their volumes.
  ...(up ? applications : []).flatMap(({ volume, runs }) => (runs ? [] : [{ fault: 'load' as const, node, volume, runs: true }])),
];

/** The opposite of every fault in force. */
export const mendingFaults = ({ demandFactor, networks, nodes }: Simulation): SimulationFault[] => [
  ...networks.flatMap(({ name, up }) => (up ? [] : [{ fault: 'network' as const, network: name, up: true }])),
  ...nodes.flatMap(nodeMends),
  ...(demandFactor === 1 ? [] : [{ fault: 'demand' as const, factor: 1 }]),
];
