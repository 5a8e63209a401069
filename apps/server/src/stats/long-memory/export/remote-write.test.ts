import { Registry } from 'prom-client';
import { beforeEach, describe, expect, test } from 'vitest';
import { type Answer, FakeReceiver } from '../../../../test-support/fake-receiver.js';
import { retryAfterSeconds } from '../receiver/long-memory-http.js';
import { ReceiverUnavailable, RemoteWrite } from './remote-write.js';
import { RemoteWriteMetrics } from './remote-write-metrics.js';

const sample = { labels: [['__name__', 'weft_history_cluster_reads']] as const, value: 1, at: 1_764_500_000_000 };
const never = new AbortController().signal;
const ACCEPTED: Answer = { status: 204 };

let receiver: FakeReceiver;
let registry: Registry;
let remote: RemoteWrite;
const started = (config: object = {}) => new RemoteWrite(receiver.http(config), `${receiver.url}/api/v1/write`, metrics);
let metrics: RemoteWriteMetrics;
beforeEach(async () => {
  receiver = await FakeReceiver.start();
  registry = new Registry();
  metrics = new RemoteWriteMetrics({ registry } as never);
  remote = started();
  return () => receiver.stop();
});
const value = async (name: string) => (await registry.getSingleMetric(`weft_server_remote_write_${name}`)?.get())?.values[0]?.value;
const failure = async (): Promise<ReceiverUnavailable> => {
  const error = await remote.send([sample], never).catch((thrown: unknown) => thrown);
  if (error instanceof ReceiverUnavailable) return error;
  throw new Error(`it did not fail: ${JSON.stringify(error)}`);
};

test('sends with the headers of the specification, and the credentials and tenant of the settings', async () => {
  remote = started({ longMemoryUser: 'weft', longMemoryPassword: 'secret', longMemoryTenant: 'storage' });
  expect(await remote.send([sample], never)).toBeNull();
  expect(receiver.received.at(-1)?.headers).toMatchObject({
    'content-encoding': 'snappy',
    'content-type': 'application/x-protobuf',
    'x-prometheus-remote-write-version': '0.1.0',
    'user-agent': expect.stringMatching(/^weft-server\//),
    authorization: `Basic ${Buffer.from('weft:secret').toString('base64')}`,
    'x-scope-orgid': 'storage',
  });
  expect(receiver.batches).toHaveLength(1);
  expect([await value('samples_sent_total'), await value('last_success_timestamp_seconds')]).toEqual([1, expect.any(Number)]);
});

describe.each<[string, Answer, string]>([
  ['500', { status: 500, body: 'out of memory' }, 'status 500: out of memory'],
  ['503 without a text', { status: 503 }, 'status 503'],
  ['429', { status: 429, body: 'too many samples' }, 'status 429: too many samples'],
  ['no answer', 'never', 'no answer within 0.5 s'],
  ['a closed connection', 'close', 'ECONNRESET'],
])('a receiver with %s', (_, answer, reason) => {
  test('is unavailable with its reason, waits longer each time, and gets the same samples later', async () => {
    receiver.answers = [ACCEPTED, answer];
    const waits: number[] = [];
    for (let n = 0; n < 3; n++) {
      const { message, waitMs } = await failure();
      expect(message).toBe(reason);
      waits.push(waitMs);
    }
    // 1, 2 and 4 s, half of it random.
    expect(waits.map((ms, n) => ms >= 500 * 2 ** n && ms <= 1000 * 2 ** n)).toEqual([true, true, true]);
    expect([await value('requests_failed_total'), await value('samples_refused_total'), await value('samples_sent_total')]).toEqual([
      3, 0, 0,
    ]);
    receiver.answers = [ACCEPTED];
    expect(await remote.send([sample], never)).toBeNull();
    expect(await value('samples_sent_total')).toBe(1);
  });
});

test('waits as long as Retry-After asks for, up to ten minutes', async () => {
  receiver.answers = [ACCEPTED, { status: 429, headers: { 'retry-after': '120' } }, { status: 503, headers: { 'retry-after': '86400' } }];
  expect((await failure()).waitMs).toBe(120_000);
  expect((await failure()).waitMs).toBe(600_000);
});

test('reads Retry-After as seconds or as a date', () => {
  const now = Date.parse('2026-11-30T12:00:00Z');
  expect(retryAfterSeconds('Mon, 30 Nov 2026 12:00:30 GMT', now)).toBe(30);
  expect(retryAfterSeconds('7', now)).toBe(7);
  for (const header of [undefined, 'soon', 'Mon, 30 Nov 2026 11:00:00 GMT']) expect(retryAfterSeconds(header, now)).toBeUndefined();
});

test('never sends a refused batch again, and counts its samples', async () => {
  receiver.answers = [ACCEPTED, { status: 400, body: 'out of order sample' }, ACCEPTED];
  expect(await remote.send([sample, sample], never)).toEqual({ status: 400, reason: 'status 400: out of order sample' });
  expect(await value('samples_refused_total')).toBe(2);
  expect(await remote.send([sample], never)).toBeNull();
  expect(receiver.batches.map((batch) => batch.length)).toEqual([2, 1]);
});

test.each([401, 403, 404])(
  'sends nothing to a receiver that answers %i to an empty request: no sample is lost by a wrong setting',
  async (status) => {
    receiver.answers = [{ status, body: 'no' }];
    for (let n = 0; n < 2; n++) expect((await failure()).message).toBe(`status ${status}: no`);
    expect([receiver.received.length, receiver.batches.length, await value('samples_refused_total')]).toEqual([2, 0, 0]);
    receiver.answers = [ACCEPTED];
    expect(await remote.send([sample], never)).toBeNull();
  },
);

test('sends no further batch after a token has expired, until an empty request is accepted', async () => {
  receiver.answers = [ACCEPTED, { status: 401 }];
  expect(await remote.send([sample], never)).toMatchObject({ status: 401 });
  await failure();
  expect(receiver.batches).toHaveLength(1);
  receiver.answers = [ACCEPTED];
  expect(await remote.send([sample], never)).toBeNull();
});

test('ends a request when the server stops', async () => {
  receiver.answers = ['never'];
  const stopping = new AbortController();
  const sent = remote.send([sample], stopping.signal);
  stopping.abort();
  await expect(sent).rejects.toThrow('ABORT_ERR');
});

test('refuses an answer that does not end', async () => {
  receiver.answers = [ACCEPTED, { status: 500, body: 'x'.repeat(100_000) }];
  expect((await failure()).message).toContain('more than 65536 bytes');
});
