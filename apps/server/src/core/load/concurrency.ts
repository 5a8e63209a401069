import type { Concurrency } from '@weft/shared/load/concurrency-limit';

/** Every concurrency limit of the server. `docs/decisions/retries.md` lists them. */
export const concurrency = {
  passwords: {
    limits: 'password hashes',
    ...{ concurrent: 2, longestQueue: 64 },
    because: 'each takes 19 MiB and a thread of the pool; each address has a queue of its own',
  },
  plans: {
    limits: 'rehearsals of plans',
    ...{ concurrent: 2, longestQueue: 0 },
    because: 'each takes 0.1 s to seconds of a core; a dialog that gets a refusal asks again',
  },
  largeQueries: {
    limits: 'queries of more than 50,000 points of statistics',
    ...{ concurrent: 2, longestQueue: 8 },
    because: 'memory; the page of a node with many legs sends several, and may wait a few seconds',
  },
  longMemoryReads: {
    limits: 'queries of the long memory',
    ...{ concurrent: 4, longestQueue: 16 },
    because: 'memory; while it does not answer, each waits for its time limit, and further charts get what MongoDB has at once',
  },
  pastMoments: {
    limits: 'reads of recorded collections',
    ...{ concurrent: 2, longestQueue: 64 },
    because: 'memory and processor: the drives of a large cluster are 6 MB to decode',
  },
  requestTransactions: {
    limits: 'transactions of requests and of changes of assignments',
    ...{ concurrent: 1, longestQueue: 999 },
    because:
      'transactions on the same drives or nodes conflict and retry many times: sixteen concurrent attaches on shared targets did not end within 30 s. The transactions keep the data consistent, not this limit: other servers have their own',
  },
  leaseWrites: {
    limits: 'renewals and transactions of one lease',
    ...{ concurrent: 1, longestQueue: Number.POSITIVE_INFINITY },
    because: 'they write the same document, and would conflict; the holder has few',
  },
  agentMessages: {
    limits: "messages of one agent's connection",
    ...{ concurrent: 1, longestQueue: 15 },
    because: 'they are stored in order; further ones are refused',
  },
  reconcilers: {
    limits: 'steps of reconcilers',
    ...{ concurrent: 2, longestQueue: Number.POSITIVE_INFINITY },
    because: 'more would take the processor from requests; the queue has each subject once',
  },
  zoneSearches: {
    limits: 'searches of a federation in all zones',
    ...{ concurrent: 4, longestQueue: 16 },
    because: 'each asks every zone; a zone answers one search of a federation after the other',
  },
} as const satisfies Record<string, Concurrency>;
