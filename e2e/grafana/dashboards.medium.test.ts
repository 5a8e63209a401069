/**
 * The dashboards in a real Grafana, which reads a real Prometheus, which scrapes a simulated cluster with load. Pictures of every dashboard are in
 * .cache/grafana-pictures afterwards.
 */
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium } from '@playwright/test';
import { dashboards } from '@weft/dashboards/dashboards';
import { panelQueries, panelsOf, withoutSeries } from '@weft/dashboards/panel-queries';
import { endpoints } from '@weft/shared/endpoints/endpoints';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { launchOptions } from '../browser/support/chromium.js';
import { type ScrapedCluster, startScrapedCluster } from '../medium/scraped-cluster.js';
import { startShortBenchmark } from '../support/short-benchmark.js';
import { runShortDrill } from '../support/short-drill.js';
import { DashboardPage } from './dashboard-page.js';
import { Grafana } from './grafana.js';

const pictures = fileURLToPath(new URL('../../.cache/grafana-pictures', import.meta.url));
const TARGETS = ['target-1', 'target-2', 'target-3'];
const CLIENTS = ['client-1', 'client-2'];
const DRIVES = TARGETS.flatMap((_, at) => [1, 2, 3, 4].map((drive) => `SIM-${at + 1}-${drive}`));
const volumes = {
  orders: { protection: 'raid10', stripeWidth: 2, client: 1 },
  ledger: { protection: 'raid1', client: 2 },
  scratch: { protection: 'raid0', stripeWidth: 3, client: 1 },
} as const;

let directory: string;
let cluster: ScrapedCluster;
let clusterId: string;
let grafana: Grafana;
let browser: Browser;
let dashboard: DashboardPage;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'weft-grafana-'));
  await mkdir(pictures, { recursive: true });
  const furnishing = { targets: TARGETS.length, drivesOfTarget: 4, clients: CLIENTS.length, volumes };
  cluster = await startScrapedCluster('scrape-token-of-the-test', furnishing);
  await runShortDrill(cluster.api, 'client-1');
  await startShortBenchmark(cluster.api, 'client-1');
  clusterId = (await cluster.api.call(endpoints.getSettings)).clusterId;
  grafana = await Grafana.start(directory, cluster.prometheus.url);
  browser = await chromium.launch(launchOptions);
  // Every panel must be in the window: Grafana asks for no other.
  const page = await browser.newPage({ viewport: { width: 1440, height: 4000 } });
  dashboard = new DashboardPage(page, grafana.url);
}, 300_000);

afterAll(async () => {
  await browser?.close();
  await grafana?.stop();
  await cluster?.stop();
  await rm(directory, { recursive: true, force: true });
});

test('finds series for every query over the steps that Grafana uses', async () => {
  const queries = panelQueries({ cluster: clusterId, rateInterval: '75s' });
  const missing = async () => {
    // Percentiles of the API's answers exist only while it gets requests.
    await cluster.api.call(endpoints.listVolumes);
    // The first roll-up is 210 s after the first sample. Its panel has steps of 2 min.
    const step = Math.floor(Date.now() / 120_000) * 120;
    return withoutSeries((expr) => cluster.prometheus.query(expr, step), queries);
  };
  await expect.poll(missing, { timeout: 400_000, interval: 2000 }).toEqual([]);
}, 420_000);

describe.each(Object.entries(dashboards()))('dashboard %s', (name, spec) => {
  test('draws data in every panel, without an error', async () => {
    await dashboard.open(spec.uid ?? '', 10);
    const titles = panelsOf(spec).map(({ title }) => title ?? '');
    expect((await dashboard.panelTitles()).sort()).toEqual(titles.sort());
    expect(await dashboard.problems()).toEqual([]);
    expect(dashboard.emptyQueries()).toEqual([]);
    await dashboard.page.screenshot({ path: join(pictures, `${name}.png`), fullPage: true });
  });

  test('lists in every variable what there is, and links to the console', async () => {
    const entries: Record<string, string[]> = {
      // Grafana adds its default to the list.
      'Data source': ['Prometheus', 'default'],
      Cluster: [clusterId],
      Volume: ['All', ...Object.keys(volumes).sort()],
      Node: ['All', ...(name === 'drive-wear' ? TARGETS : [...CLIENTS, ...TARGETS])],
      Drive: ['All', ...DRIVES],
      Profile: ['All', 'own'],
    };
    // Scratch volumes of the benchmark had statistics too.
    for (const { label = '', type } of spec.templating?.list ?? [])
      if (type !== 'textbox')
        expect(
          (await dashboard.expand(label)).filter((entry) => !entry.startsWith('bench-')),
          label,
        ).toEqual(entries[label]);
    await dashboard.open(spec.uid ?? '', 10, { 'var-console': cluster.url });
    expect(await dashboard.addressOf('Weft console')).toBe(`${cluster.url}/`);
    expect(await dashboard.addressOf('Events')).toBe(`${cluster.url}/events`);
    expect(await dashboard.problems()).toEqual([]);
  });
});

test('draws one chosen volume, and opens it in the console from a point of its line', async () => {
  await dashboard.open('weft-volume', 10, { 'var-volume': 'ledger', 'var-console': cluster.url });
  expect(await dashboard.problems()).toEqual([]);
  expect(dashboard.emptyQueries()).toEqual([]);
  const link = await dashboard.linkOfPoint('IOPS');
  expect(link).toBe(`${cluster.url}/volumes?search=ledger`);
});

test('marks the time of a lost node, of the volumes that it degrades, and of the alerts', async () => {
  await cluster.simulation.fault({ fault: 'kill-node', node: 'target-1' });
  const query = (expr: string) => cluster.prometheus.query(expr);
  await expect.poll(() => query('weft_server_node_connected{node="target-1"} == 0'), { timeout: 120_000 }).toHaveLength(1);
  const alerts = 'ALERTS{alertstate="firing"}';
  await expect.poll(async () => (await query(alerts)).length, { timeout: 300_000, interval: 2000 }).toBeGreaterThan(0);
  // Grafana asks for whole steps of 15 s: the newest may have begun before the alert.
  const marks = async () => {
    await dashboard.open('weft-cluster', 10);
    return dashboard.marks();
  };
  await expect
    .poll(marks, { timeout: 90_000, interval: 5000 })
    .toContainEqual(expect.objectContaining({ alertname: expect.stringMatching(/^Weft/) }));
  expect(dashboard.marks()).toContainEqual(expect.objectContaining({ node: 'target-1' }));
  expect(dashboard.marks()).toContainEqual(expect.objectContaining({ health: 'degraded' }));
  // Alerts are the last annotation, so their marks are on top.
  expect(await dashboard.textOfMark('IOPS by client', /Weft\w+ \(/)).toMatch(/Weft\w+ \((warning|critical)\) \w+/);
  await dashboard.page.screenshot({ path: join(pictures, 'lost-node.png'), fullPage: true });
  const firing = async () => {
    await dashboard.open('weft-alerts', 10);
    return dashboard.textOf('Firing, by rule');
  };
  await expect.poll(firing, { timeout: 90_000, interval: 5000 }).toContain('WeftNodeSilent');
  expect(await dashboard.problems()).toEqual([]);
  await dashboard.page.screenshot({ path: join(pictures, 'alerts-firing.png'), fullPage: true });
}, 480_000);
