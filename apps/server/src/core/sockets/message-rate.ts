import { Logger } from '@nestjs/common';
import type { Socket } from 'socket.io';

export interface MessageRateOptions {
  /** Messages a second, on average. */
  perSecond: number;
  /** Messages at once. */
  burst: number;
  /** Characters of one message as JSON; absent: as the socket allows. */
  maxCharacters?: number;
}

const logger = new Logger('sockets');

/** Pays for each message with a token. @returns whether there was one. */
export function messageBucket({ perSecond, burst }: MessageRateOptions, now: () => number = () => performance.now() / 1000): () => boolean {
  let tokens = burst;
  let at = now();
  return () => {
    const time = now();
    tokens = Math.min(burst, tokens + (time - at) * perSecond);
    at = time;
    if (tokens < 1) return false;
    tokens -= 1;
    return true;
  };
}

/** Closes a socket that sends too much or too often, and tells it why in the event `refused` before. Call it once for each socket of a namespace. */
export function limitMessages(socket: Socket, options: MessageRateOptions): void {
  const pay = messageBucket(options);
  const refuse = (reason: string) => {
    logger.warn({ namespace: socket.nsp.name, address: socket.handshake.address, reason }, 'a socket was closed');
    socket.emit('refused', { code: 'rate-limited', detail: reason });
    socket.disconnect(true);
  };
  socket.use(([, ...payload], next) => {
    if (!socket.connected) return;
    if (!pay()) refuse(`more than ${options.perSecond} messages a second`);
    else if (options.maxCharacters !== undefined && JSON.stringify(payload).length > options.maxCharacters)
      refuse(`a message of more than ${options.maxCharacters} characters`);
    else next();
  });
}
