/** One cluster, two evaluations of the same rules: the servers' own, and a real Prometheus with the generated rules. Both fire the same for real faults. */
import { alertRules } from '@weft/shared/alerts/alert-rules';
import { endpoints } from '@weft/shared/endpoints/endpoints';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { until } from '../../support/api-client.js';
import { type ScrapedCluster, startScrapedCluster } from '../scraped-cluster.js';

/** The rule of volumes waits for 2 min; the rest is margin for a busy machine. */
const FIRES_WITHIN_SECONDS = 300;
const both = new Set(alertRules.flatMap(({ name, expr, ownEvaluation }) => (expr !== null && ownEvaluation ? [name as string] : [])));

let cluster: ScrapedCluster;
beforeAll(async () => {
  cluster = await startScrapedCluster('scrape-token-of-the-test');
});
afterAll(async () => {
  await cluster?.stop();
});

/** Firing rules that both evaluate, each with the objects that it names. */
async function ofPrometheus(): Promise<string[]> {
  const found = await cluster.prometheus.query('ALERTS{alertstate="firing"}');
  return named(found.map(({ metric }) => ({ rule: metric['alertname'] ?? '', labels: metric })));
}
async function ofWeft(): Promise<string[]> {
  const { items } = await cluster.api.call(endpoints.listAlerts, { query: { state: 'firing', limit: 200 } });
  return named(
    items.map(({ rule, subjects, labels }) => ({ rule, labels: { ...labels, [subjects[0]?.kind ?? '']: subjects[0]?.name ?? '' } })),
  );
}

/** A lost path belongs to the target in one, and to the client in the other: its network names it in both. */
const named = (alerts: { rule: string; labels: Record<string, string> }[]): string[] =>
  alerts
    .filter(({ rule }) => both.has(rule))
    .map(({ rule, labels }) => {
      const { volume, drive, node, network } = labels;
      return `${rule} ${rule === 'WeftPathLost' ? network : (volume ?? drive ?? node ?? '')}`;
    })
    .sort();

test('fires the same alerts as Prometheus for a lost target, and resolves them as Prometheus does', async () => {
  expect([await ofWeft(), await ofPrometheus()]).toEqual([[], []]);
  await cluster.simulation.fault({ fault: 'kill-node', node: 'target-2' });
  const expected = ['WeftNodeSilent target-2', 'WeftPathLost storage-1', 'WeftPathLost storage-2', 'WeftVolumeDegraded orders'];
  await until('both to fire', FIRES_WITHIN_SECONDS, async () => {
    const fired = [await ofWeft(), await ofPrometheus()];
    return fired.every((each) => expected.every((alert) => each.includes(alert))) ? true : undefined;
  });
  expect([await ofWeft(), await ofPrometheus()]).toEqual([expected, expected]);
  await cluster.simulation.fault({ fault: 'boot-node', node: 'target-2' });
  await until('both to resolve', FIRES_WITHIN_SECONDS, async () =>
    (await ofWeft()).length + (await ofPrometheus()).length === 0 ? true : undefined,
  );
}, 900_000);
