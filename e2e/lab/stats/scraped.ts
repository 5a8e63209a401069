/**
 * Debian's Prometheus on this host, with the committed configuration and rules, scrapes the lab's server and agents.
 * It uses the service discovery's answer except for addresses: guests are behind QEMU's user-mode network, so each agent gets a port of this host.
 */
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { endpoints } from '@weft/shared/endpoints/endpoints';
import { freePort } from '@weft/test-support/free-ports';
import { Prometheus } from '@weft/test-support/prometheus';
import { parse } from 'yaml';
import { agentScrapeToken, LAB_SCRAPE_TOKEN } from '../../support/agent-scrape-token.js';
import type { Fabric } from '../fabric/fabric.js';

const committed = fileURLToPath(new URL('../../../dashboards/prometheus', import.meta.url));

interface Target {
  targets: string[];
  labels: Record<string, string>;
}

export interface Scraped {
  readonly prometheus: Prometheus;
  /** Value of the label weft_cluster of every series. */
  readonly cluster: string;
  /** Address of each node's agent, by node name. */
  readonly agents: ReadonlyMap<string, string>;
}

/** @throws Error when a node of the fabric is not among the discovered targets */
export async function scrape(fabric: Fabric, directory: string): Promise<Scraped> {
  const discovered: Target[] = await fabric.api.call(endpoints.serviceDiscovery);
  const agents = new Map<string, string>();
  for (const machine of fabric.nodes) {
    const target = discovered.find(({ labels }) => labels['job'] === 'weft-agent' && labels['node'] === machine.name);
    const guestPort = target?.targets[0]?.split(':').at(-1);
    if (!guestPort) throw new Error(`service discovery names no agent of ${machine.name}: ${JSON.stringify(discovered)}`);
    const port = await freePort();
    const refused = await machine.monitor(`hostfwd_add net0 tcp:127.0.0.1:${port}-:${guestPort}`);
    if (refused.trim()) throw new Error(`${machine.name}: QEMU forwards no port to its agent: ${refused}`);
    agents.set(machine.name, `127.0.0.1:${port}`);
  }
  const reachable = ({ labels }: Target) =>
    labels['job'] === 'weft-server' ? `127.0.0.1:${fabric.server.port}` : agents.get(labels['node'] ?? '');
  const targets = discovered.map((target) => ({ targets: [reachable(target)], labels: target.labels }));
  const prometheus = await Prometheus.start({ config: await configure(directory, targets), directory });
  return { prometheus, cluster: discovered[0]?.labels['weft_cluster'] ?? '', agents };
}

/** Writes the committed configuration with a file of targets in place of HTTP discovery. JSON is valid YAML. */
async function configure(directory: string, targets: object[]): Promise<string> {
  await mkdir(directory, { recursive: true });
  await cp(committed, directory, { recursive: true });
  const names = ['prometheus.yml', 'token', 'agent-token', 'targets.json'];
  const [config, token, agentToken, list] = names.map((name) => join(directory, name)) as [string, string, string, string];
  await writeFile(token, LAB_SCRAPE_TOKEN);
  await writeFile(agentToken, agentScrapeToken(LAB_SCRAPE_TOKEN));
  await writeFile(list, JSON.stringify(targets));
  const committedText = (await readFile(config, 'utf8'))
    .replaceAll('/run/secrets/scrape-token', token)
    .replaceAll('/run/secrets/agent-scrape-token', agentToken);
  const { global, scrape_configs, ...rest } = parse(committedText) as {
    global: object;
    scrape_configs: { http_sd_configs: unknown }[];
  };
  const text = {
    ...rest,
    global: { ...global, scrape_interval: '5s', evaluation_interval: '5s' },
    scrape_configs: scrape_configs.map(({ http_sd_configs, ...job }) => ({ ...job, file_sd_configs: [{ files: [list] }] })),
  };
  await writeFile(config, JSON.stringify(text));
  return config;
}
