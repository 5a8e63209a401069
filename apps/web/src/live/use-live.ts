import { useQueryClient } from '@tanstack/react-query';
import {
  CONSOLE_NAMESPACE,
  type ConsoleToServerEvents,
  RECENT_CHANGES_MS,
  type ServerToConsoleEvents,
} from '@weft/shared/links/console-link';
import { useEffect, useState } from 'react';
import { io, type Socket } from 'socket.io-client';
import { queryKeys } from '../api/query-keys.js';
import { serverNow } from '../api/server-clock.js';
import { changeListeners } from './change-listeners.js';
import { type Clock, LiveUpdates } from './live-updates.js';
import { StatisticsWatch } from './statistics-watch.js';

/** `lost`: displayed data may be stale since then. */
export type LiveState = { state: 'connecting' } | { state: 'live' } | { state: 'lost'; since: string };

const browserClock: Clock = {
  onFrame: (callback) => {
    if (document.hidden) setTimeout(callback, 250);
    else requestAnimationFrame(callback);
  },
  after: (milliseconds, callback) => {
    setTimeout(callback, milliseconds);
  },
};

/** Statistics watches of all charts, across reconnects of the live connection. */
export const statisticsWatch = new StatisticsWatch(browserClock);

/** The page's only live connection, while a user is logged in. */
export function useLive(): LiveState {
  const client = useQueryClient();
  const [state, setState] = useState<LiveState>({ state: 'connecting' });

  useEffect(() => {
    const updates = new LiveUpdates(client, browserClock);
    const socket: Socket<ServerToConsoleEvents, ConsoleToServerEvents> = io(CONSOLE_NAMESPACE, {
      transports: ['websocket'],
      reconnectionDelayMax: 3000,
    });
    const lost = () =>
      setState((before) => (before.state === 'lost' ? before : { state: 'lost', since: new Date(serverNow()).toISOString() }));
    let everConnected = false;
    const startedAt = performance.now();
    socket.on('connect', () => {
      // Changes during the interruption were missed. On the first connection the server sends the recent ones.
      if (everConnected || performance.now() - startedAt > RECENT_CHANGES_MS / 2) updates.resync();
      everConnected = true;
      statisticsWatch.connected({ watch: (objects, answered) => socket.emit('watch', { objects }, answered) });
      setState({ state: 'live' });
    });
    socket.on('disconnect', (reason) => {
      lost();
      statisticsWatch.connected(null);
      // The server closed the connection on purpose. If the session has ended, the next response shows it; otherwise a reconnect is allowed.
      if (reason === 'io server disconnect') {
        void client.invalidateQueries({ queryKey: queryKeys.session });
        setTimeout(() => socket.connect(), 1000);
      }
    });
    socket.on('connect_error', (error) => {
      lost();
      if ((error as Error & { data?: { code?: string } }).data?.code !== undefined) {
        void client.invalidateQueries({ queryKey: queryKeys.session });
        setTimeout(() => socket.connect(), 3000);
      }
    });
    socket.on('changes', (changes) => {
      updates.changed(changes);
      for (const listen of changeListeners) listen(changes);
    });
    socket.on('statistics', (now) => statisticsWatch.took(now));
    socket.on('job', (job) => updates.job(job));
    socket.on('resync', () => updates.resync());
    return () => {
      statisticsWatch.connected(null);
      socket.off();
      socket.close();
    };
  }, [client]);

  return state;
}
