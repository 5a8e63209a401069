import type { Logger } from '@nestjs/common';

interface Listening {
  onAny(listener: (event: string) => void): unknown;
  disconnect(close: true): unknown;
}

/** Whoever sends another event than the only one of its contract is disconnected, and `message` with the facts about it is logged. */
export function disconnectOnOther(socket: Listening, only: string, logger: Logger, message: string, facts: () => object): void {
  socket.onAny((event) => {
    if (event === only) return;
    logger.warn({ event: event.slice(0, 64), ...facts() }, message);
    socket.disconnect(true);
  });
}
