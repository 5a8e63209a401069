import { CLOCK_OFF, type Reason } from '@weft/shared/messages/report';

/** Less is no matter for logs and certificates, and what a time service may well leave for a while. */
const MOST_OFF_MS = 2000;

/** One message and its answer: when it was sent and answered by this host's clock, and in between what the server's clock was. Milliseconds since 1970. */
export interface Exchange {
  sentMs: number;
  serverMs: number;
  receivedMs: number;
}

/**
 * By how much this clock is ahead of the server's at the least, milliseconds; negative: behind. The server read its clock some time between the two:
 * what a slow link can explain is no difference.
 */
export function aheadMs({ sentMs, serverMs, receivedMs }: Exchange): number {
  if (serverMs < sentMs) return sentMs - serverMs;
  return serverMs > receivedMs ? receivedMs - serverMs : 0;
}

/** What is wrong with the clock; null: nothing that counts. */
export function clockProblem(exchange: Exchange): Reason | null {
  const ahead = aheadMs(exchange);
  if (Math.abs(ahead) <= MOST_OFF_MS) return null;
  const message = `its clock is at least ${Math.round(Math.abs(ahead) / 1000)} s ${ahead > 0 ? 'ahead of' : 'behind'} the server's`;
  return { code: CLOCK_OFF, message };
}
