import { join } from 'node:path';
import { isScratchVolume } from '@weft/shared/identity';
import { WEFT_VERSION } from '@weft/shared/version';
import { type AgentSettings, runAgent } from '../agent.js';
import { FabricFiles } from '../host/simulated/fabric-files.js';
import { SimulatedFabric } from '../host/simulated/simulated-fabric.js';
import type { HostSpec, SimulatedHost } from '../host/simulated/simulated-host.js';
import { SimulatedClock } from '../host/simulated/world/clock.js';
import { errorText, jsonLog, type Log } from '../log/log.js';
import { MetricsListener } from '../metrics/listener.js';
import { ApplicationOwner } from './application-owner.js';
import type { SimulationConfig } from './simulation-config.js';
import { SimulationListener } from './simulation-listener.js';
import { loadOf } from './volume-load.js';

/*
 * Real agents (ledger, loop, link) on simulated machines, all in this process.
 *  - when a machine loses power its agent ends; the agent starts with the next boot.
 *  - an orderly stop saves the machines as they run; after a crash all of them start as after a power cut.
 */
export interface Simulation {
  fabric: SimulatedFabric;
  /** Resolves when every agent has been connected once. */
  connected: Promise<void>;
  stop(): Promise<void>;
}

/** As `RestartSec=` of the service. */
const AGENT_RESTARTS_MS = 2000;

interface RunningAgent {
  abort: AbortController;
  ended: Promise<void>;
}

export async function startSimulation(config: SimulationConfig): Promise<Simulation> {
  const fabric = new SimulatedFabric({
    seed: config.seed,
    clock: new SimulatedClock('real'),
    agentVersion: WEFT_VERSION,
    wipeBytesPerSecond: config.wipeBytesPerSecond,
    sanitizeMs: config.sanitizeMs,
    loadOf: (volumeName) => (isScratchVolume(volumeName) ? null : config.load && loadOf(volumeName, config.load)),
  });
  const files = new FabricFiles(fabric, join(config.stateDir, 'hosts'));
  await files.open(config.nodes.map(hostSpec));

  const metrics = await MetricsListener.open(config.metricsListen, jsonLog({ node: 'simulation' }, config.logLevel));
  const listener = config.socket === null ? null : await SimulationListener.open(config.socket, fabric);
  const agents = new Map<string, RunningAgent>();
  const waiting = new Set(config.nodes.map(({ agentConfig }) => agentConfig.name));
  let allConnected = (): void => undefined;
  const connected = new Promise<void>((resolve) => {
    allConnected = resolve;
  });
  let stopping = false;
  const start = (host: SimulatedHost): void => {
    const node = config.nodes.find(({ agentConfig }) => agentConfig.name === host.name);
    if (!node) return;
    const { agentConfig } = node;
    const owner = new ApplicationOwner(host);
    host.latencyByDirection = agentConfig.latencyByDirection ?? false;
    const log = jsonLog({ node: host.name }, agentConfig.logLevel ?? config.logLevel);
    const abort = new AbortController();
    const settings: AgentSettings = {
      config: { ...agentConfig, servers: agentConfig.servers ?? config.servers },
      stateDir: join(config.stateDir, 'agents', host.name),
      host,
      log,
      onNode: ({ objects }) => owner.read(objects),
      simulated: true,
      machine: { machineId: host.name, productUuid: null },
      metrics: metrics && { listener: metrics, path: `/metrics/${host.name}` },
      onLink: (link) => {
        if (link.connected && waiting.delete(host.name) && waiting.size === 0) allConnected();
      },
    };
    const ended = (agents.get(host.name)?.ended ?? Promise.resolve())
      .then(() => (abort.signal.aborted ? undefined : runAgent(settings, abort.signal)))
      .catch((error: unknown) => reportEnd(log, error));
    agents.set(host.name, { abort, ended });
    host.onAgentKilled = () => {
      abort.abort();
      setTimeout(() => {
        if (host.up && agents.get(host.name)?.abort === abort && !stopping) start(host);
      }, AGENT_RESTARTS_MS);
    };
  };
  fabric.onPower = (host) => {
    if (host.up) start(host);
    else agents.get(host.name)?.abort.abort();
  };
  for (const host of fabric.hosts.values()) if (host.up) start(host);

  return {
    fabric,
    connected,
    stop: async () => {
      stopping = true;
      fabric.onPower = () => undefined;
      for (const { abort } of agents.values()) abort.abort();
      await Promise.all([...agents.values()].map(({ ended }) => ended));
      await listener?.close();
      await metrics?.close();
      await files.close();
      fabric.clock.stop();
    },
  };
}

/** Logs an agent that could not start; the others continue. */
const reportEnd = (log: Log, error: unknown): void => log('error', 'the agent ended', { error: errorText(error) });

const hostSpec = ({ agentConfig, host }: SimulationConfig['nodes'][number]): HostSpec => ({
  name: agentConfig.name,
  cpus: host.cpus,
  memoryBytes: host.memoryBytes,
  nics: host.nics,
  drives: host.drives,
});
