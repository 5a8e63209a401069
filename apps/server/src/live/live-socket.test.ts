import { expect, test } from 'vitest';
import { MAX_WAITING_PACKETS, type Outlet, sendBounded } from './live-socket.js';

test('sends nothing to a slow socket, then one re-read request, then changes again', () => {
  const sent: string[] = [];
  const socket = { data: {}, emit: (event: string) => sent.push(event) } satisfies Outlet;
  for (const waiting of [0, MAX_WAITING_PACKETS, MAX_WAITING_PACKETS + 1, 10, 0, 0])
    sendBounded(socket, waiting, () => sent.push('changes'));
  expect(sent).toEqual(['changes', 'changes', 'resync', 'changes']);
});
