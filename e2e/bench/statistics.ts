/** One server that takes in samples of 128 targets with 24 drives and 1,000 clients with 4 volumes every 5 s, and its history. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { endpoints } from '@weft/shared/endpoints/endpoints';
import { CONSOLE_NAMESPACE, type ConsoleToServerEvents, type ServerToConsoleEvents } from '@weft/shared/links/console-link';
import { startMongo } from '@weft/test-support/mongo';
import { type Db, MongoClient } from 'mongodb';
import { io, type Socket } from 'socket.io-client';
import type { ApiClient } from '../support/api-client.js';
import { ServerProcess } from '../support/server-process.js';
import { benchEnvironment } from './clusters/bench-server.js';
import { buildSenders, keepSending, type Sender, size, type Watched } from './clusters/statistics-cluster.js';
import { asRows, atRate, percentile } from './measure/latency.js';
import type { Measurement } from './measure/result.js';
import { cpuSeconds, settled } from './measure/settled.js';
import { dayOfVolumes, sizes, storedBytes } from './statistics-history.js';

const SECONDS = 60;
/** proc_stat(5): jiffies of all cores together, and the busy ones among them. */
async function machineTime(): Promise<{ all: number; busy: number }> {
  const times =
    /^cpu +(.*)$/m
      .exec(await readFile('/proc/stat', 'utf8'))?.[1]
      ?.split(' ')
      .slice(0, 8)
      .map(Number) ?? [];
  const all = times.reduce((sum, each) => sum + each, 0);
  return { all, busy: all - (times[3] ?? 0) - (times[4] ?? 0) };
}

async function residentMiB(pid: number): Promise<number> {
  const line = /VmRSS:\s+(\d+) kB/.exec(await readFile(`/proc/${pid}/status`, 'utf8'));
  return Number(line?.[1]) / 1024;
}

/** Value of a metric of the server, over all labels. */
async function metric(api: ApiClient, name: string): Promise<number> {
  const response = await fetch(`${api.url}/metrics`, { headers: { cookie: api.sessionCookie ?? '' } });
  const lines = (await response.text()).split('\n').filter((line) => line.startsWith(`${name} `) || line.startsWith(`${name}{`));
  return lines.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0);
}

interface LiveLags {
  /** Milliseconds from the end of a sample's interval at the agent to the arrival of its values at the viewer. */
  volume: number[];
  /** For the cluster: the longest that a sample can have waited. Such a sample arrived just after the previous message was made. */
  cluster: number[];
}

/** Watches the sender's volume, and the cluster. */
async function liveLag(api: ApiClient, { volumeId, sender }: Watched): Promise<{ stop(): LiveLags }> {
  const browser: Socket<ServerToConsoleEvents, ConsoleToServerEvents> = io(`${api.url}${CONSOLE_NAMESPACE}`, {
    transports: ['websocket'],
    forceNew: true,
    extraHeaders: { cookie: api.sessionCookie ?? '' },
  });
  const lags: LiveLags = { volume: [], cluster: [] };
  let before: number | undefined;
  browser.on('statistics', (message) => {
    const [now, at] = [Date.now(), Date.parse(message.at)];
    if (message.object === 'cluster') {
      if (before !== undefined) lags.cluster.push(now - before);
      before = now;
      return;
    }
    // Server and bench share one clock: the sample in this message had ended when the message came.
    const ended = sender.endedAt.findLast((each) => each <= at);
    if (ended !== undefined) lags.volume.push(now - ended);
  });
  await new Promise<void>((resolve) => browser.once('connect', resolve));
  await browser.emitWithAck('watch', { objects: [`volume:${volumeId}`, 'cluster'] });
  return {
    stop() {
      browser.disconnect();
      return lags;
    },
  };
}

async function ingest(api: ApiClient, server: ServerProcess, db: Db, senders: readonly Sender[], watched: Watched): Promise<Measurement[]> {
  const sending = keepSending(senders);
  await sleep(15_000); // every sender has started, and the first points are stored
  const live = await liveLag(api, watched);
  const [cpu, bytes, stored] = [
    await cpuSeconds(server.pid),
    await storedBytes(db, 'statisticsTenSeconds'),
    await metric(api, 'weft_server_statistics_points_total'),
  ];
  const machine = await machineTime();
  const own = monitorEventLoopDelay({ resolution: 1 });
  own.enable();
  const began = performance.now();
  const rest = await atRate(50, SECONDS, (n) => (n % 2 ? api.call(endpoints.listNodes) : api.call(endpoints.getSettings)));
  const seconds = (performance.now() - began) / 1000;
  own.disable();
  const cpuRatio = ((await cpuSeconds(server.pid)) - cpu) / seconds;
  const machineAfter = await machineTime();
  const busy = (machineAfter.busy - machine.busy) / (machineAfter.all - machine.all);
  const resident = await residentMiB(server.pid);
  const points = (await metric(api, 'weft_server_statistics_points_total')) - stored;
  const growth = (await storedBytes(db, 'statisticsTenSeconds')) - bytes;
  const lags = live.stop();
  const { answersMs, refusals } = await sending.stop();
  const lost = await metric(api, 'weft_server_statistics_points_lost_total');
  for (const refusal of new Set(refusals)) console.log(`bench: refused: ${refusal}`);
  const answered = percentile(answersMs, 0.99);
  const [lag, clusterLag] = [percentile(lags.volume, 0.99), percentile(lags.cluster, 0.99)];
  return [
    { name: `samples a second of ${senders.length} agents`, value: senders.length / (size.intervalMs / 1000), unit: '1/s' },
    { name: 'CPU of the server, of one core', value: cpuRatio * 100, unit: '%' },
    { name: 'CPU of the machine, with whatever else runs on it, of all cores', value: busy * 100, unit: '%' },
    { name: 'memory of the server, resident', value: resident, unit: 'MiB' },
    { name: 'points stored a second', value: points / seconds, unit: '1/s' },
    { name: 'points lost', value: lost, unit: 'count', aim: '0', met: lost === 0 },
    { name: 'samples refused', value: refusals.length, unit: 'count', aim: '0', met: refusals.length === 0 },
    { name: 'MongoDB growth an hour, by this minute: buckets begin big', value: (growth / seconds / 2 ** 20) * 3600, unit: 'MiB' },
    { name: 'a sample answered, p99', value: answered, unit: 'ms', aim: '< 1,000', met: answered < 1000 },
    {
      name: "a volume's values at a viewer after the sample ended at the agent, p99, with up to 0.1 s until the next live message",
      value: lag,
      unit: 'ms',
      aim: '< 1,000',
      met: lag < 1000,
    },
    {
      name: "the cluster's, of the sample that just missed the telling before, p99, with up to 0.9 s of waiting for the next",
      value: clusterLag,
      unit: 'ms',
      aim: '< 1,000',
      met: clusterLag < 1000,
    },
    { name: "the bench's own event loop behind, p99: in all times here", value: own.percentile(99) / 1e6, unit: 'ms' },
    ...asRows('REST meanwhile', rest, 100),
  ];
}

export async function benchStatistics(): Promise<Measurement[]> {
  const directory = await mkdtemp(join(tmpdir(), 'weft-bench-'));
  const mongo = await startMongo({ members: 1, dir: join(directory, 'mongodb') });
  const environment = {
    ...benchEnvironment,
    ...(process.env.BENCH_NODE_OPTIONS
      ? { NODE_OPTIONS: process.env.BENCH_NODE_OPTIONS, ELD_FILE: process.env.ELD_FILE ?? '', PROF_DIR: process.env.PROF_DIR ?? '' }
      : {}),
  };
  const server = await ServerProcess.start({ directory: join(directory, 'server'), mongoUri: mongo.uri, environment });
  const client = await new MongoClient(mongo.uri).connect();
  const senders: Sender[] = [];
  try {
    const db = client.db('weft');
    const api = await server.administrator();
    const { statisticsKeptHours } = await api.call(endpoints.getSettings);
    const built = await buildSenders(api, db);
    senders.push(...built.senders);
    await settled(server.pid);
    const rows = await ingest(api, server, db, senders, built.watched);
    for (const { socket } of senders) socket.disconnect();
    return [...rows, ...(await dayOfVolumes(db, api)), ...(await sizes(db, statisticsKeptHours))];
  } finally {
    for (const { socket } of senders) socket.disconnect();
    await client.close();
    await server.stop();
    await mongo.stop();
    await rm(directory, { recursive: true, force: true });
  }
}
