import type { AgentSocket } from './agent-socket.js';

/**
 * Sends a message, and resolves with what the agent answers. The timer ends with the connection: the one of Socket.IO's `timeout()` does not, and would
 * keep the process of a stopped server alive.
 * @throws Error when no answer arrives in time, or the connection ends first
 */
export function answerTo(
  socket: AgentSocket,
  send: (socket: AgentSocket, ack: (answer: unknown) => void) => void,
  withinMs: number,
): Promise<unknown> {
  if (!socket.connected) return Promise.reject(new Error('the agent is not connected'));
  return new Promise((resolve, reject) => {
    const ended = () => {
      clearTimeout(timer);
      socket.off('disconnect', closed);
    };
    const closed = () => {
      ended();
      reject(new Error('the connection ended before the answer'));
    };
    const timer = setTimeout(() => {
      ended();
      reject(new Error(`no answer for ${withinMs / 1000} s`));
    }, withinMs);
    socket.on('disconnect', closed);
    send(socket, (answer) => {
      ended();
      resolve(answer);
    });
  });
}
