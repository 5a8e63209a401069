import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Prometheus } from '@weft/test-support/prometheus';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { panelQueries, withoutSeries } from './panel-queries.js';
import { type FakeExporters, startFakeExporters } from './samples/fake-exporters.js';

/* Debian's Prometheus with the committed prometheus.yml and rules; the test sets only addresses, the token's path and the interval. */

const cluster = '0198c0de-0000-7000-8000-000000000001';
const token = 'a token for the test';
const agentToken = 'another token for agents';
let directory: string;
let exporters: FakeExporters;
let prometheus: Prometheus;

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'weft-panels-'));
  exporters = await startFakeExporters({ cluster, token, agentToken });
  cpSync(fileURLToPath(new URL('../prometheus', import.meta.url)), directory, { recursive: true });
  const [config, tokenFile, agentTokenFile] = ['prometheus.yml', 'token', 'agent-token'].map((name) => join(directory, name)) as [
    string,
    string,
    string,
  ];
  writeFileSync(tokenFile, token);
  writeFileSync(agentTokenFile, agentToken);
  const text = readFileSync(config, 'utf8')
    .replaceAll('http://server:4000', exporters.url)
    .replaceAll('/run/secrets/scrape-token', tokenFile)
    .replaceAll('/run/secrets/agent-scrape-token', agentTokenFile)
    .replaceAll('_interval: 15s', '_interval: 1s');
  writeFileSync(config, text);
  prometheus = await Prometheus.start({ config, directory });
});

afterAll(async () => {
  await prometheus?.stop();
  await exporters?.close();
  rmSync(directory, { recursive: true });
});

test('finds series for every query of every panel and variable in scraped metrics', async () => {
  const queries = panelQueries({ cluster, rateInterval: '10s' });
  const missing = () => withoutSeries((expr) => prometheus.query(expr), queries);
  await expect.poll(missing, { interval: 1000 }).toEqual([]);
});

test('marks a simulated cluster in the first panel and in the alert of a degraded volume', async () => {
  const [banner] = panelQueries({ cluster, rateInterval: '10s' });
  await expect.poll(async () => (await prometheus.query(banner?.expr ?? '')).map(({ value }) => value[1])).toEqual(['1']);
  const alerts = async () =>
    (await prometheus.query('ALERTS{alertname=~"WeftVolume.*"}')).map(({ metric }) => [
      metric['alertname'],
      metric['volume'],
      metric['simulated'],
    ]);
  await expect.poll(alerts).toEqual([['WeftVolumeDegraded', 'ledger', 'true']]);
});
