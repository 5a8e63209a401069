import type { AgentSocket } from './agent-socket.js';

/** The Socket.IO client answers pings by itself, also while the agent works. A late answer to an earlier ping counts too: the connection is alive. */
export function answersPing({ conn }: AgentSocket, withinMs: number): Promise<boolean> {
  return new Promise((resolve) => {
    const end = (isAlive: boolean) => {
      clearTimeout(timer);
      conn.off('heartbeat', heard);
      conn.off('close', closed);
      resolve(isAlive);
    };
    const heard = () => end(true);
    const closed = () => end(false);
    const timer = setTimeout(closed, withinMs);
    conn.on('heartbeat', heard);
    conn.on('close', closed);
    conn['sendPacket']('ping');
  });
}
