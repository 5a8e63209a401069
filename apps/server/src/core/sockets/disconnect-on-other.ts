import type { Logger } from '@nestjs/common';

interface Listening {
  onAny(listener: (event: unknown) => void): unknown;
  disconnect(close: true): unknown;
}

/** Name of an event as a peer sent it, shortened for logs: on the wire it may be a number too (Socket.IO protocol 5, "EVENT"). */
export const eventName = (event: unknown): string => String(event).slice(0, 64);

/** Disconnects a peer that sends an event other than those of its contract, and logs `message` with the facts. */
export function disconnectOnOther(
  socket: Listening,
  contract: readonly string[],
  logger: Logger,
  message: string,
  facts: () => object,
): void {
  socket.onAny((event) => {
    if (contract.some((name) => name === event)) return;
    logger.warn({ event: eventName(event), ...facts() }, message);
    socket.disconnect(true);
  });
}
