import { CLOCK_OFF } from '@weft/shared/messages/report';
import { type AgentReason, reason } from '../reason/reason.js';

/** A smaller difference does not matter for logs and certificates, and a time service may leave it for a while. */
export const MOST_OFF_MS = 2000;

/** One message and its answer: sent and received by this host's clock, and the server's clock in between. Milliseconds since 1970. */
export interface Exchange {
  sentMs: number;
  serverMs: number;
  receivedMs: number;
}

/**
 * By how many milliseconds this clock is at least ahead of the server's; negative: behind. The server read its clock between sending and receiving:
 * a difference that a slow link can explain counts as 0.
 */
export function aheadMs({ sentMs, serverMs, receivedMs }: Exchange): number {
  if (serverMs < sentMs) return sentMs - serverMs;
  return serverMs > receivedMs ? receivedMs - serverMs : 0;
}

/** The problem with the clock; null: none that matters. */
export function clockProblem(exchange: Exchange): AgentReason | null {
  const ahead = aheadMs(exchange);
  if (Math.abs(ahead) <= MOST_OFF_MS) return null;
  return reason(CLOCK_OFF, { seconds: Math.round(Math.abs(ahead) / 1000), direction: ahead > 0 ? 'ahead' : 'behind' });
}
