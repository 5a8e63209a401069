import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import protobuf from 'protobufjs';
import { uncompress } from 'snappyjs';
import { loadConfig } from '../src/config/load-config.js';
import { LongMemoryHttp } from '../src/stats/long-memory/receiver/long-memory-http.js';

/** "Prometheus Remote-Write 1.0 specification", Protocol. */
const { root } = protobuf.parse(`syntax = "proto3";
  message WriteRequest { repeated TimeSeries timeseries = 1; reserved 2; }
  message TimeSeries { repeated Label labels = 1; repeated Sample samples = 2; }
  message Label { string name = 1; string value = 2; }
  message Sample { double value = 1; int64 timestamp = 2; }`);
const messageType = root.lookupType('WriteRequest');

export interface ReceivedSample {
  labels: Record<string, string>;
  names: string[];
  value: number;
  at: number;
}

/** Samples of a request, as any receiver reads them. */
export function samplesIn(body: Uint8Array): ReceivedSample[] {
  const decoded = messageType.toObject(messageType.decode(uncompress(new Uint8Array(body))), {
    longs: Number,
    arrays: true,
    defaults: true,
  });
  return (
    decoded as { timeseries: { labels: { name: string; value: string }[]; samples: { value: number; timestamp: number }[] }[] }
  ).timeseries.flatMap(({ labels, samples }) =>
    samples.map(({ value, timestamp }) => ({
      labels: Object.fromEntries(labels.map((each) => [each.name, each.value])),
      names: labels.map(({ name }) => name),
      value,
      at: timestamp,
    })),
  );
}

export type Answer = { status: number; headers?: Record<string, string>; body?: string } | 'never' | 'close';

/** A receiver of remote write that answers as the test says. */
export class FakeReceiver {
  readonly received: { headers: IncomingHttpHeaders; body: Buffer }[] = [];
  /** Answers in turn; the last one stays. */
  answers: Answer[] = [{ status: 204 }];

  private constructor(private readonly server: Server) {}

  static async start(): Promise<FakeReceiver> {
    const server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        receiver.received.push({ headers: request.headers, body: Buffer.concat(chunks) });
        const answer = receiver.answers.length > 1 ? receiver.answers.shift() : receiver.answers[0];
        if (answer === 'close') request.socket.destroy();
        else if (answer !== 'never' && answer) response.writeHead(answer.status, answer.headers).end(answer.body);
      });
    });
    const receiver = new FakeReceiver(server);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return receiver;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** Requests with samples; those without ask whether the sender is accepted. */
  get batches(): ReceivedSample[][] {
    return this.received.map(({ body }) => samplesIn(body)).filter((samples) => samples.length > 0);
  }

  /** A client that waits half a second. */
  http(more: object = {}): LongMemoryHttp {
    return new LongMemoryHttp({ ...loadConfig({ env: {} }), longMemoryTimeoutSeconds: 0.5, ...more });
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }
}
