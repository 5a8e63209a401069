import type { Logger } from '@nestjs/common';

interface Listening {
  onAny(listener: (event: string) => void): unknown;
  disconnect(close: true): unknown;
}

/** Disconnects a peer that sends an event other than those of its contract, and logs `message` with the facts. */
export function disconnectOnOther(
  socket: Listening,
  contract: readonly string[],
  logger: Logger,
  message: string,
  facts: () => object,
): void {
  socket.onAny((event) => {
    if (contract.includes(event)) return;
    logger.warn({ event: event.slice(0, 64), ...facts() }, message);
    socket.disconnect(true);
  });
}
