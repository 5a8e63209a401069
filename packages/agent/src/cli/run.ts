import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { WEFT_VERSION } from '@weft/shared/version';
import { readConfig } from '../config.js';
import type { Host } from '../host/host.js';
import { Ledger } from '../ledger/ledger.js';
import { type LinkState, ServerLink } from '../link/link.js';
import { jsonLog } from '../log/log.js';
import { ReconcileLoop } from '../reconcile/loop.js';
import type { Arguments } from './arguments.js';
import { claimRun } from './run-lock.js';
import { StatusFile } from './status-file.js';

/** Until SIGTERM or SIGINT: the current step is finished, and nothing on the host is changed for it (S7). */
export async function run({ configPath, stateDir }: Arguments, host: Host): Promise<void> {
  const config = await readConfig(configPath);
  const log = jsonLog({ node: config.name }, config.logLevel);
  const release = await claimRun(stateDir);
  const stop = new AbortController();
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      log('info', `${signal}: finishing the current step; volumes and exports stay as they are`);
      stop.abort();
    });
  }
  const ledger = await Ledger.open(stateDir, log);
  const { bootId } = await host.observeFast();
  const statusFile = new StatusFile(join(stateDir, 'status.json'), log);
  const ca = config.caFile === undefined ? undefined : await readFile(config.caFile, 'utf8');

  const loop = new ReconcileLoop({
    host,
    ledger,
    log,
    onState: (state) => {
      const { inventory: _, ...shown } = state;
      statusFile.update({ node: shown });
      link.publish(state);
    },
  });
  const link: ServerLink = new ServerLink({
    config,
    ca,
    ledger,
    bootId,
    log,
    onAssignment: () => loop.wake(),
    onState: (state: LinkState) => statusFile.update({ link: state }),
  });
  log('info', 'started', { version: WEFT_VERSION, bootId, generation: ledger.assignment?.generation ?? 0, servers: config.servers });
  await Promise.all([loop.run(stop.signal), link.run(stop.signal)]);
  await statusFile.flush();
  await release();
  log('info', 'stopped');
}
