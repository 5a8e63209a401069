import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { AgentSocket } from './agent-socket.js';
import type { AgentsRepository } from './agents.repository.js';
import { AssignmentPush } from './assignment-push.js';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('given an agent whose disk is full / when there is space again / then it is offered the same assignment again, ever more rarely, and no more once it has it', async () => {
  const answers = vi.fn(async (): Promise<unknown> => ({ refused: 'no space left on device' }));
  const socket = { connected: true, data: { nodeId: 'n', nodeName: 't1', connectionId: 'c' }, timeout: () => ({ emitWithAck: answers }) };
  const agents = {
    assignment: async () => ({ _id: 'n', clusterId: 'k', generation: 3, hash: 'h', content: {} }),
    updateConnected: async () => undefined,
    setConditions: async () => undefined,
  };
  const push = new AssignmentPush(socket as unknown as AgentSocket, agents as unknown as AgentsRepository);
  push.wake();
  await vi.advanceTimersByTimeAsync(0);
  expect(answers).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(5_000 + 10_000 + 20_000 + 40_000);
  expect(answers).toHaveBeenCalledTimes(5);
  answers.mockResolvedValue({ generation: 3 });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(answers).toHaveBeenCalledTimes(6);
  await vi.advanceTimersByTimeAsync(600_000);
  expect(answers).toHaveBeenCalledTimes(6);
  push.stop();
});
