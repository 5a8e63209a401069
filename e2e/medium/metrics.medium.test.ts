/** The whole way on a simulated cluster: real server, real agents, Debian's Prometheus with the committed configuration and rules, every panel's query. */
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { panelQueries, withoutSeries } from '@weft/dashboards/panel-queries';
import { endpoints } from '@weft/shared/endpoints/endpoints';
import { GiB } from '@weft/shared/units';
import { metricDifferences } from '@weft/test-support/exposition';
import { type MongoReplicaSet, startMongo } from '@weft/test-support/mongo';
import { Prometheus, promtool } from '@weft/test-support/prometheus';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ApiClient } from '../support/api-client.js';
import { freePort } from '../support/free-port.js';
import { ServerProcess } from '../support/server-process.js';
import { type SimulatedNode, SimulationProcess } from '../support/simulation-process.js';
import { takeDrives } from '../support/take-drives.js';

const token = 'scrape-token-of-the-test';
let directory: string;
let mongo: MongoReplicaSet;
let server: ServerProcess;
let simulation: SimulationProcess;
let prometheus: Prometheus;
let api: ApiClient;

const nics = (host: number) =>
  [1, 2].map((network) => ({ name: `eth${network}`, address: `10.10.${network}.${host}/24`, storageNetwork: `storage-${network}` }));
const nodes: SimulatedNode[] = [
  ...[1, 2].map((at) => ({
    name: `target-${at}`,
    nics: nics(at),
    drives: [1, 2].map((drive) => ({ serial: `SIM-${at}-${drive}`, model: 'Simulated NVMe', sizeBytes: 100 * GiB })),
  })),
  { name: 'client-1', nics: nics(101), drives: [] },
];

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'weft-metrics-'));
  mongo = await startMongo({ members: 1 });
  server = await ServerProcess.start({
    directory: join(directory, 'server'),
    mongoUri: mongo.uri,
    environment: { WEFT_LOG_LEVEL: 'warn', WEFT_SIMULATED: 'true', WEFT_SCRAPE_TOKEN: token },
  });
  api = await server.administrator();
  const settings = await api.call(endpoints.getSettings);
  const storageNetworks = [1, 2].map((network) => ({ name: `storage-${network}`, cidrs: [`10.10.${network}.0/24`] }));
  await api.call(endpoints.updateSettings, { body: { storageNetworks }, ifMatch: settings.version });
  const metricsListen = `127.0.0.1:${await freePort()}`;
  const load = { readIops: 7000, writeIops: 3000 };
  simulation = await SimulationProcess.enroll(api, join(directory, 'simulation'), nodes, { load, metricsListen });
  await simulation.start();
  await provision();
  prometheus = await startPrometheus();
}, 180_000);

afterAll(async () => {
  await prometheus?.stop();
  await simulation?.stop();
  await server?.stop();
  await mongo?.stop();
  await rm(directory, { recursive: true, force: true });
});

async function provision(): Promise<void> {
  await takeDrives(api, 4);
  const driveClass = await api.call(endpoints.createDriveClass, {
    body: { name: 'fast', members: { by: 'selector', selector: { models: ['Simulated NVMe'] } } },
  });
  const { job, volume } = await api.call(endpoints.createVolume, {
    body: { name: 'orders', driveClassId: driveClass.id, sizeBytes: 10 * GiB, protection: 'raid10', stripeWidth: 2 },
  });
  await api.done(job.id);
  const [client] = (await api.call(endpoints.listNodes, { query: { name: 'client-1' } })).items;
  const attached = await api.call(endpoints.createAttachment, { body: { volumeId: volume.id, nodeId: client?.id ?? '' } });
  await api.done(attached.job.id);
}

/** The committed configuration; the server's address, the token's place and the interval are the test's own. */
async function startPrometheus(): Promise<Prometheus> {
  const folder = join(directory, 'prometheus');
  await mkdir(folder);
  await cp(fileURLToPath(new URL('../../dashboards/prometheus', import.meta.url)), folder, { recursive: true });
  const [config, tokenFile] = [join(folder, 'prometheus.yml'), join(folder, 'token')];
  await writeFile(tokenFile, token);
  const text = (await readFile(config, 'utf8'))
    .replaceAll('http://server:4000', server.url)
    .replaceAll('/run/secrets/scrape-token', tokenFile)
    .replaceAll('_interval: 15s', '_interval: 1s');
  await writeFile(config, text);
  return Prometheus.start({ config, directory: folder });
}

const targets = () => api.call(endpoints.serviceDiscovery);

/** What each discovered target of a job answers. */
async function texts(job: string): Promise<string[]> {
  const found = (await targets()).filter(({ labels }) => labels['job'] === job);
  const headers = job === 'weft-server' ? { authorization: `Bearer ${token}` } : undefined;
  return Promise.all(
    found.map(async ({ targets: [address], labels }) =>
      (await fetch(`http://${address}${labels['__metrics_path__'] ?? '/metrics'}`, { headers })).text(),
    ),
  );
}

test.each(['agent', 'server'] as const)(
  'given a simulated cluster / when every %s is scraped / then it exports what the table says, and promtool agrees',
  async (by) => {
    const found = await texts(`weft-${by}`);
    expect(metricDifferences(by, found)).toEqual([]);
    for (const text of found) expect(await promtool(['check', 'metrics'], text)).toBe('');
  },
);

test('given a simulated cluster / when Prometheus scrapes what service discovery names / then every query of every panel and variable has series', async () => {
  const cluster = (await targets())[0]?.labels['weft_cluster'] ?? '';
  // The first roll-up is 210 s after the first sample: its percentiles are asked for in the lab.
  const queries = panelQueries({ cluster, rateInterval: '10s' }).filter(({ expr }) => !expr.includes('statistics_roll_up_seconds'));
  const missing = async () => {
    // Percentiles of the API's answers exist only while it is asked.
    await api.call(endpoints.listVolumes);
    return withoutSeries((expr) => prometheus.query(expr), queries);
  };
  await expect.poll(missing, { timeout: 150_000, interval: 1000 }).toEqual([]);
  const [banner] = queries;
  expect((await prometheus.query(banner?.expr ?? '')).map(({ value }) => value[1])).toEqual(['1']);
}, 180_000);
