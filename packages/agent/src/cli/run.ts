import { join } from 'node:path';
import { WEFT_VERSION } from '@weft/shared/version';
import { type AgentSettings, runAgent } from '../agent.js';
import { type AgentConfig, readConfig, storeCredential } from '../config/config.js';
import type { Host } from '../host/host.js';
import { readMachine } from '../host/kernel/inventory/machine.js';
import { readJournal } from '../host/kernel/journal.js';
import { watchLinks } from '../host/kernel/links/watch-links.js';
import { plainHttpWarning } from '../link/plain-http.js';
import { jsonLog } from '../log/log.js';
import { MetricsListener } from '../metrics/listener.js';
import type { Arguments } from './arguments.js';
import { claimRun, MACHINE_LOCK } from './run-lock.js';
import { StatusFile } from './status-file.js';

/** The agent of this machine, until SIGTERM or SIGINT. */
export async function run({ configPath, stateDir }: Arguments, hostOf: (config: AgentConfig) => Host): Promise<void> {
  const config = await readConfig(configPath);
  const log = jsonLog({ node: config.name }, config.logLevel);
  const release = await claimRun(stateDir, MACHINE_LOCK);
  const stop = new AbortController();
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      log('info', `${signal}: finishing the current step; volumes and exports stay as they are`);
      stop.abort();
    });
  }
  const statusFile = new StatusFile(join(stateDir, 'status.json'), log);
  const metrics = await MetricsListener.open(config.metricsListen, log);
  log('info', 'starting', { version: WEFT_VERSION });
  const warning = plainHttpWarning(config.servers);
  if (warning) log('warn', warning);
  const agent: AgentSettings = {
    config,
    stateDir,
    machine: await readMachine(),
    host: hostOf(config),
    log,
    onNode: ({ inventory: _, ...node }) => statusFile.update({ node }),
    onLink: (link) => statusFile.update({ link }),
    storeCredential: (credential) => storeCredential(configPath, config.nodeId, credential),
    metrics: metrics && { listener: metrics, path: '/metrics' },
    readJournal,
    watchLinks,
  };
  await runAgent(agent, stop.signal);
  await metrics?.close();
  await statusFile.flush();
  await release();
  log('info', 'stopped');
}
