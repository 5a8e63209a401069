import { readFile } from 'node:fs/promises';
import type { AgentConfig } from './config.js';
import type { Host } from './host/host.js';
import { Ledger } from './ledger/ledger.js';
import { type LinkState, ServerLink } from './link/link.js';
import type { Log } from './log/log.js';
import { type NodeState, ReconcileLoop } from './reconcile/loop.js';

export interface AgentSettings {
  config: AgentConfig;
  stateDir: string;
  host: Host;
  log: Log;
  /** Told of every round and of every change of the link. */
  onNode: (state: NodeState) => void;
  onLink: (state: LinkState) => void;
}

/** One agent: ledger, loop and link. Until the signal: the current step is finished, and nothing on the host is changed for it (S7). */
export async function runAgent({ config, stateDir, host, log, onNode, onLink }: AgentSettings, signal: AbortSignal): Promise<void> {
  const ledger = await Ledger.open(stateDir, log);
  const { bootId } = await host.observeFast();
  const ca = config.caFile === undefined ? undefined : await readFile(config.caFile, 'utf8');
  const loop = new ReconcileLoop({
    host,
    ledger,
    log,
    onState: (state) => {
      onNode(state);
      link.publish(state);
    },
  });
  const link = new ServerLink({ config, ca, ledger, bootId, log, onAssignment: () => loop.wake(), onState: onLink });
  log('info', 'started', { bootId, generation: ledger.assignment?.generation ?? 0, servers: config.servers });
  await Promise.all([loop.run(signal), link.run(signal)]);
}
