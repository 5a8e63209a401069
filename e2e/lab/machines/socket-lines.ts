import type { Socket } from 'node:net';
import { createInterface } from 'node:readline';

/** Calls `take` for each line that a machine sends. A connection that is reset ends, without an error: the test kills the machine at the other end. */
export function takeLines(socket: Socket, take: (line: string) => void): void {
  socket.on('error', () => socket.destroy());
  // readline emits each error of its input again.
  createInterface({ input: socket })
    .on('line', take)
    .on('error', () => socket.destroy());
}
