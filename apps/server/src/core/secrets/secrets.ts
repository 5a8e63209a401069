import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** A random token of 256 bits, safe in URLs and headers. */
export function newToken(): string {
  // Tokens are put on command lines, where a leading "-" would be taken for an option: one in 64 would be.
  for (;;) {
    const token = randomBytes(32).toString('base64url');
    if (!token.startsWith('-')) return token;
  }
}

/** What is stored of a random token. Tokens of 256 bits need no slow hash. */
export const tokenHash = (token: string): string => createHash('sha256').update(token).digest('hex');

/** What Prometheus shows to agents in place of the servers' scrape token: agents speak plain HTTP, and nobody on the way or on a node must learn that. */
export const agentScrapeToken = (scrapeToken: string): string => createHmac('sha256', scrapeToken).update('agent metrics').digest('hex');

/** Compares in constant time. */
export const isSameSecret = (a: string, b: string): boolean =>
  timingSafeEqual(createHash('sha256').update(a).digest(), createHash('sha256').update(b).digest());
