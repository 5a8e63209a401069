/** One cluster, two evaluations of the same rules: the servers' own, and a real Prometheus with the generated rules. Both fire the same for real faults. */
import { alertRules } from '@weft/shared/alerts/alert-rules';
import { endpoints } from '@weft/shared/endpoints/endpoints';
import type { SimulationFault } from '@weft/shared/kinds/simulation/simulation';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { until } from '../../support/api-client.js';
import { FEW, type ScrapedCluster, startScrapedCluster } from '../scraped-cluster.js';

/** The rule of volumes waits for 2 min; the rest is margin for a busy machine. */
const FIRES_WITHIN_SECONDS = 300;
const RESOLVES_WITHIN_SECONDS = 300;
/** Minutes are stored about 4 min late, and a slow leg has to be slow for 10 min. */
const FIRES_SLOWLY_WITHIN_SECONDS = 1200;
/** Usual I/O of the simulated volume is some hundred times faster. */
const alertThresholds = [{ rule: 'WeftLatencyObjectiveMissed', driveClass: null, volumeLabel: null, value: 0.016384 }];
const both = new Set(alertRules.flatMap(({ name, expr, ownEvaluation }) => (expr !== null && ownEvaluation ? [name as string] : [])));

let cluster: ScrapedCluster;
beforeAll(async () => {
  cluster = await startScrapedCluster('scrape-token-of-the-test', { ...FEW, alertThresholds });
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

/** Causes the fault, and waits until both fire all that is expected, and nothing else. */
async function bothFireFor(fault: SimulationFault, expected: string[], withinSeconds: number): Promise<void> {
  expect([await ofWeft(), await ofPrometheus()]).toEqual([[], []]);
  await cluster.simulation.fault(fault);
  await until(`both to fire for ${fault.fault}`, withinSeconds, async () => {
    const fired = [await ofWeft(), await ofPrometheus()];
    return fired.every((each) => expected.every((alert) => each.includes(alert))) ? true : undefined;
  });
  expect([await ofWeft(), await ofPrometheus()]).toEqual([expected, expected]);
}

async function bothResolveAfter(mend: SimulationFault): Promise<void> {
  await cluster.simulation.fault(mend);
  await until(`both to resolve after ${mend.fault}`, RESOLVES_WITHIN_SECONDS, async () =>
    (await ofWeft()).length + (await ofPrometheus()).length === 0 ? true : undefined,
  );
}

test('both fire the same alerts for a lost target, and resolve them', async () => {
  const expected = ['WeftNodeSilent target-2', 'WeftPathLost storage-1', 'WeftPathLost storage-2', 'WeftVolumeDegraded orders'];
  await bothFireFor({ fault: 'kill-node', node: 'target-2' }, expected, FIRES_WITHIN_SECONDS);
  await bothResolveAfter({ fault: 'boot-node', node: 'target-2' });
}, 900_000);

test('both fire the same alerts for a missing drive, and resolve them', async () => {
  const drive = { fault: 'drive', node: 'target-1', serial: 'SIM-1-1' } as const;
  const expected = ['WeftDriveMissing SIM-1-1', 'WeftVolumeDegraded orders'];
  await bothFireFor({ ...drive, present: false }, expected, FIRES_WITHIN_SECONDS);
  await bothResolveAfter({ ...drive, present: true });
}, 900_000);

test('both fire the same alerts for a slow drive: a slow leg, and a missed latency objective', async () => {
  const drive = { fault: 'slow-drive', node: 'target-1', serial: 'SIM-1-1' } as const;
  const expected = ['WeftLatencyObjectiveMissed orders', 'WeftLegSlow orders'];
  // Their windows and times end half an hour after the fault: the tests above show that both resolve.
  await bothFireFor({ ...drive, factor: 300 }, expected, FIRES_SLOWLY_WITHIN_SECONDS);
}, 1_500_000);
