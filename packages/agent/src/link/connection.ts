import { AGENT_NAMESPACE, type AgentHandshake, type AgentToServerEvents, type ServerToAgentEvents } from '@weft/shared/links/agent-link';
import { io, type Socket } from 'socket.io-client';
import { steadyMs } from '../clock/steady-clock.js';
import { ServerSilence } from './server-silence.js';

export type AgentSocket = Socket<ServerToAgentEvents, AgentToServerEvents>;

const CONNECT_TIMEOUT_MS = 10_000;

export type Outcome =
  /** No answer: another server may work. */
  | { end: 'unreachable'; detail: string }
  /** The server answered and refused: credential, protocol, removed node. */
  | { end: 'refused'; code: string; detail: string }
  | { end: 'closed'; detail: string; connectedMs: number };

export interface ConnectionSettings {
  server: string;
  handshake: AgentHandshake;
  /** PEM of the certificate authority to trust, in place of the system's. */
  ca: string | undefined;
  signal: AbortSignal;
  /** Whether to leave a server that sends no probe, sooner than Socket.IO does. */
  leavesSilent: boolean;
  onSocket: (socket: AgentSocket) => void;
  onConnect: (socket: AgentSocket) => void;
}

/** One connection, from the attempt to its end. Never throws; the caller retries. */
export function connectOnce({ server, handshake, ca, signal, leavesSilent, onSocket, onConnect }: ConnectionSettings): Promise<Outcome> {
  return new Promise((resolve) => {
    const socket: AgentSocket = io(new URL(AGENT_NAMESPACE, server).href, {
      transports: ['websocket'],
      reconnection: false,
      forceNew: true,
      timeout: CONNECT_TIMEOUT_MS,
      auth: handshake,
      ...(ca === undefined ? {} : { ca }),
    });
    ignoreClock(socket);
    let connectedAt = 0;
    let ticks: NodeJS.Timeout | undefined;
    const end = (outcome: Outcome): void => {
      clearTimeout(limit);
      clearInterval(ticks);
      socket.io.removeAllListeners('ping');
      signal.removeEventListener('abort', stop);
      socket.removeAllListeners();
      socket.disconnect();
      resolve(outcome);
    };
    const stop = (): void => end({ end: 'closed', detail: 'the agent is stopping', connectedMs: 0 });
    // The transport may open and the namespace never answer: limit this wait too.
    const limit = setTimeout(
      () => end({ end: 'unreachable', detail: `no answer within ${CONNECT_TIMEOUT_MS / 1000} s` }),
      CONNECT_TIMEOUT_MS,
    );
    if (signal.aborted) return stop();
    signal.addEventListener('abort', stop);
    onSocket(socket);
    socket.on('connect', () => {
      clearTimeout(limit);
      connectedAt = steadyMs();
      if (leavesSilent) {
        const silence = new ServerSilence();
        socket.io.on('ping', () => silence.probed());
        ticks = setInterval(() => {
          if (silence.tick()) end({ end: 'closed', detail: 'the server sends no probes', connectedMs: steadyMs() - connectedAt });
        }, 1000);
      }
      onConnect(socket);
    });
    socket.on('connect_error', (error: Error & { data?: unknown; description?: unknown }) => {
      const data = error.data as { code?: unknown } | undefined;
      // A refused handshake carries the server's own message; a failed transport carries one of socket.io's messages.
      const transport = error.message === 'timeout' || error.message === 'websocket error' || error.message === 'xhr poll error';
      if (transport) return end({ end: 'unreachable', detail: causeOf(error) });
      end({ end: 'refused', code: typeof data?.code === 'string' ? data.code : 'refused', detail: error.message });
    });
    socket.on('disconnect', (reason) => end({ end: 'closed', detail: reason, connectedMs: steadyMs() - connectedAt }));
  });
}

/**
 * Before it sends, engine.io-client compares the clock with the time of the next expected probe, for browsers that slow down its timer
 * (`_hasPingExpired` of its socket). A machine whose clock is set an hour ahead would lose its server. The timer itself does not depend on the clock.
 */
function ignoreClock({ io: { engine } }: AgentSocket): void {
  Object.assign(engine, { _hasPingExpired: () => false });
}

function causeOf(error: Error & { description?: unknown }): string {
  const inner =
    (error.description as { error?: Error; message?: string } | undefined)?.error?.message ??
    (error.description as { message?: string } | undefined)?.message;
  return inner ? `${error.message}: ${inner}` : error.message;
}
