import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type AgentConfig, readConfig, UsageError } from '../config/config.js';
import { readMachine } from '../host/kernel/inventory/machine.js';
import { Ledger, OtherMachineError } from '../ledger/ledger.js';
import { plainHttpWarning } from '../link/plain-http.js';
import { jsonLog } from '../log/log.js';
import type { Arguments } from './arguments.js';
import { runningAgent } from './run-lock.js';
import type { StatusContent } from './status-file.js';

export async function status({ configPath, stateDir, json }: Arguments): Promise<string> {
  const config = await readConfig(configPath);
  const ledger = await openLedger(stateDir, config);
  const pid = await runningAgent(stateDir);
  const content = await readStatus(join(stateDir, 'status.json'));
  if (json) {
    const { name, nodeId } = config;
    return `${JSON.stringify({ name, nodeId, running: pid !== undefined, storedGeneration: ledger.assignment?.generation ?? 0, problems: ledger.problems, ...content }, null, 2)}\n`;
  }
  const { node, link, writtenAt } = content ?? { node: null, link: null, writtenAt: '' };
  // A running agent has set a damaged file aside: only it still knows of the damage.
  const problems = new Set([...ledger.problems, ...(node?.problems ?? [])].map(({ message }) => message));
  const lines = [
    `node ${config.name} (${config.nodeId})`,
    `agent: ${pid === undefined ? 'not running' : `running (pid ${pid})`}`,
    `server: ${link ? `${link.connected ? 'connected to' : 'not connected to'} ${link.server} since ${link.since}${link.lastError ? ` (${link.lastError})` : ''}` : 'never connected'}`,
    ...[plainHttpWarning(config.servers)].flatMap((warning) => (warning ? [`warning: ${warning}`] : [])),
    `assignment: ${ledger.assignment ? `generation ${ledger.assignment.generation}` : 'none stored'}`,
    ...[...problems].map((message) => `problem: ${message}`),
  ];
  if (node) lines.push(`objects, as of ${writtenAt}:`);
  for (const object of node?.objects ?? [])
    lines.push(`  ${object.kind} ${object.id}: ${object.state}${object.reason ? ` (${object.reason.message})` : ''}`);
  for (const orphan of node?.orphans ?? []) lines.push(`  orphan ${orphan.kind} ${orphan.name}: ${orphan.detail}`);
  return `${lines.join('\n')}\n`;
}

/** A ledger of another machine ends the command with its message: the agent does not run on it. */
async function openLedger(stateDir: string, { nodeId, clusterId }: AgentConfig): Promise<Ledger> {
  const log = jsonLog({}, 'error');
  const owner = { nodeId, clusterId, machine: await readMachine() };
  try {
    return await Ledger.open(stateDir, log, { readOnly: true, owner });
  } catch (error) {
    if (!(error instanceof OtherMachineError)) throw error;
    throw new UsageError(error.message, { cause: error });
  }
}

async function readStatus(path: string): Promise<StatusContent | null> {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as StatusContent;
  } catch (error) {
    // Never started yet, or cut off by a crash: only the ledger is durable, and it is shown either way.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT' || error instanceof SyntaxError) return null;
    throw error;
  }
}
