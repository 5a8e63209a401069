import type { Logger } from '@nestjs/common';

interface Listening {
  onAny(listener: (event: string) => void): unknown;
  disconnect(close: true): unknown;
}

/** Disconnects a peer that sends an event other than `only`, the one event of its contract, and logs `message` with the facts. */
export function disconnectOnOther(socket: Listening, only: string, logger: Logger, message: string, facts: () => object): void {
  socket.onAny((event) => {
    if (event === only) return;
    logger.warn({ event: event.slice(0, 64), ...facts() }, message);
    socket.disconnect(true);
  });
}
