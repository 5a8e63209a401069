import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** A random token of 256 bits, safe in URLs and headers. */
export function newToken(): string {
  // Users put tokens on command lines, where a leading "-" would look like an option. One token in 64 would begin with it.
  for (;;) {
    const token = randomBytes(32).toString('base64url');
    if (!token.startsWith('-')) return token;
  }
}

/** The stored form of a random token. Tokens of 256 bits need no slow hash. */
export const tokenHash = (token: string): string => createHash('sha256').update(token).digest('hex');

/** Prometheus sends agents this token, not the scrape token of the servers: agents use plain HTTP, and nobody on the network or a node may learn the latter. */
export const agentScrapeToken = (scrapeToken: string): string => createHmac('sha256', scrapeToken).update('agent metrics').digest('hex');

/** Compares in constant time. */
export const isSameSecret = (a: string, b: string): boolean =>
  timingSafeEqual(createHash('sha256').update(a).digest(), createHash('sha256').update(b).digest());
