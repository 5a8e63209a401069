/** A server must exceed its share by more than this before it gives connections away: a few more are no reason to reconnect anybody. */
const TOLERATED_SHARE = 0.2;
const TOLERATED = 1;
/** Part of the excess that is moved in one round: a moved agent may arrive at another server that has too many itself. */
const PART = 0.5;
/** Bounds the full reports that arrive at the other servers at once. */
const MOST_AT_ONCE = 100;

/**
 * How many of its connections a server gives away now.
 * @param own connections of this server
 * @param others connections of each other live server
 */
export function excess(own: number, others: readonly number[]): number {
  if (others.length === 0) return 0;
  const share = Math.ceil(others.reduce((sum, each) => sum + each, own) / (others.length + 1));
  if (own <= Math.max(share * (1 + TOLERATED_SHARE), share + TOLERATED)) return 0;
  return Math.min(MOST_AT_ONCE, Math.ceil((own - share) * PART));
}
