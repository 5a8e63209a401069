/** A real server, real agents on simulated machines, and Debian's Prometheus, which scrapes them all with the committed configuration and rules. */
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { endpoints } from '@weft/shared/endpoints/endpoints';
import type { DriveClass } from '@weft/shared/kinds/drive-class';
import type { AlertThresholdSetting } from '@weft/shared/kinds/settings/settings';
import type { Protection } from '@weft/shared/kinds/volume';
import { GiB } from '@weft/shared/units';
import { freePort } from '@weft/test-support/free-ports';
import { startMongo } from '@weft/test-support/mongo';
import { Prometheus } from '@weft/test-support/prometheus';
import { agentScrapeToken } from '../support/agent-scrape-token.js';
import type { ApiClient } from '../support/api-client.js';
import { storeTwoDays } from '../support/capacity-history.js';
import { ServerProcess } from '../support/server-process.js';
import { type SimulatedNode, SimulationProcess } from '../support/simulation-process.js';
import { takeDrives } from '../support/take-drives.js';

export interface ScrapedCluster {
  api: ApiClient;
  prometheus: Prometheus;
  simulation: SimulationProcess;
  /** Address of the server, with its console. */
  url: string;
  stop(): Promise<void>;
}

export interface Furnishing {
  targets: number;
  drivesOfTarget: number;
  clients: number;
  /** By name; each is attached to the client of this number. */
  volumes: Record<string, { protection: Protection; stripeWidth?: number; client: number }>;
  /** Setting of the cluster. Prometheus gets the rules with these thresholds from the server. */
  alertThresholds?: AlertThresholdSetting[];
}
export const FEW: Furnishing = {
  targets: 2,
  drivesOfTarget: 2,
  clients: 1,
  volumes: { orders: { protection: 'raid10', stripeWidth: 2, client: 1 } },
};

const nics = (host: number) =>
  [1, 2].map((network) => ({ name: `eth${network}`, address: `10.10.${network}.${host}/24`, storageNetwork: `storage-${network}` }));
const numbers = (count: number) => Array.from({ length: count }, (_, at) => at + 1);
const nodesOf = ({ targets, drivesOfTarget, clients }: Furnishing): SimulatedNode[] => [
  ...numbers(targets).map((at) => ({
    name: `target-${at}`,
    nics: nics(at),
    drives: numbers(drivesOfTarget).map((drive) => ({ serial: `SIM-${at}-${drive}`, model: 'Simulated NVMe', sizeBytes: 100 * GiB })),
    latencyByDirection: true,
  })),
  ...numbers(clients).map((at) => ({ name: `client-${at}`, nics: nics(100 + at), drives: [], latencyByDirection: true })),
];

/** @param token scrape token of the server */
export async function startScrapedCluster(token: string, furnishing = FEW): Promise<ScrapedCluster> {
  const directory = await mkdtemp(join(tmpdir(), 'weft-metrics-'));
  const ends: (() => Promise<unknown>)[] = [() => rm(directory, { recursive: true, force: true })];
  const stop = async () => {
    for (const end of ends.reverse()) await end();
  };
  try {
    const mongo = await startMongo({ members: 1 });
    ends.push(() => mongo.stop());
    const server = await ServerProcess.start({
      directory: join(directory, 'server'),
      mongoUri: mongo.uri,
      environment: { WEFT_LOG_LEVEL: 'warn', WEFT_SIMULATED: 'true', WEFT_SCRAPE_TOKEN: token },
    });
    ends.push(() => server.stop());
    const api = await server.administrator();
    const settings = await api.call(endpoints.getSettings);
    const storageNetworks = [1, 2].map((network) => ({ name: `storage-${network}`, cidrs: [`10.10.${network}.0/24`] }));
    // The same interval as Prometheus' scrapes: both see the same minute.
    const { alertThresholds = [] } = furnishing;
    const body = { storageNetworks, statisticsIntervalSeconds: 1, alertThresholds };
    await api.call(endpoints.updateSettings, { body, ifMatch: settings.version });
    const metricsListen = `127.0.0.1:${await freePort()}`;
    const load = { readIops: 7000, writeIops: 3000 };
    const simulation = await SimulationProcess.enroll(api, join(directory, 'simulation'), nodesOf(furnishing), { load, metricsListen });
    await simulation.start();
    ends.push(() => simulation.stop());
    await storeTwoDays(mongo, await provision(api, furnishing));
    const rules = alertThresholds.length > 0 ? await rulesOf(server.url, token) : undefined;
    const prometheus = await startPrometheus(directory, server.url, token, rules);
    ends.push(() => prometheus.stop());
    return { api, prometheus, simulation, url: server.url, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** @returns the class of all drives */
async function provision(api: ApiClient, { targets, drivesOfTarget, volumes }: Furnishing): Promise<DriveClass> {
  await takeDrives(api, targets * drivesOfTarget);
  const driveClass = await api.call(endpoints.createDriveClass, {
    body: { name: 'fast', members: { by: 'selector', selector: { models: ['Simulated NVMe'] } } },
  });
  for (const [name, { client, ...shape }] of Object.entries(volumes)) {
    const { job, volume } = await api.call(endpoints.createVolume, {
      body: { name, driveClassId: driveClass.id, sizeBytes: 10 * GiB, ...shape },
    });
    await api.done(job.id);
    const [node] = (await api.call(endpoints.listNodes, { query: { name: `client-${client}` } })).items;
    const attached = await api.call(endpoints.createAttachment, { body: { volumeId: volume.id, nodeId: node?.id ?? '' } });
    await api.done(attached.job.id);
  }
  return api.call(endpoints.getDriveClass, { params: { id: driveClass.id } });
}

/** The rules with the thresholds of the settings. */
async function rulesOf(url: string, token: string): Promise<string> {
  const answer = await fetch(`${url}/api/v1/prometheus/rules`, { headers: { authorization: `Bearer ${token}` } });
  if (!answer.ok) throw new Error(`the rules for Prometheus: HTTP status ${answer.status}`);
  return await answer.text();
}

/** Starts Prometheus with the committed configuration and rules, or others; the test sets the server's address, the token's path and the interval. */
async function startPrometheus(directory: string, url: string, token: string, rules?: string): Promise<Prometheus> {
  const folder = join(directory, 'prometheus');
  await mkdir(folder);
  await cp(fileURLToPath(new URL('../../dashboards/prometheus', import.meta.url)), folder, { recursive: true });
  const [config, tokenFile, agentTokenFile] = ['prometheus.yml', 'token', 'agent-token'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  await writeFile(tokenFile, token);
  await writeFile(agentTokenFile, agentScrapeToken(token));
  const text = (await readFile(config, 'utf8'))
    .replaceAll('http://server:4000', url)
    .replaceAll('/run/secrets/scrape-token', tokenFile)
    .replaceAll('/run/secrets/agent-scrape-token', agentTokenFile)
    .replaceAll('_interval: 15s', '_interval: 1s');
  await writeFile(config, text);
  if (rules) await writeFile(join(folder, 'rules', 'alerts.yml'), rules);
  return Prometheus.start({ config, directory: folder });
}
