import { EventEmitter } from 'node:events';
import type { AgentAck } from '@weft/shared/links/agent-link';
import type { Trace } from '@weft/shared/timeline/trace';
import { describe, expect, it, vi } from 'vitest';
import { id } from '../testing/example-cluster.js';
import type { AgentSocket } from './connection.js';
import { TraceSender } from './trace-sender.js';

describe('TraceSender', () => {
  class FakeSocket extends EventEmitter {
    connected = true;
    answer: AgentAck = { ok: true };
    readonly sent: unknown[] = [];
    timeout() {
      return {
        emitWithAck: async (event: string, message: unknown) => {
          this.sent.push([event, message]);
          return this.answer;
        },
      };
    }
  }
  const one = { kind: 'leg', id: id('leg', 1), generation: 3, begin: 'assignment', spans: [], omitted: 0, sentMs: 1 } satisfies Trace;
  const sending = () => {
    const due = [[one], [one]];
    const socket = new FakeSocket();
    const traces = { take: () => due.shift() ?? [], onEnded: () => undefined };
    const sender = new TraceSender(traces, () => undefined);
    sender.attend(socket as unknown as AgentSocket);
    return { socket, traces, due };
  };

  it('sends nothing to a server of an earlier version, which asks for nothing', () => {
    const { socket, traces, due } = sending();
    traces.onEnded();
    expect([socket.sent, due.length]).toEqual([[], 2]);
  });

  it('sends ended traces to a server that asked for them on this connection', async () => {
    const { socket, traces, due } = sending();
    socket.emit('tracing', { wanted: true });
    traces.onEnded();
    await vi.waitFor(() => expect(due).toEqual([]));
    expect(socket.sent).toEqual([
      ['trace', { traces: [one] }],
      ['trace', { traces: [one] }],
    ]);
  });

  it('sends no more on a connection whose server refused one', async () => {
    const { socket, traces, due } = sending();
    socket.answer = { ok: false, code: 'invalid', detail: 'another form' };
    socket.emit('tracing', { wanted: true });
    traces.onEnded();
    await vi.waitFor(() => expect(socket.sent).toHaveLength(1));
    traces.onEnded();
    expect([socket.sent.length, due.length]).toEqual([1, 1]);
  });
});
