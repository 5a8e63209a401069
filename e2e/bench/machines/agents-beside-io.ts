import { devicePath } from '@weft/shared/identity';
import type { Volume } from '@weft/shared/kinds/volume';
import type { Fabric } from '../../lab/fabric/fabric.js';
import { attach } from '../../lab/fabric/provision.js';
import type { Measurement } from '../measure/result.js';
import { withHandMade } from './hand-made.js';
import { inTurns } from './turns.js';

/**
 * What the agents take from a volume's I/O: they run, or are stopped (SIGSTOP), in turns. Both states have the same device. Timers that were due while an
 * agent was stopped fire when it goes on, so the windows are long compared with its looks (4 a second at most, samples every 5 s).
 */
async function costOfAgents(fabric: Fabric, volume: Volume): Promise<Measurement[]> {
  const client = fabric.machine('c1');
  await attach(fabric, volume, 'c1');
  const machines = [...fabric.cluster.targets, client].map(({ name }) => fabric.machine(name));
  const signal = (name: 'STOP' | 'CONT') => Promise.all(machines.map((machine) => machine.run(`pkill -${name} -f "[w]eft-agent.mjs run"`)));
  const names = { on: 'agents running', off: 'stopped' };
  const set = async (which: 'on' | 'off') => void (await signal(which === 'on' ? 'CONT' : 'STOP'));
  try {
    return await inTurns(client, devicePath(volume.name), { names, set, pairs: 16, windowSeconds: 8, aim: 0.97 });
  } finally {
    await signal('CONT');
  }
}

export const benchAgentsBesideIo = (): Promise<Measurement[]> => withHandMade(costOfAgents);
