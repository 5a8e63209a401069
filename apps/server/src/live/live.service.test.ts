import { expect, it, vi } from 'vitest';
import type { ApiTokens } from '../core/auth/api-tokens.js';
import type { Sessions } from '../core/auth/sessions.js';
import type { ChangeFeed } from '../core/changes/change-feed.js';
import type { Mongo } from '../core/mongo/mongo.js';
import type { JobsService } from '../jobs/jobs.service.js';
import { LiveService } from './live.service.js';
import type { LiveReach } from './live-reach.js';
import type { LiveNamespace } from './live-socket.js';

it('disconnects browsers whose session ended while changes were lost, and keeps the others', async () => {
  const socket = (sessionId: string | undefined) => ({
    data: { caller: { kind: 'user', id: 'u' }, sessionId },
    conn: { writeBuffer: [] },
    emit: vi.fn(),
    disconnect: vi.fn(),
  });
  const [ended, current] = [socket('ended'), socket('current')];
  let lostChanges = (): void => undefined;
  const feed = {
    onChange: () => undefined,
    onResync: (listener: () => void) => {
      lostChanges = listener;
    },
  };
  const sessions = { findById: async (id: string) => (id === 'current' ? { id } : null) };
  const mongo = { primary: { onChange: () => undefined } } as unknown as Mongo;
  const live = new LiveService(
    feed as unknown as ChangeFeed,
    {} as JobsService,
    sessions as unknown as Sessions,
    {} as ApiTokens,
    mongo,
    {} as LiveReach,
  );
  live.onModuleInit();
  live.serve({ sockets: new Map([ended, current].map((each) => [each.data.sessionId, each])) } as unknown as LiveNamespace);
  lostChanges();
  await vi.waitFor(() => expect(ended.disconnect).toHaveBeenCalledWith(true));
  expect(current.disconnect).not.toHaveBeenCalled();
  expect(current.emit).toHaveBeenCalledWith('resync');
});
