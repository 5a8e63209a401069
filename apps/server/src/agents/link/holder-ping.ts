import type { AgentSocket } from './agent-socket.js';

/** The other end answers pings of its own accord, also while its agent works. An answer to an earlier ping that comes now counts too: it is alive. */
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
