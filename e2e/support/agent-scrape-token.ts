import { createHmac } from 'node:crypto';

/** Of the servers of every lab. */
export const LAB_SCRAPE_TOKEN = 'scrape-token-of-the-lab';

/** As docs/observability.md has Prometheus' file made by openssl. */
export const agentScrapeToken = (scrapeToken: string): string => createHmac('sha256', scrapeToken).update('agent metrics').digest('hex');
