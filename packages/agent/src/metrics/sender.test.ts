import type { AgentAck } from '@weft/shared/links/agent-link';
import { type Sample, sampleSchema } from '@weft/shared/messages/sample';
import { fromSparse } from '@weft/shared/stats/histograms';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { AgentSocket } from '../link/connection.js';
import { id } from '../testing/example-cluster.js';
import { Collector } from './collector.js';
import { SampleSender } from './sender.js';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A connection to a server that sends orders and answers. */
class FakeServer {
  readonly samples: Sample[] = [];
  connected = true;
  answers: () => Promise<AgentAck> = async () => ({ ok: true });
  #order: (order: unknown) => void = () => undefined;
  readonly socket = {
    on: (_: string, handler: (order: unknown) => void) => {
      this.#order = handler;
    },
    timeout: () => ({
      emitWithAck: (_: string, sample: unknown) => {
        this.samples.push(sampleSchema.parse(sample));
        return this.answers();
      },
    }),
  };
  constructor() {
    Object.defineProperty(this.socket, 'connected', { get: () => this.connected });
  }
  order(intervalSeconds: unknown): void {
    this.#order({ intervalSeconds });
  }
}

/** One volume with 100 reads a second; `readings` counts how often its counters were read. */
function agent() {
  const startedMs = Date.now();
  let readings = 0;
  let failure: Error | null = null;
  const attachment = { attachmentId: id('attachment', 1), volumeId: id('volume', 1), volumeName: 'v', key: 'weft-1' };
  const lines: string[] = [];
  const zero = {
    targetTaxSeconds: 0,
    agentCpuSeconds: 0,
    agentMemoryBytes: 1,
    memoryTotalBytes: 1,
    memoryAvailableBytes: 1,
    interrupts: 0,
  };
  const collector = new Collector(null as never, { assignment: undefined }, () => Date.now() - startedMs);
  collector.read = async () => {
    readings++;
    if (failure) throw failure;
    const reads = Math.round((Date.now() - startedMs) / 10);
    const io = {
      origin: '1',
      reads,
      writes: 0,
      readBytes: 0,
      writtenBytes: 0,
      readTimeNs: 0,
      writeTimeNs: 0,
      histogram: fromSparse([[9, reads]]),
    };
    return {
      atMs: collector.now(),
      subjects: { attachments: [attachment], legs: [] },
      counters: { io: { 'weft-1': io }, node: { ...zero, cores: {}, nics: [] } },
    };
  };
  const sender = new SampleSender({
    collector,
    inventory: () => null,
    log: (level, msg, fields) => void lines.push(JSON.stringify({ level, msg, ...fields })),
  });
  const attend = (server: FakeServer) => sender.attend(server.socket as unknown as AgentSocket);
  const fail = (error: Error | null): void => {
    failure = error;
  };
  return { sender, attend, lines, readings: () => readings, fail };
}
const seconds = (count: number) => vi.advanceTimersByTimeAsync(count * 1000);

test('samples only when ordered, over the ordered interval', async () => {
  const [server, { attend, readings }] = [new FakeServer(), agent()];
  attend(server);
  await seconds(60);
  expect(readings()).toBe(0);
  server.order(5);
  await seconds(21);
  expect(server.samples.map(({ sequence, durationMs, attachments }) => [sequence, durationMs, attachments[0]?.io.reads])).toEqual(
    [1, 2, 3, 4].map((sequence) => [sequence, 5000, 500]),
  );
  server.order(1);
  await seconds(3.5);
  expect(server.samples.slice(4).map(({ durationMs }) => durationMs)).toEqual([1000, 1000, 1000, 1000]);
});

test('stops reading without an acknowledgement, and covers the gap with the next sample', async () => {
  const [server, { attend, readings }] = [new FakeServer(), agent()];
  attend(server);
  server.order(1);
  await seconds(2);
  let answer: (ack: AgentAck) => void = () => undefined;
  server.answers = () => new Promise((resolve) => (answer = resolve));
  await seconds(1);
  const [sent, read] = [server.samples.length, readings()];
  await seconds(7);
  expect([server.samples.length, readings()]).toEqual([sent, read]);
  answer({ ok: true });
  await seconds(1);
  expect(server.samples.at(-1)).toMatchObject({ durationMs: 8000, attachments: [{ io: { reads: 800 } }] });
});

test('reads nothing while disconnected, and sends no sample of that time', async () => {
  const [first, second, { attend, readings }] = [new FakeServer(), new FakeServer(), agent()];
  attend(first);
  first.order(1);
  await seconds(3);
  first.connected = false;
  await seconds(2);
  const before = readings();
  await seconds(60);
  expect(readings()).toBe(before);
  attend(second);
  second.order(1);
  await seconds(2.5);
  expect(second.samples.map(({ durationMs }) => durationMs)).toEqual([1000, 1000]);
  expect(second.samples[0]?.sequence).toBeGreaterThan(first.samples.at(-1)?.sequence ?? 0);
});

test('logs each refusal, malformed order and read failure once, and keeps sampling', async () => {
  const [server, { attend, lines, fail }] = [new FakeServer(), agent()];
  attend(server);
  for (const wrong of [0, 61, 'often', Number.NaN]) server.order(wrong);
  server.order(1);
  server.answers = async () => ({ ok: false, code: 'malformed', detail: 'buckets' });
  await seconds(5);
  fail(new Error('no dm'));
  await seconds(3);
  fail(null);
  await seconds(3);
  const said = lines.filter((line) => !line.includes('"debug"'));
  expect(said).toHaveLength(3);
  for (const text of ['form', 'malformed: buckets', 'no dm']) expect(said.join()).toContain(text);
  expect(server.samples.length).toBeGreaterThan(6);
});
