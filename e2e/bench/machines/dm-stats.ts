import type { Volume } from '@weft/shared/kinds/volume';
import type { Fabric } from '../../lab/fabric/fabric.js';
import { attach, detach } from '../../lab/fabric/provision.js';
import type { Measurement } from '../measure/result.js';
import { type HandMade, withHandMade } from './hand-made.js';
import { inTurns } from './turns.js';

/** Compares a volume with Weft's statistics, on the volume and its legs, to one without. The agents are stopped: they would restore removed statistics. */
async function costOfStatistics(fabric: Fabric, volume: Volume, byHand: HandMade): Promise<Measurement[]> {
  const client = fabric.machine('c1');
  // Attaching makes the array.
  await detach(fabric, await attach(fabric, volume, 'c1'));
  for (const { name } of [...fabric.cluster.targets, client]) await fabric.killAgent(fabric.machine(name));
  const set = async (which: 'on' | 'off') => {
    await byHand.removeStatistics();
    if (which === 'on') await byHand.addStatistics();
  };
  const names = { on: 'with dm-stats', off: 'without' };
  return inTurns(client, await byHand.addMapping(await byHand.make()), { names, set, pairs: 40, windowSeconds: 2, aim: 0.98 });
}

export const benchStatisticsCost = (): Promise<Measurement[]> => withHandMade(costOfStatistics);
