/** What a cluster costs as it grows, at three sizes in one run: one server, then three, with one MongoDB. The agents are a process of their own. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { GiB } from '@weft/shared/units';
import { until } from '../support/api-client.js';
import { type BenchServer, onBenchServer } from './clusters/bench-server.js';
import { timed } from './clusters/large-cluster.js';
import { type SeededAgent, type SeededCluster, type SeededSize, seedCluster } from './clusters/seeded-cluster.js';
import { AgentsProcess } from './growth/agents-process.js';
import { figureTable } from './growth/figure-table.js';
import { countAsOnline, insertNodes } from './growth/inserted-nodes.js';
import { frames, pages } from './growth/pages.js';
import { changes, type Figures, idle, nodesOf, type On, reads, statistics, stored, storm, topology } from './growth/phases.js';
import { profiled, profiling } from './growth/profile.js';
import { type Curve, drawCurves } from './measure/curves.js';
import { type Measurement, printTable } from './measure/result.js';
import { steady } from './measure/settled.js';

/** 17 legs on each drive of the largest cluster have to fit. */
const shape = { drivesPerTarget: 24, legs: 4, clientsEach: 1, volumeBytes: 256 * GiB };
const SIZES: SeededSize[] = [
  { ...shape, targets: 32, clients: 1000, volumes: 1000 },
  { ...shape, targets: 128, clients: 4000, volumes: 10_000 },
  { ...shape, targets: 512, clients: 10_000, volumes: 50_000 },
];
const SERVERS = 3;
/** For the first looks at a new cluster. */
const SETTLED_SECONDS = 900;
const FLAT_RATIO = 1.2;
/** Messages to the process of the agents have this many nodes. */
const NODES_AT_ONCE = 500;

export interface ScaleOptions {
  /** For curves and profiles. */
  folder: string;
  /** Leaves out other sizes. */
  targets: { least: number; most: number };
  /** Parts to measure; empty: all. */
  parts: readonly string[];
  /** A CPU profile of the server for each part. It takes some processor time itself. */
  profile: boolean;
  /** Nodes are written into the database, so only parts without agents are measured. */
  withoutAgents: boolean;
  /** Folder of another checkout whose built server is measured. */
  tree?: string | undefined;
  /** Default: those of the issue. */
  sizes?: readonly SeededSize[];
}

/** Statistics late: their points are stored and rolled up for minutes, which would count as a cost of other parts. */
const ofOne = { idle, changes, reads, topology, pages, frames, stored, statistics, storm };
const ofNone = { idle, changes, reads, topology, pages, frames, stored };
const ofThree = { idle, changes, statistics, storm };
type Part = (on: On) => Promise<Figures>;

/** The nodes of the cluster, whose agents connect from their process. */
async function withAgents({ api, db }: BenchServer, sizes: SeededSize, agentsProcess: AgentsProcess | null): Promise<SeededAgent[]> {
  const bootIds: string[] = [];
  const nodes = await insertNodes(api, db, sizes, async (some) => {
    if (agentsProcess) bootIds.push(...(await agentsProcess.ask('connect', { url: api.url, sizes, nodes: some })));
  });
  if (!agentsProcess) await countAsOnline(db);
  return nodes.map(({ nodeId, name, index }) => ({
    ...{ nodeId, name, bootId: bootIds[index] ?? '' },
    addressOn: (nic: number) => `10.${nic}.${(index + 1) >> 8}.${(index + 1) & 255}`,
  }));
}

/** What each agent samples: the legs of a target, the attachments of a client. */
async function tellObjects(agentsProcess: AgentsProcess, { agents, legs, attachments }: SeededCluster<SeededAgent>): Promise<void> {
  const ofClient = new Map<string, typeof attachments>();
  for (const each of attachments) ofClient.set(each.agent.nodeId, [...(ofClient.get(each.agent.nodeId) ?? []), each]);
  for (let at = 0; at < agents.length; at += NODES_AT_ONCE)
    await agentsProcess.ask('objects', {
      objects: agents.slice(at, at + NODES_AT_ONCE).map(({ nodeId }) => ({
        nodeId,
        legs: legs.get(nodeId) ?? [],
        attachments: (ofClient.get(nodeId) ?? []).map(({ id: attachmentId, volumeId }) => ({ attachmentId, volumeId })),
      })),
    });
}

async function eachPart(parts: Record<string, Part>, on: On, { parts: wanted, profile, folder }: ScaleOptions): Promise<Figures> {
  const figures: Figures = {};
  const prefix = on.servers.length === 1 ? '' : `${on.servers.length} servers: `;
  for (const [what, part] of Object.entries(parts)) {
    if (wanted.length > 0 && !wanted.includes(what)) continue;
    const measure = () => timed(`${prefix}${what}`, () => part(on));
    // A server that is killed writes no profile.
    const isProfiled = profile && what !== 'storm';
    const name = `${on.sizes.targets}-targets-${on.servers.length}-${what}`;
    const measured = await (isProfiled ? profiled(on.server.pid, folder, name, measure) : measure());
    const named = Object.entries(measured).map(([each, figure]) => ({ name: `${prefix}${each}`, ...figure }));
    printTable(named);
    for (const { name: each, ...figure } of named) figures[each] = figure;
  }
  return figures;
}

async function measured(sizes: SeededSize, options: ScaleOptions): Promise<Figures> {
  const agentsProcess = AgentsProcess.start();
  try {
    return await onBenchServer(
      async (on) => {
        const { api, db } = on;
        const cluster = await seedCluster(api, db, sizes, () => withAgents(on, sizes, options.withoutAgents ? null : agentsProcess));
        if (!options.withoutAgents) await tellObjects(agentsProcess, cluster);
        await timed('the server had looked at all of it', () => steady(on.server.pid, SETTLED_SECONDS));
        const one: On = { ...on, cluster, sizes, agentsProcess, servers: [on.server] };
        const figures = await eachPart(options.withoutAgents ? ofNone : ofOne, one, options);
        if (options.withoutAgents || (options.parts.length > 0 && !options.parts.includes('three'))) return figures;
        const servers = [on.server];
        while (servers.length < SERVERS) servers.push(await on.another());
        await agentsProcess.ask('move', { urls: servers.map(({ url }) => url) });
        await timed('agents had spread, and the servers had read their copies', async () => {
          const connected = async () => (await agentsProcess.ask('state', {})).connected === nodesOf(sizes);
          await until('every agent is connected', SETTLED_SECONDS, async () => ((await connected()) ? true : undefined));
          await Promise.all(servers.map(({ pid }) => steady(pid, SETTLED_SECONDS)));
        });
        const three = await eachPart(ofThree, { ...one, servers }, { ...options, parts: [] });
        return { ...figures, ...three };
      },
      { ...(options.profile && { environment: profiling(options.folder) }), ...(options.tree !== undefined && { tree: options.tree }) },
    );
  } finally {
    await agentsProcess.stop();
  }
}

const name = ({ targets, clients, volumes }: SeededSize): string =>
  `${targets} targets, ${clients.toLocaleString('en')} clients, ${volumes.toLocaleString('en')} volumes`;

/** The costs per node of the two largest sizes. */
function flatness(all: readonly (readonly [SeededSize, Figures])[]): Measurement[] {
  const [, middle, last] = all;
  if (!middle || !last) return [];
  return Object.keys(last[1])
    .filter((each) => each.includes('per 1,000 nodes') || each.includes('per node'))
    .map((each) => {
      const value = (last[1][each]?.value ?? Number.NaN) / (middle[1][each]?.value ?? Number.NaN);
      return {
        name: `${each}: ${last[0].targets} to ${middle[0].targets} targets`,
        value,
        unit: 'ratio',
        aim: `${FLAT_RATIO}`,
        met: value <= FLAT_RATIO,
      };
    });
}

/** Requests and pages have a table. */
const isDrawn = (title: string): boolean => !/^(list|get|page|search|overview|table|topology, )/.test(title);

const curvesOf = (all: readonly (readonly [SeededSize, Figures])[]): Curve[] =>
  Object.entries(all.at(-1)?.[1] ?? {})
    .filter(([title]) => isDrawn(title))
    .map(([title, { unit }]) => ({
      title,
      unit,
      points: all.map(([sizes, figures]) => [nodesOf(sizes), figures[title]?.value ?? Number.NaN] as const),
    }));

/** Curves and table of the sizes that were measured so far: a larger one that fails loses nothing. */
async function writeCurves(folder: string, all: readonly (readonly [SeededSize, Figures])[]): Promise<void> {
  const file = join(folder, 'scale.svg');
  await writeFile(file, drawCurves(curvesOf(all)));
  const table = join(folder, 'scale.md');
  await writeFile(table, figureTable(all.map(([sizes, figures]) => [`${sizes.targets} targets`, figures])));
  console.log(`bench: curves in ${file}, table in ${table}`);
}

export async function benchScale(options: ScaleOptions): Promise<Measurement[]> {
  const { folder, targets: wanted, sizes: asked = SIZES } = options;
  await mkdir(folder, { recursive: true });
  const all: (readonly [SeededSize, Figures])[] = [];
  const rows: Measurement[] = [];
  for (const sizes of asked.filter(({ targets }) => targets >= wanted.least && targets <= wanted.most)) {
    const figures = await timed(name(sizes), () => measured(sizes, options));
    all.push([sizes, figures]);
    rows.push(...Object.entries(figures).map(([each, figure]) => ({ name: `${name(sizes)}: ${each}`, ...figure })));
    await writeCurves(folder, all);
  }
  return [...rows, ...flatness(all)];
}
