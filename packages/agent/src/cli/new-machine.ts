import { readConfig, UsageError } from '../config/config.js';
import { readMachine } from '../host/kernel/inventory/machine.js';
import { Ledger } from '../ledger/ledger.js';
import { jsonLog } from '../log/log.js';
import type { Arguments } from './arguments.js';
import { runningAgent } from './run-lock.js';

/** After a repair or a new installation of the same node: binds its ledger to this machine. Never run it on a copy of a node that still runs. */
export async function newMachine({ configPath, stateDir }: Arguments): Promise<string> {
  const { name, nodeId, clusterId } = await readConfig(configPath);
  if ((await runningAgent(stateDir)) !== undefined)
    throw new UsageError('the agent is running: the ledger already belongs to this machine');
  const owner = { nodeId, clusterId, machine: await readMachine() };
  const { problems } = await Ledger.open(stateDir, jsonLog({}, 'error'), { owner, newMachine: true });
  const unwritable = problems.find(({ code }) => code === 'ledger-unwritable');
  if (unwritable) throw new UsageError(unwritable.message);
  return `the ledger of ${name} now belongs to this machine; start the agent with "systemctl start weft-agent"\n`;
}
