/** `npm run bench -- reads --beside TREE`: the same reads on this tree and on another one, in turns: load of the machine meets both alike. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { ApiClient } from '../support/api-client.js';
import { percentile } from './measure/latency.js';
import type { Measurement } from './measure/result.js';
import { type HeldServer, type MeasuredReads, measureReads, readRequests } from './reads.js';

/** Short, so that a busy moment of the machine meets both trees. With 12 turns, p99 is the 30th slowest of 3,000 requests. */
const secondsPerTurn = 5;
const turnsEach = 12;
/** Largest p99 of this tree, as a multiple of the other tree's. */
const largestRatio = 1.1;

interface Held {
  server: HeldServer;
  requests: Awaited<ReturnType<typeof readRequests>>;
  stop: () => Promise<void>;
}

/**
 * Starts the server of a tree.
 * @param tree folder of a tree whose bench has `reads --hold`
 */
async function hold(tree: string): Promise<Held> {
  const child = spawn(process.execPath, [join(tree, 'scripts/bench.mjs'), 'reads', '--hold'], { stdio: ['pipe', 'pipe', 'inherit'] });
  const server = await announced(child, tree);
  const api = ApiClient.inSession(server.url, server.sessionCookie);
  const stop = async (): Promise<void> => {
    const ended = once(child, 'exit');
    child.stdin.end();
    await ended;
  };
  return { server, requests: await readRequests(api, server), stop };
}

/** Reads the server's line of JSON, and prints the lines before it. @throws Error if the process ends before that line */
async function announced(child: ChildProcess & { stdout: NodeJS.ReadableStream }, tree: string): Promise<HeldServer> {
  for await (const line of createInterface({ input: child.stdout })) {
    if (line.startsWith('{')) return JSON.parse(line) as HeldServer;
    console.log(`${tree}: ${line}`);
  }
  throw new Error(`The bench of ${tree} ended before its server was ready. That tree must have "npm run bench -- reads --hold".`);
}

/** One kind of request on both servers, in turns. @returns what was measured, in the order of the servers */
async function inTurns(both: readonly [Held, Held], name: string): Promise<[MeasuredReads, MeasuredReads]> {
  const total: [MeasuredReads, MeasuredReads] = [
    { latencies: [], cpuMs: 0 },
    { latencies: [], cpuMs: 0 },
  ];
  for (let turn = -1; turn < turnsEach; turn += 1)
    // Neither tree is always the first of a pair.
    for (const which of turn % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const)) {
      const { server, requests } = both[which];
      const { latencies, cpuMs } = await measureReads(server.pid, secondsPerTurn, requests[name]!);
      if (turn < 0) continue; // warm-up
      total[which].latencies.push(...latencies);
      total[which].cpuMs += cpuMs;
    }
  return total;
}

const summary = ({ latencies, cpuMs }: MeasuredReads) => ({
  p50: percentile(latencies, 0.5),
  p99: percentile(latencies, 0.99),
  'server CPU per request': cpuMs / latencies.length,
});

function compared(name: string, [here, other]: readonly [MeasuredReads, MeasuredReads]): Measurement[] {
  const others = summary(other);
  return Object.entries(summary(here)).flatMap(([what, value]): Measurement[] => {
    const otherValue = others[what as keyof typeof others];
    const ratio = value / otherValue;
    return [
      { name: `${name}, ${what}`, value, unit: 'ms' },
      { name: `${name}, ${what}, other tree`, value: otherValue, unit: 'ms' },
      {
        ...{ name: `${name}, ${what}, ratio`, value: ratio, unit: 'ratio' as const },
        ...(what === 'p99' ? { aim: `at most ${largestRatio}`, met: ratio <= largestRatio } : {}),
      },
    ];
  });
}

/** @param otherTree folder of the other tree */
export async function benchReadsInTurns(tree: string, otherTree: string): Promise<Measurement[]> {
  const held: Held[] = [];
  try {
    const here = await hold(tree);
    held.push(here);
    const other = await hold(otherTree);
    held.push(other);
    const rows: Measurement[] = [];
    for (const name of Object.keys(here.requests)) rows.push(...compared(name, await inTurns([here, other], name)));
    return rows;
  } finally {
    for (const { stop } of held) await stop();
  }
}
