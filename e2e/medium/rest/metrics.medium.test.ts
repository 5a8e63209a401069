/** The whole chain on a simulated cluster: real server, real agents, Debian's Prometheus with the committed configuration and rules, every panel's query. */
import { panelQueries, withoutSeries } from '@weft/dashboards/panel-queries';
import { endpoints } from '@weft/shared/endpoints/endpoints';
import { metricDifferences } from '@weft/test-support/exposition';
import { type Prometheus, promtool } from '@weft/test-support/prometheus';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { agentScrapeToken } from '../../support/agent-scrape-token.js';
import type { ApiClient } from '../../support/api-client.js';
import { startShortBenchmark } from '../../support/short-benchmark.js';
import { runShortDrill } from '../../support/short-drill.js';
import { LiveListener } from '../live-and-stored.js';
import { type ScrapedCluster, startScrapedCluster } from '../scraped-cluster.js';
import { disagreementsOf } from './provenance-cards.js';

const token = 'scrape-token-of-the-test';
let cluster: ScrapedCluster;
let prometheus: Prometheus;
let api: ApiClient;
let live: LiveListener;

beforeAll(async () => {
  cluster = await startScrapedCluster(token);
  ({ api, prometheus } = cluster);
  await runShortDrill(api, 'client-1');
  await startShortBenchmark(api, 'client-1');
  live = await LiveListener.listen(api, await watched());
}, 180_000);

afterAll(async () => {
  live?.close();
  await cluster?.stop();
});

/** One object of each kind that has live statistics. */
async function watched(): Promise<string[]> {
  const [volume] = (await api.call(endpoints.listVolumes)).items;
  const [attachment] = (await api.call(endpoints.listAttachments)).items;
  const [leg] = volume?.legs ?? [];
  const [target, client] = [leg?.node.id, attachment?.node.id];
  return [
    ...['cluster', `volume:${volume?.id}`, `attachment:${attachment?.id}`, `leg:${leg?.id}`, `drive:${leg?.drive.id}`],
    ...[`target:${target}`, `client:${client}`, `node:${target}`],
  ];
}

const targets = () => api.call(endpoints.serviceDiscovery);

/** Metrics text of each discovered target of a job. */
async function texts(job: string): Promise<string[]> {
  const found = (await targets()).filter(({ labels }) => labels['job'] === job);
  const headers = { authorization: `Bearer ${job === 'weft-server' ? token : agentScrapeToken(token)}` };
  return Promise.all(
    found.map(async ({ targets: [address], labels }) =>
      (await fetch(`http://${address}${labels['__metrics_path__'] ?? '/metrics'}`, { headers })).text(),
    ),
  );
}

test.each(['agent', 'server'] as const)(
  'exports from every %s exactly the metrics of the table, and passes promtool’s check',
  async (by) => {
    // A new attachment is exported from the agent's next sample on.
    const found = await vi.waitFor(
      async () => {
        const said = await texts(`weft-${by}`);
        expect(metricDifferences(by, said)).toEqual([]);
        return said;
      },
      { timeout: 30_000, interval: 500 },
    );
    for (const text of found) expect(await promtool(['check', 'metrics'], text)).toBe('');
  },
);

test('answers no scrape of an agent without its token, not even with that of the servers', async () => {
  for (const {
    targets: [address],
    labels,
  } of await targets()) {
    const url = `http://${address}${labels['__metrics_path__'] ?? '/metrics'}`;
    const others = labels['job'] === 'weft-server' ? [agentScrapeToken(token)] : [token, ''];
    for (const other of others) {
      const answer = await fetch(url, { headers: { authorization: `Bearer ${other}` } });
      expect([answer.status, (await answer.text()).includes('orders')], url).toEqual([401, false]);
    }
  }
});

test('finds series for every query of every panel and variable in a simulated cluster', async () => {
  const id = (await targets())[0]?.labels['weft_cluster'] ?? '';
  // The first roll-up is 210 s after the first sample: the lab tests its percentiles.
  const queries = panelQueries({ cluster: id, rateInterval: '10s' }).filter(({ expr }) => !expr.includes('statistics_roll_up_seconds'));
  const missing = async () => {
    // Percentiles of the API's answers exist only while it gets requests.
    await api.call(endpoints.listVolumes);
    return withoutSeries((expr) => prometheus.query(expr), queries);
  };
  await expect.poll(missing, { timeout: 150_000, interval: 1000 }).toEqual([]);
  const [banner] = queries;
  expect((await prometheus.query(banner?.expr ?? '')).map(({ value }) => value[1])).toEqual(['1']);
}, 180_000);

test('gives the number of each card by its Prometheus query and by its curl command', async () => {
  // The first minute of load must be over: rates of a minute that began without load cover only a part of it.
  await expect.poll(disagreementsOf(cluster), { timeout: 200_000, interval: 2000 }).toEqual([]);
}, 240_000);

test('returns the values that it sent live from the stored statistics', async () => {
  await expect.poll(() => live.differences(), { timeout: 150_000, interval: 2000 }).toEqual([]);
}, 180_000);
