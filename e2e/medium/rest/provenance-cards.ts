/**
 * Every provenance card of the console, built by the console's own code. Runs each card's Prometheus query and command as a person
 * would, and compares the results with the number that the console shows.
 */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { endpoints } from '@weft/shared/endpoints/endpoints';
import { type MetricName, metricOf, metricsOf, type StatisticsObjectKind } from '@weft/shared/stats/metrics';
import type { Prometheus } from '@weft/test-support/prometheus';
import { type ApiRequest, curlOf } from '../../../apps/web/src/api/curl.js';
import { classNumber } from '../../../apps/web/src/features/drive-classes/drive-class-provenance.js';
import { forecastProvenance } from '../../../apps/web/src/features/drive-classes/forecast/forecast-provenance.js';
import { rowsOf } from '../../../apps/web/src/features/drive-map/brush.js';
import { mapNumbers, mappedNumber } from '../../../apps/web/src/features/drive-map/map-provenance.js';
import { measureNames } from '../../../apps/web/src/features/drive-map/map-search.js';
import { measureOf } from '../../../apps/web/src/features/drive-map/measures.js';
import { driveBytes, driveValue } from '../../../apps/web/src/features/drives/drive-provenance.js';
import { nodeMemory } from '../../../apps/web/src/features/nodes/node-provenance.js';
import { capacityBytes } from '../../../apps/web/src/features/overview/capacity-provenance.js';
import { legendProvenance } from '../../../apps/web/src/features/topology/legend/legend-provenance.js';
import { volumeBytes } from '../../../apps/web/src/features/volumes/volume-provenance.js';
import { metricFacts } from '../../../apps/web/src/provenance/metric-facts.js';
import { inCluster } from '../../../apps/web/src/provenance/promql.js';
import { roleCpuFacts } from '../../../apps/web/src/provenance/role-cpu-facts.js';
import type { ApiClient } from '../../support/api-client.js';
import type { ScrapedCluster } from '../scraped-cluster.js';

/** Numbers by their Prometheus labels; `''` for a single number. */
type Numbers = ReadonlyMap<string, number>;

interface Card {
  name: string;
  promql: string | null;
  request: ApiRequest;
  pick: string;
  /** The console's number, when it differs from the command's answer. */
  shown?: Numbers;
  /** Reads the numbers from the command's output. */
  read: (printed: unknown[]) => Numbers;
  /** Tolerance between Prometheus and the console: the error that the card itself states, and slightly different times of reading. */
  isNear: (one: number, other: number) => boolean;
}

const exactly = (one: number, other: number) => Math.abs(one - other) <= 1e-9 * Math.max(Math.abs(one), Math.abs(other));
/** For the same minute with samples and scrapes a second apart: simulated load varies by less than 2 % a second. */
const within =
  (share: number, least = 0) =>
  (one: number, other: number) =>
    Math.abs(one - other) <= Math.max(share * Math.max(Math.abs(one), Math.abs(other)), least);
/** For percentiles: Prometheus' buckets are octaves. */
const withinAFactorOfTwo = (one: number, other: number) => one <= 2 * other && other <= 2 * one;

function nearOf(metric: MetricName): Card['isNear'] {
  const { aggregation, fraction, unit } = metricOf(metric);
  if (fraction !== undefined) return withinAFactorOfTwo;
  // Shares of the time of all cores, in ticks of 10 ms.
  if (aggregation === 'ratio') return within(0.05, 0.002);
  if (metric === 'agent-memory' || metric === 'memory-available') return within(0.3);
  if (aggregation === 'rate' || unit === 's') return within(0.05);
  return aggregation === 'histogram' ? within(0.05) : exactly;
}

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
const known = <T>(values: readonly (T | null)[]): T[] => values.filter((value) => value !== null);
const one = (value: number): Numbers => new Map([['', value]]);
const numberOf = ([printed]: unknown[]): Numbers => (typeof printed === 'number' ? one(printed) : new Map());
const pairs = (printed: unknown[]): Numbers => new Map(printed as [string, number][]);

/** Mean of the minute; for a list the mean of each position, and for a heat map the sum of its counts per second. */
function minuteOf(metric: MetricName, [printed]: unknown[]): Numbers {
  const { list } = metricOf(metric);
  if (list === undefined) return one(mean(known(printed as (number | null)[])));
  const lists = known(printed as (number[] | null)[]);
  if (list === 'bucket') return new Map([['+Inf', lists.flat().reduce((sum, count) => sum + count, 0) / (lists.length * 10)]]);
  return new Map((lists[0] ?? []).map((_, at) => [String(at), mean(lists.map((values) => values[at] ?? 0))]));
}

/** @param at end of the minute, milliseconds */
async function cardsOf(api: ApiClient, at: number): Promise<Card[]> {
  const shown = await readShown(api, at);
  return [
    ...metricCards(shown),
    ...objectCards(shown),
    forecastCard(shown),
    ...capacityCards(shown),
    ...roleCards(shown),
    ...mapCards(shown),
    ...legendCards(shown),
  ];
}

/** The objects and views that the cards are of. */
async function readShown(api: ApiClient, at: number) {
  const [drive] = (await api.call(endpoints.listDrives)).items.filter(({ allocatedBytes }) => allocatedBytes > 0);
  const [volume] = (await api.call(endpoints.listVolumes)).items;
  const [driveClass] = (await api.call(endpoints.listDriveClasses)).items;
  const [attachment] = (await api.call(endpoints.listAttachments)).items;
  const nodes = (await api.call(endpoints.listNodes)).items;
  const [target, client] = ['target-1', 'client-1'].map((name) => nodes.find((node) => node.name === name));
  const leg = volume?.legs[0];
  if (!drive || !volume || !driveClass || !attachment || !target || !client || !leg)
    throw new Error('the cluster has not all that cards are of');
  const overview = await api.call(endpoints.overview);
  const map = await api.call(endpoints.driveMap);
  const topology = await api.call(endpoints.topology);
  return { drive, volume, driveClass, attachment, target, client, leg, overview, map, topology, at };
}
type Shown = Awaited<ReturnType<typeof readShown>>;

/** A card of every metric of every kind of object. */
function metricCards({ drive, volume, driveClass, attachment, target, client, leg, at }: Shown): Card[] {
  const objects: Record<StatisticsObjectKind, { object: string; label: string }> = {
    cluster: { object: 'cluster', label: '' },
    volume: { object: `volume:${volume.id}`, label: volume.name },
    attachment: { object: `attachment:${attachment.id}`, label: '' },
    leg: { object: `leg:${leg.id}`, label: leg.id },
    drive: { object: `drive:${drive.id}`, label: drive.serial },
    target: { object: `target:${target.id}`, label: target.name },
    client: { object: `client:${client.id}`, label: client.name },
    node: { object: `node:${target.id}`, label: target.name },
    'drive-class': { object: `drive-class:${driveClass.id}`, label: driveClass.name },
  };
  return (Object.keys(objects) as StatisticsObjectKind[]).flatMap((kind) =>
    metricsOf(kind).map((metric): Card => {
      const facts = metricFacts({ metric, ...objects[kind], source: '', at });
      return { ...facts, name: `${metric} of ${kind}`, read: (printed) => minuteOf(metric, printed), isNear: nearOf(metric) };
    }),
  );
}

const field = (name: string, of: Pick<Card, 'promql' | 'request' | 'pick'>, shown: number): Card => ({
  ...{ promql: of.promql, request: of.request, pick: of.pick },
  ...{ name, shown: one(shown), read: numberOf, isNear: exactly },
});

/** Numbers on the pages of a drive, a volume, a class and a node. */
function objectCards({ drive, volume, driveClass, target, at }: Shown): Card[] {
  const smart = (metric: 'wear' | 'available-spare', percent: number | null | undefined): Card => ({
    ...metricFacts(driveValue(drive, metric, at)),
    ...{ name: `${metric} on the page of a drive`, shown: one((percent ?? Number.NaN) / 100) },
    ...{ read: (printed: unknown[]) => minuteOf(metric, printed), isNear: exactly },
  });
  return [
    ...(['sizeBytes', 'freeBytes'] as const).map((name) => field(`${name} of a drive`, driveBytes(drive, name), drive[name])),
    ...(['sizeBytes', 'rawBytes'] as const).map((name) =>
      field(`${name} of a volume`, volumeBytes(volume as Parameters<typeof volumeBytes>[0], name), volume[name]),
    ),
    ...(['driveCount', 'nodeCount', 'capacityBytes', 'freeBytes'] as const).map((name) =>
      field(`${name} of a class`, classNumber(driveClass, name), driveClass[name]),
    ),
    field('memory of a node', nodeMemory(target), target.memoryBytes ?? Number.NaN),
    smart('wear', drive.smart?.percentageUsed),
    smart('available-spare', drive.smart?.availableSparePercent),
  ];
}

/** A cluster of some minutes has no trend. A server may count the sample of a new hour between the two readings. */
const forecastCard = ({ driveClass: { id, forecast } }: Shown): Card => {
  const { promql, request, pick } = forecastProvenance(id, forecast);
  const read = ([printed]: unknown[]) => one((printed as { samples: number }).samples);
  return { ...{ promql, request, pick, read }, name: 'forecast of a class', shown: one(forecast.samples), isNear: within(0, 1) };
};

function capacityCards({ overview }: Shown): Card[] {
  const [capacity] = overview.classes;
  if (!capacity) throw new Error('the overview has no class');
  return (['usedBytes', 'freeBytes', 'reservedBytes', 'capacityBytes'] as const).map((name) =>
    field(`${name} of a class in the overview`, capacityBytes(capacity, name, overview.at), capacity[name]),
  );
}

/** The console has the mean of half a minute, Prometheus of a whole one: the load varies in between. */
const halfAMinute = within(0.35, 0.002);

const roleCards = ({ overview }: Shown): Card[] =>
  (['Targets', 'Clients'] as const).flatMap((role): Card[] => {
    const cpu = overview.cpu[role === 'Targets' ? 'targets' : 'clients'];
    if (!cpu) return [];
    const read = ([printed]: unknown[]) => one((printed as { busyRatio: number }).busyRatio);
    return [
      { ...roleCpuFacts({ role, cpu, at: overview.at }), name: `CPU of ${role}`, shown: one(cpu.busyRatio), read, isNear: halfAMinute },
    ];
  });

/** The whole map by each measure, and the free share of one drive. */
function mapCards({ map, drive }: Shown): Card[] {
  const rows = rowsOf(map);
  const row = rows.find(({ id }) => id === drive.id);
  if (!row) throw new Error('the map has not the drive');
  const byMeasure = measureNames.map((name): Card => {
    const shown = new Map(
      rows
        .flatMap((each) => [[each.serial, measureOf(name).value(each)] as const])
        .filter((each): each is [string, number] => each[1] !== null),
    );
    const read = (printed: unknown[]) => new Map([...pairs(printed)].filter(([, value]) => value !== null));
    return { ...mapNumbers(name, map), name: `map by ${name}`, shown, read, isNear: name === 'wear' ? exactly : halfAMinute };
  });
  const free = mappedNumber(row, 'free') as ReturnType<typeof driveBytes>;
  return [field('free share of a drive in the map', free, row.freeRatio ?? Number.NaN), ...byMeasure];
}

const legendCards = ({ topology }: Shown): Card[] =>
  (['space', 'wear', 'load', 'latency'] as const).map((name): Card => {
    const facts = legendProvenance(name, topology);
    if (!facts) throw new Error(`colours by ${name} have no card`);
    const ofVolumes = (printed: unknown[]): Numbers =>
      new Map(
        (printed as { objects: string[]; values: (number | null)[] }[]).map(({ objects: [object], values }) => [
          topology.volumes.find(({ id }) => `volume:${id}` === object)?.name ?? '',
          mean(known(values)),
        ]),
      );
    const read = name === 'load' || name === 'latency' ? ofVolumes : pairs;
    return { ...facts, name: `topology by ${name}`, read, isNear: name === 'wear' ? exactly : halfAMinute };
  });

const run = promisify(execFile);

/** Runs the command in a shell, as a person does. @returns each document that jq printed. */
async function runCommand({ request, pick }: Card, { url, sessionCookie }: ApiClient): Promise<unknown[]> {
  const command = `set -o pipefail; ${await curlOf(request, url)} |\n  jq '${pick}' | jq --slurp .`;
  const session = (sessionCookie ?? '').replace(/^weft_session=/, '');
  const { stdout } = await run('bash', ['-c', command.replace('curl ', 'curl --silent ')], {
    env: { ...process.env, WEFT_SESSION: session },
    maxBuffer: 64 * 2 ** 20,
  });
  return JSON.parse(stdout) as unknown[];
}

/** Labels that distinguish the series of an answer. */
const SERIES_LABELS = ['le', 'core', 'drive', 'volume'];

async function ask(prometheus: Prometheus, query: string, at: number): Promise<Numbers> {
  const series = await prometheus.query(query, at / 1000);
  const all = series.map(({ metric, value }): [string, number] => [
    series.length === 1 && metric['le'] === undefined
      ? ''
      : (SERIES_LABELS.map((label) => metric[label]).find((value) => value !== undefined) ?? ''),
    Number(value[1]),
  ]);
  return new Map(all);
}

function differences(what: string, wanted: Numbers, given: Numbers, isNear: Card['isNear']): string[] {
  if (wanted.size === 0) return [`${what}: there is no number`];
  return [...wanted].flatMap(([key, value]) => {
    const other = given.get(key) ?? (given.size === 1 && wanted.size === 1 ? [...given.values()][0] : undefined);
    return other !== undefined && isNear(value, other) ? [] : [`${what}${key === '' ? '' : ` of ${key}`}: ${value}, and ${other}`];
  });
}

/** End of the last whole minute for which the samples of every node have arrived. */
const lastMinute = (): number => Math.floor((Date.now() - 20_000) / 10_000) * 10_000;

/** With so many cards that disagree, the rest is not read: most disagree for the same reason. */
const ENOUGH = 8;

/** Cards whose command or query does not return the shown number, each with both: all of them, or at least the first `ENOUGH`. */
async function disagreementsAt({ api, prometheus }: ScrapedCluster, at: number): Promise<string[]> {
  const { clusterId } = await api.call(endpoints.getSettings);
  const found: string[] = [];
  for (const card of await cardsOf(api, at)) {
    if (found.length >= ENOUGH) return found;
    const answered = card.read(await runCommand(card, api));
    const shown = card.shown ?? answered;
    found.push(...differences(`${card.name}, command`, shown, answered, card.isNear));
    if (card.promql === null) continue;
    const asked = await ask(prometheus, inCluster(card.promql, clusterId), at);
    found.push(...differences(`${card.name}, Prometheus`, shown, asked, card.isNear));
  }
  return found;
}

/** @returns a question for `expect.poll`. It compares each minute once: a card starts four processes, and a new minute ends every 10 s. */
export function disagreementsOf(cluster: ScrapedCluster): () => Promise<string[]> {
  let last: { at: number; found: string[] } | undefined;
  return async () => {
    const at = lastMinute();
    if (last?.at !== at) last = { at, found: await disagreementsAt(cluster, at) };
    return last.found;
  };
}
