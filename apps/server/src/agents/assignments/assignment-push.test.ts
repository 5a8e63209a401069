import { EventEmitter } from 'node:events';
import type { Held } from '@weft/shared/messages/history';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ReportedNodes } from '../../domain/store/reported-nodes.service.js';
import type { AgentSocket } from '../link/agent-socket.js';
import { AssignmentPush } from './assignment-push.js';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const HISTORY = '11111111-0000-4000-8000-000000000001';
const stored = (status: object = {}) => ({
  assignment: async () => ({ _id: 'n', clusterId: 'k', generation: 3, hash: 'h', content: {} }),
  node: async () => ({ status }),
  historyId: async () => HISTORY,
  offer: async () => true,
});

/** A connected agent that answers assignments so; undefined: it never answers. */
class FakeSocket extends EventEmitter {
  connected = true;
  readonly data = { nodeId: 'n', nodeName: 't1', connectionId: 'c' };
  constructor(private readonly answer: (assignment: { generation: number }) => unknown) {
    super();
  }
  override emit(event: string, ...args: unknown[]): boolean {
    if (event !== 'assignment') return super.emit(event, ...args);
    const [assignment, acknowledge] = args as [{ generation: number }, (answer: unknown) => void];
    const answer = this.answer(assignment);
    if (answer !== undefined) acknowledge(answer);
    return true;
  }
}

/** @returns the sent messages, each with an acknowledgement. */
async function pushedTo(held: Held | null, status: object = {}, offer = true): Promise<unknown[]> {
  const sent: unknown[] = [];
  const socket = new FakeSocket((message) => {
    sent.push(message);
    return { generation: message.generation };
  });
  const agents = {
    ...stored(status),
    offer: async () => offer,
    updateConnected: async () => undefined,
    setConditions: async () => undefined,
  };
  const push = new AssignmentPush(socket as unknown as AgentSocket, agents as unknown as ReportedNodes);
  if (held) push.heard(held);
  push.wake();
  await vi.advanceTimersByTimeAsync(0);
  push.stop();
  return sent;
}

test('sends an assignment the agent does not hold, with the generations the database knows (S14)', async () => {
  const before = { historyId: HISTORY, generation: 2, hash: 'g' };
  expect(await pushedTo(before, { acknowledged: before })).toMatchObject([
    { generation: 3, historyId: HISTORY, acknowledged: true, known: [before, { historyId: HISTORY, generation: 3, hash: 'h' }] },
  ]);
  expect(await pushedTo(null)).toMatchObject([{ acknowledged: false }]);
  expect(await pushedTo({ historyId: HISTORY, generation: 3, hash: 'h' })).toEqual([]);
});

test('sends again at an equal generation if the agent holds another history or content', async () => {
  expect(await pushedTo({ historyId: null, generation: 3, hash: 'h' })).toHaveLength(1);
  expect(await pushedTo({ historyId: HISTORY, generation: 3, hash: 'other' })).toHaveLength(1);
  expect(await pushedTo({ historyId: null, generation: 3, hash: '' })).toEqual([]);
});

test('sends nothing while the node’s history is in doubt or its connection is superseded (S14)', async () => {
  expect(await pushedTo(null, { historyDoubt: { id: 'd' } })).toEqual([]);
  expect(await pushedTo(null, {}, false)).toEqual([]);
});

test('retries a refused assignment with back-off until the agent accepts it', async () => {
  const answers = vi.fn((): unknown => ({ refused: 'no space left on device' }));
  const socket = new FakeSocket(answers);
  const agents = {
    ...stored(),
    updateConnected: async () => undefined,
    setConditions: async () => undefined,
  };
  const push = new AssignmentPush(socket as unknown as AgentSocket, agents as unknown as ReportedNodes);
  push.wake();
  await vi.advanceTimersByTimeAsync(0);
  expect(answers).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(5_000 + 10_000 + 20_000 + 40_000);
  expect(answers).toHaveBeenCalledTimes(5);
  answers.mockReturnValue({ generation: 3 });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(answers).toHaveBeenCalledTimes(6);
  await vi.advanceTimersByTimeAsync(600_000);
  expect(answers).toHaveBeenCalledTimes(6);
  push.stop();
});

test('waits no longer for the answer of an agent whose connection has ended: no timer stays', async () => {
  const socket = new FakeSocket(() => undefined);
  const push = new AssignmentPush(socket as unknown as AgentSocket, stored() as unknown as ReportedNodes);
  push.wake();
  await vi.advanceTimersByTimeAsync(0);
  expect(vi.getTimerCount()).toBe(1);
  socket.connected = false;
  socket.emit('disconnect');
  await vi.advanceTimersByTimeAsync(0);
  push.stop();
  expect(vi.getTimerCount()).toBe(0);
  expect(push.isBusy).toBe(false);
  expect(socket.listenerCount('disconnect')).toBe(0);
});
