import { setTimeout as sleep } from 'node:timers/promises';
import { endpoints } from '@weft/shared/endpoints/endpoints';
import { REPORTS_STALE_AFTER_SECONDS } from '@weft/shared/links/agent-link';
import type { IoSample, Sample } from '@weft/shared/messages/sample';
import type { ApiClient } from '../support/api-client.js';
import type { ScriptedAgent } from '../support/scripted-agent.js';
import { CLIENTS_EACH, LEGS, type SeededCluster } from './clusters/seeded-cluster.js';

const CHANGE_MS = 1000;
/** Each agent reports at least so often: after `REPORTS_STALE_AFTER_SECONDS` without a report its node counts as lost. */
const REPORT_MS = (REPORTS_STALE_AFTER_SECONDS / 3) * 1000;
const CORES = 16;
const VOLUME_LATENCY_NS = 180_000;
const LEG_LATENCY_NS = 120_000;

/** I/O of one interval. Some volumes do a hundred times as much as others. */
const io = (at: number, turn: number, seconds: number, latencyNs = VOLUME_LATENCY_NS): IoSample => {
  const all = Math.round((500 + ((at * 7919) % 97) ** 2.2 + ((turn * 31 + at) % 50)) * seconds);
  const parts: [bucket: number, part: number][] = [
    [10, 0.2],
    [12, 0.5],
    [14, 0.25],
    [18, 0.04],
    [24, 0.01],
  ];
  const histogram = parts.map(([bucket, part]): [number, number] => [bucket, Math.round(all * part)]);
  const count = histogram.reduce((sum, [, each]) => sum + each, 0);
  const reads = Math.floor(count * 0.7);
  return {
    ...{ reads, writes: count - reads, readBytes: reads * 8192, writtenBytes: (count - reads) * 8192 },
    ...{ timeNs: count * latencyNs, readTimeNs: reads * latencyNs, writeTimeNs: (count - reads) * latencyNs },
    histogram,
  };
};

const machine = (at: number, turn: number, seconds: number): NonNullable<Sample['node']> => {
  const busy = (core: number) => 0.01 + (((at + 3) * (core + 1) + turn) % 20) / 100;
  return {
    cores: Array.from({ length: CORES }, (_, core) => ({
      ...{ user: seconds * busy(core) * 0.5, system: seconds * busy(core) * 0.5, irq: 0, softirq: 0, steal: 0 },
      idle: seconds * (1 - busy(core)),
    })),
    ...{ targetTaxSeconds: seconds * 0.04, agentCpuSeconds: seconds * 0.01, agentMemoryBytes: 60 * 2 ** 20 },
    ...{ memoryTotalBytes: 2 ** 37, memoryAvailableBytes: 2 ** 36, interrupts: Math.round(50_000 * seconds) },
    nics: ['eth1', 'eth2'].map((name) => ({
      ...{ name, rxBytes: Math.round(3e8 * seconds), txBytes: Math.round(1e8 * seconds), rxErrors: 0, txErrors: 0 },
    })),
  };
};

interface LiveUpdates {
  /** @throws Error when the server refused a sample: measurements of that time are worthless. */
  check(): void;
  stop(): Promise<void>;
}

/** Until stopped: sends statistics of every node at the interval that the server ordered, and changes one volume every second. */
export function liveUpdates(api: ApiClient, { agents, attachments, legs, volumeIds }: SeededCluster): LiveUpdates {
  let stopped = false;
  const refused: string[] = [];
  const ofAgent = new Map<ScriptedAgent, typeof attachments>();
  for (const attachment of attachments) ofAgent.set(attachment.agent, [...(ofAgent.get(attachment.agent) ?? []), attachment]);
  const volumeAt = new Map(volumeIds.map((id, at) => [id, at]));
  const sampling = agents.map(async (agent, index) => {
    let last = performance.now();
    let reported = last;
    await sleep((agent.samplingSeconds * 1000 * index) / agents.length + 1000);
    for (let turn = 0; !stopped; turn += 1) {
      // The time that has passed, not the ordered interval: the order may be new.
      const now = performance.now();
      const durationMs = Math.floor(now - last);
      last = now;
      const seconds = durationMs / 1000;
      const own = (ofAgent.get(agent) ?? []).map(({ id, volumeId }) => ({
        ...{ attachmentId: id, volumeId },
        io: io(volumeAt.get(volumeId) ?? 0, turn, seconds),
      }));
      const answer = await agent.sample(own, {
        ...{ durationMs, node: machine(index, turn, seconds) },
        // The I/O of all clients of a volume is spread over its legs.
        legs: (legs.get(agent.nodeId) ?? []).map((leg) => ({
          ...leg,
          io: io(volumeAt.get(leg.volumeId) ?? 0, turn, (seconds * CLIENTS_EACH) / LEGS, LEG_LATENCY_NS),
        })),
      });
      if (!answer.ok) refused.push(answer.detail);
      if (now - reported > REPORT_MS) {
        reported = now;
        await agent.find([]);
      }
      await sleep(agent.samplingSeconds * 1000);
    }
  });
  const changing = (async () => {
    for (let turn = 0; !stopped; turn += 1) {
      const id = volumeIds[turn % 50] ?? '';
      const { version } = await api.call(endpoints.getVolume, { params: { id } });
      await api.call(endpoints.updateVolume, { params: { id }, ifMatch: version, body: { description: `turn ${turn}` } });
      await sleep(CHANGE_MS);
    }
  })();
  const check = () => {
    if (refused.length > 0) throw new Error(`${refused.length} samples were refused, so nothing was measured: ${refused[0]}`);
  };
  return {
    check,
    async stop() {
      stopped = true;
      await Promise.all([...sampling, changing]);
      check();
    },
  };
}
