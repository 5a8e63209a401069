import { type Journal, journalOrderSchema, scrapeAccessSchema } from '@weft/shared/links/agent-link';
import { BenchmarkRunner } from './benchmark/benchmark-runner.js';
import { type AgentConfig, authorityOf } from './config/config.js';
import { DrillRunner } from './drill/drill-runner.js';
import type { Host } from './host/host.js';
import type { WatchLinks } from './host/link-listener.js';
import { KeyStore } from './ledger/key-store.js';
import { Ledger } from './ledger/ledger.js';
import type { Machine } from './ledger/machine.js';
import type { AgentSocket } from './link/connection.js';
import { KeyNews } from './link/keys/key-news.js';
import { VolumeKeyNews } from './link/keys/volume-key-news.js';
import { LegLabelNews } from './link/leg-labels.js';
import { type LinkState, ServerLink } from './link/link.js';
import { localAddressTowards } from './link/local-address.js';
import { hashedMachineId } from './link/machine-id.js';
import { BenchmarkOrders } from './link/orders/benchmark-orders.js';
import { DrillOrders } from './link/orders/drill-orders.js';
import { OrphanOrders } from './link/orders/orphan-orders.js';
import { PreflightAnswers } from './link/orders/preflight-answers.js';
import { TraceSender } from './link/trace-sender.js';
import { errorText, type Log } from './log/log.js';
import { newestLines } from './log/newest-lines.js';
import { agentSeries } from './metrics/agent-series.js';
import { Collector } from './metrics/collector.js';
import { exposition } from './metrics/exposition.js';
import type { MetricsListener } from './metrics/listener.js';
import { RecentLatency } from './metrics/recent-latency.js';
import { SampleSender } from './metrics/sender.js';
import { NOTHING_ASSIGNED } from './metrics/subjects.js';
import { type NodeState, ReconcileLoop } from './reconcile/loop.js';
import { Traces } from './trace/traces.js';

export interface AgentSettings {
  config: AgentConfig;
  stateDir: string;
  machine: Machine;
  host: Host;
  log: Log;
  /** Called after every round and on every change of the link. */
  onNode: (state: NodeState) => void;
  onLink: (state: LinkState) => void;
  /** Where to serve the agent's metrics; null or missing: nowhere. */
  metrics?: { listener: MetricsListener; path: string } | null;
  /** Stores a new credential for the next start; missing: it cannot be stored. */
  storeCredential?: (credential: string) => Promise<void>;
  simulated?: boolean;
  /** Tells of changes of network links; missing: they are polled. */
  watchLinks?: WatchLinks;
  /** Lines that the agent has logged, also before its start; missing: nothing keeps them. */
  readJournal?: () => Promise<string>;
}

async function journalFor(order: unknown, read: AgentSettings['readJournal']): Promise<Journal> {
  const parsed = journalOrderSchema.safeParse(order);
  if (!parsed.success) return { unavailable: 'the agent does not know this form of the request' };
  if (!read) return { unavailable: 'nothing keeps the lines of this agent' };
  try {
    return { lines: newestLines(await read(), parsed.data.mostBytes) };
  } catch (error) {
    return { unavailable: errorText(error).slice(0, 1024) };
  }
}

/** Answers requests for the journal, and follows the token of scrapers. */
function answerServer(socket: AgentSocket, { metrics, log, readJournal }: AgentSettings): void {
  socket.on('journal', (order, ack) => {
    void journalFor(order, readJournal).then(ack);
  });
  socket.on('scrape', (message) => {
    const parsed = scrapeAccessSchema.safeParse(message);
    if (parsed.success) metrics?.listener.acceptToken(parsed.data.tokenSha256);
    else log('warn', 'the server sent a scrape token in an unknown form', { error: parsed.error.message });
  });
}

/** The metrics listen on the address that this node has towards its server. */
function followServer({ connected, server }: LinkState, { metrics, log }: AgentSettings): void {
  if (!connected || server === null || !metrics) return;
  localAddressTowards(server)
    .then((address) => metrics.listener.follow(address))
    .catch((error: unknown) =>
      log('warn', 'the address of the server link is unknown: metrics stay where they are', { error: errorText(error) }),
    );
}

/** Scrapes within this time share one reading. */
const SCRAPE_MAX_AGE_MS = 500;

/** One agent: ledger, loop and link. Runs until the signal; then the current step finishes, and nothing on the host changes (S7). */
export async function runAgent(settings: AgentSettings, signal: AbortSignal): Promise<void> {
  const { config, stateDir, host, log, metrics, onNode, onLink } = settings;
  const { nodeId, clusterId } = config;
  const ledger = await Ledger.open(stateDir, log, { owner: { nodeId, clusterId, machine: settings.machine } });
  const keys = new KeyNews(await KeyStore.open(stateDir, log), host, log, () => loop.wake());
  const volumeKeys = new VolumeKeyNews(host, log, () => loop.wake());
  const { bootId } = await host.observeFast();
  const ca = await authorityOf(config);
  let last: NodeState | null = null;
  const collector = new Collector(host, ledger);
  const agent = { name: config.name, simulated: settings.simulated ?? false };
  metrics?.listener.serve(metrics.path, async () => {
    const reading = await collector.read(SCRAPE_MAX_AGE_MS);
    return exposition(agentSeries(agent, reading, last, ledger.assignment?.content ?? NOTHING_ASSIGNED));
  });
  const labels = new LegLabelNews(log, () => loop.wake());
  const preflight = new PreflightAnswers(host, log);
  const orphanOrders = new OrphanOrders(log, () => loop.wake());
  const benchmarks: BenchmarkOrders = new BenchmarkOrders(
    log,
    new BenchmarkRunner({ host, ledger, tell: (news) => benchmarks.tell(news) }),
  );
  const drillRunner: DrillRunner = new DrillRunner({ host, ledger, log, tell: (news) => drills.tell(news), wake: () => loop.wake() });
  const drills = new DrillOrders(log, drillRunner);
  const traces = new Traces();
  const traceSender = new TraceSender(traces, log);
  const loop = new ReconcileLoop({
    ...{ host, ledger, orphanOrders, traces },
    latency: new RecentLatency(collector, log),
    labels: () => labels.current,
    ...(settings.watchLinks && { watchLinks: settings.watchLinks }),
    log,
    onState: (state) => {
      const address = metrics?.listener.publicAddress(metrics.path) ?? null;
      last = { ...state, inventory: state.inventory && { ...state.inventory, metrics: address } };
      onNode(last);
      link.publish(last);
      traceSender.flush();
    },
    told: () => link.told(),
  });
  const sender = new SampleSender({ collector, inventory: () => last?.inventory ?? null, log });
  const link = new ServerLink({
    ...{ config, ca, ledger, bootId, log, traces },
    machineId: hashedMachineId(settings.machine),
    storeCredential: settings.storeCredential,
    onAssignment: () => volumeKeys.follow(ledger.assignment?.content),
    onReachable: (subsystemNqns) => loop.reachable(subsystemNqns),
    onState: (state) => {
      onLink(state);
      followServer(state, settings);
    },
    onSocket: (socket) => {
      for (const each of [keys, volumeKeys, sender, orphanOrders, preflight, labels, benchmarks, drills, traceSender]) each.attend(socket);
      answerServer(socket, settings);
    },
  });
  log('info', 'started', { bootId, generation: ledger.assignment?.generation ?? 0, servers: config.servers });
  await drillRunner.recover();
  const stopOrders = async () => {
    drills.close();
    await Promise.all([benchmarks.stop(), drillRunner.close()]);
  };
  signal.addEventListener('abort', () => void stopOrders());
  await Promise.all([loop.run(signal), link.run(signal)]);
  await stopOrders();
  sender.stop();
}
