/** Issue "Observability": every panel's query of every dashboard, on Debian's Prometheus that scrapes real agents under load. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { panelQueries, withoutSeries } from '@weft/dashboards/panel-queries';
import { endpoints } from '@weft/shared/endpoints/endpoints';
import { MiB } from '@weft/shared/units';
import { metricDifferences } from '@weft/test-support/exposition';
import { promtool } from '@weft/test-support/prometheus';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { agentScrapeToken, LAB_SCRAPE_TOKEN } from '../../support/agent-scrape-token.js';
import { until } from '../../support/api-client.js';
import { storeTwoDays } from '../../support/capacity-history.js';
import { startShortBenchmark } from '../../support/short-benchmark.js';
import { runShortDrill } from '../../support/short-drill.js';
import { type Fabric, startFabric } from '../fabric/fabric.js';
import { attach, createClass, createVolume, takeAllDrives } from '../fabric/provision.js';
import { type Scraped, scrape } from './scraped.js';

let fabric: Fabric;
let directory: string;
let scraped: Scraped;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'weft-grafana-'));
  fabric = await startFabric({ directory, targets: 2, clients: 1 });
  await takeAllDrives(fabric);
  const driveClass = await createClass(fabric, 'fast');
  const volume = await createVolume(fabric, {
    name: 'orders',
    driveClassId: driveClass.id,
    sizeBytes: 128 * MiB,
    protection: 'raid10',
    stripeWidth: 2,
  });
  await attach(fabric, volume, 'c1');
  await storeTwoDays(fabric.mongo, await fabric.api.call(endpoints.getDriveClass, { params: { id: driveClass.id } }));
  // Runs until the machine is switched off: percentiles exist only while there is I/O.
  const load =
    'fio --name=load --filename=/dev/weft/orders --rw=randrw --bs=4k --iodepth=4 --direct=1 --ioengine=libaio --time_based --runtime=3600';
  await fabric.machine('c1').run(`setsid ${load} < /dev/null > /tmp/fio.log 2>&1 &`);
  await runShortDrill(fabric.api, 'c1');
  await startShortBenchmark(fabric.api, 'c1');
  scraped = await scrape(fabric, join(directory, 'prometheus'));
}, 600_000);

afterAll(async () => {
  await scraped?.prometheus.stop();
  await fabric?.close();
  if (!process.env.WEFT_KEEP_LAB) await rm(directory, { recursive: true, force: true });
}, 120_000);

async function metricsOf(url: string, token: string): Promise<string> {
  const answer = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${token}` } });
  if (!answer.ok) throw new Error(`${url}/metrics answered ${answer.status}: ${await answer.text()}`);
  return answer.text();
}

/** Scraped text of every agent; `serverText` gives the server's. */
const agentTexts = () =>
  Promise.all([...scraped.agents.values()].map((address) => metricsOf(`http://${address}`, agentScrapeToken(LAB_SCRAPE_TOKEN))));
const serverText = () => metricsOf(fabric.server.url, LAB_SCRAPE_TOKEN);

describe.sequential('on real kernels', () => {
  test('row: agents and the server export the documented metrics, and promtool reports no problem', async () => {
    const [agents, server] = [await agentTexts(), await serverText()];
    expect(metricDifferences('agent', agents, { isSettingOn: false })).toEqual([]);
    expect(metricDifferences('server', [server])).toEqual([]);
    for (const text of [...agents, server]) expect(await promtool(['check', 'metrics'], text)).toBe('');
  });

  test('row: Prometheus scrapes every target that service discovery lists', async () => {
    const up = () => scraped.prometheus.query('sum by (job) (up)');
    const found = await until('all targets up', 60, async () => {
      const byJob = Object.fromEntries((await up()).map(({ metric, value }) => [metric['job'], Number(value[1])]));
      return byJob['weft-agent'] === fabric.nodes.length && byJob['weft-server'] === 1 ? byJob : undefined;
    });
    expect(found).toEqual({ 'weft-agent': 3, 'weft-server': 1 });
  });

  test("row: every query of a dashboard's panel or variable returns series", async () => {
    const { prometheus, cluster } = scraped;
    // Latency by direction needs bpftrace: by-direction.lab.test.ts tests it.
    const queries = panelQueries({ cluster, rateInterval: '30s' }).filter(({ expr }) => !expr.includes('latency_by_direction'));
    const missing = async () => {
      // Percentiles of the API's answers exist only while it gets requests.
      await fabric.api.call(endpoints.listVolumes);
      return withoutSeries((expr) => prometheus.query(expr), queries);
    };
    await expect.poll(missing, { timeout: 240_000, interval: 5000 }).toEqual([]);
  });
});
