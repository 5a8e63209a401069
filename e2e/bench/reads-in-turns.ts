/** `npm run bench -- reads --beside TREE`: the same reads on this tree and on another one, in turns, so that both meet the same moments of the machine. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { ApiClient } from '../support/api-client.js';
import { atRate, percentile } from './measure/latency.js';
import type { Measurement } from './measure/result.js';
import { type HeldServer, readRequests, requestsPerSecond } from './reads.js';
import { cpuSeconds } from './settled.js';

/** A turn is short against the machine's quiet and busy moments. With 12 turns the p99 of a tree is the 30th slowest of its 3,000 requests. */
const secondsPerTurn = 5;
const turnsEach = 12;
/** The aim of the issue that moved the domain into one room. */
const worstRatio = 1.1;

interface Measured {
  latencies: number[];
  cpuSeconds: number;
}

type Held = { server: HeldServer; requests: Awaited<ReturnType<typeof readRequests>>; stop: () => Promise<void> };

/** @param tree folder of a tree with its packages installed, whose bench knows `reads --hold` */
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

/** The line of JSON among the output of the set-up. @throws Error if the process ends before it */
async function announced(child: ChildProcess & { stdout: NodeJS.ReadableStream }, tree: string): Promise<HeldServer> {
  for await (const line of createInterface({ input: child.stdout })) {
    if (line.startsWith('{')) return JSON.parse(line) as HeldServer;
    console.log(`${tree}: ${line}`);
  }
  throw new Error(`the bench of ${tree} ended before its server was ready; it must know "reads --hold"`);
}

async function turn({ server, requests }: Held, name: string, into: Measured): Promise<void> {
  const before = await cpuSeconds(server.pid);
  into.latencies.push(...(await atRate(requestsPerSecond, secondsPerTurn, requests[name]!)));
  into.cpuSeconds += (await cpuSeconds(server.pid)) - before;
}

const summary = ({ latencies, cpuSeconds: used }: Measured): Record<string, number> => ({
  p50: percentile(latencies, 0.5),
  p99: percentile(latencies, 0.99),
  'server CPU per request': (used * 1000) / latencies.length,
});

function compared(name: string, here: Measured, beside: Measured): Measurement[] {
  const other = summary(beside);
  return Object.entries(summary(here)).flatMap(([what, value]): Measurement[] => {
    const ratio = value / other[what]!;
    return [
      { name: `${name}, ${what}`, value, unit: 'ms' },
      { name: `${name}, ${what}, other tree`, value: other[what]!, unit: 'ms' },
      {
        ...{ name: `${name}, ${what}, ratio`, value: ratio, unit: 'ratio' as const },
        ...(what === 'p99' ? { aim: `at most ${worstRatio}`, met: ratio <= worstRatio } : {}),
      },
    ];
  });
}

/** @param besideTree folder of the other tree */
export async function benchReadsInTurns(tree: string, besideTree: string): Promise<Measurement[]> {
  const here = await hold(tree);
  try {
    const beside = await hold(besideTree);
    try {
      const rows: Measurement[] = [];
      for (const name of Object.keys(here.requests)) {
        const measured = [here, beside].map((each) => ({ each, into: { latencies: [], cpuSeconds: 0 } as Measured }));
        for (const { each } of measured) await turn(each, name, { latencies: [], cpuSeconds: 0 }); // warm-up
        for (let n = 0; n < turnsEach; n += 1)
          // Neither tree is always the first of a pair.
          for (const { each, into } of n % 2 === 0 ? measured : measured.toReversed()) await turn(each, name, into);
        rows.push(...compared(name, measured[0]!.into, measured[1]!.into));
      }
      return rows;
    } finally {
      await beside.stop();
    }
  } finally {
    await here.stop();
  }
}
