/** The process of the agents: scripted agents, which the bench orders to connect, to sample and to move. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { IoSample, Sample } from '@weft/shared/messages/sample';
import { ScriptedAgent } from '../../support/scripted-agent.js';
import { inParallel, nodeAt } from '../clusters/large-cluster.js';
import type { AgentOrder, AgentOrders, AgentsState, Answered, Asked, SampledObjects } from './agent-orders.js';

/** About 20 buckets, as a device under mixed load has. */
function ioSample(seed: number): IoSample {
  const histogram = Array.from({ length: 20 }, (_, n): [number, number] => [6 + n, 1 + ((seed * 31 + n * 97) % (n < 8 ? 4000 : 300))]);
  const all = histogram.reduce((sum, [, count]) => sum + count, 0);
  const reads = Math.floor(all * 0.7);
  return {
    ...{ reads, writes: all - reads, readBytes: reads * 8192, writtenBytes: (all - reads) * 16_384 },
    ...{ timeNs: all * 180_000, readTimeNs: reads * 180_000, writeTimeNs: (all - reads) * 180_000 },
    histogram,
  };
}

const nodeSample = (seconds: number, seed: number): Sample['node'] => ({
  cores: [{ user: seconds * 0.1, system: seconds * 0.01, irq: 0, softirq: seconds * 0.005, steal: 0, idle: seconds * 0.885 }],
  ...{ targetTaxSeconds: seconds * 0.04, agentCpuSeconds: seconds * 0.01, agentMemoryBytes: 60 * 2 ** 20 + seed * 4096 },
  ...{ memoryTotalBytes: 2 ** 37, memoryAvailableBytes: 2 ** 36 + seed * 4096, interrupts: 50_000 + seed * 13 },
  nics: ['eth1', 'eth2'].map((name) => ({ name, rxBytes: 3e9 + seed * 1021, txBytes: 1e9 + seed * 509, rxErrors: 0, txErrors: 0 })),
});

class Agents {
  private agents: ScriptedAgent[] = [];
  private readonly objects = new Map<string, SampledObjects>();
  private readonly state: AgentsState = {
    connected: 0,
    losses: {},
    samplingSeconds: 0,
    assignments: 0,
    arrivedAt: {},
    samples: { taken: 0, refused: 0 },
  };
  /** Ends the sampling that runs. */
  private sampling = new AbortController();

  async connect({ url, sizes, nodes }: AgentOrders['connect']['takes']): Promise<AgentOrders['connect']['gives']> {
    const agents = await inParallel(nodes, ({ index, ...identity }) =>
      ScriptedAgent.connect(url, { ...identity, ...nodeAt(index, sizes) }),
    );
    for (const agent of agents)
      agent.onAssignment = () => {
        this.state.assignments += 1;
        this.state.arrivedAt[agent.nodeId] = Date.now();
      };
    this.agents = [...this.agents, ...agents];
    return agents.map(({ bootId }) => bootId);
  }

  async take({ objects }: AgentOrders['objects']['takes']): Promise<null> {
    for (const each of objects) this.objects.set(each.nodeId, each);
    return null;
  }

  /** Each agent samples at its own point of every interval. */
  async sample({ everySeconds }: AgentOrders['sample']['takes']): Promise<null> {
    this.sampling.abort();
    if (everySeconds === null) return null;
    this.sampling = new AbortController();
    const { signal } = this.sampling;
    for (const [at, agent] of this.agents.entries()) void this.keepSampling(agent, at / this.agents.length, everySeconds * 1000, signal);
    return null;
  }

  async now(): Promise<AgentsState> {
    const losses: Record<string, number> = {};
    const samplingSeconds = this.agents.reduce((most, agent) => Math.max(most, agent.samplingSeconds), 0);
    for (const reason of this.agents.flatMap((agent) => agent.losses)) losses[reason] = (losses[reason] ?? 0) + 1;
    return { ...this.state, connected: this.agents.filter(({ connected }) => connected).length, losses, samplingSeconds };
  }

  async move({ urls }: AgentOrders['move']['takes']): Promise<null> {
    for (const [at, agent] of this.agents.entries()) agent.moveTo(urls[at % urls.length] ?? '');
    return null;
  }

  async close(): Promise<null> {
    this.sampling.abort();
    await Promise.all(this.agents.map((agent) => agent.close()));
    return null;
  }

  private async keepSampling(agent: ScriptedAgent, phase: number, everyMs: number, signal: AbortSignal): Promise<void> {
    let due = performance.now() + phase * everyMs;
    let before = due - everyMs;
    for (let sequence = 1; !signal.aborted; sequence++) {
      await sleep(Math.max(0, due - performance.now()));
      // A busy server asks for a longer interval.
      const intervalMs = Math.max(everyMs, agent.samplingSeconds * 1000);
      due = Math.max(due + intervalMs, performance.now());
      if (signal.aborted || !agent.connected) continue;
      // Since the sample before, as an agent measures it.
      const durationMs = Math.round(performance.now() - before);
      before = performance.now();
      const objects = this.objects.get(agent.nodeId);
      const attachments = (objects?.attachments ?? []).map((each, n) => ({ ...each, io: ioSample(sequence * 7 + n) }));
      const legs = (objects?.legs ?? []).map((each, n) => ({ ...each, io: ioSample(sequence * 5 + n) }));
      try {
        const { ok } = await agent.sample(attachments, { legs, durationMs, node: nodeSample(durationMs / 1000, sequence) });
        this.state.samples[ok ? 'taken' : 'refused'] += 1;
      } catch {
        this.state.samples.refused += 1; // the server is gone: its storm is measured
      }
    }
  }
}

/** Runs until the bench ends it, or goes. */
export async function main(): Promise<void> {
  const agents = new Agents();
  const orders: { [O in AgentOrder]: (takes: never) => Promise<AgentOrders[O]['gives']> } = {
    connect: (takes) => agents.connect(takes),
    objects: (takes) => agents.take(takes),
    sample: (takes) => agents.sample(takes),
    state: () => agents.now(),
    move: (takes) => agents.move(takes),
    close: () => agents.close(),
  };
  process.on('message', ({ number, order, takes }: Asked) => {
    const answer = (rest: Omit<Answered, 'number'>) => process.send?.({ number, ...rest } satisfies Answered);
    orders[order](takes as never).then(
      (gives) => answer({ gives }),
      (error: Error) => answer({ error: error.message }),
    );
  });
  await new Promise((resolve) => process.once('disconnect', resolve));
}
