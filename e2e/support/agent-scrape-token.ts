import { createHmac } from 'node:crypto';

/** Scrape token of the servers in every lab. */
export const LAB_SCRAPE_TOKEN = 'scrape-token-of-the-lab';

/** Derives the agents' token as the openssl command in docs/observability.md does for Prometheus' file. */
export const agentScrapeToken = (scrapeToken: string): string => createHmac('sha256', scrapeToken).update('agent metrics').digest('hex');
