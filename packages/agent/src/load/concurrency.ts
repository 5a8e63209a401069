import type { Concurrency } from '@weft/shared/load/concurrency-limit';

/** Every concurrency limit of the agent. `docs/decisions/retries.md` lists them. */
export const concurrency = {
  objects: {
    limits: 'objects whose steps run',
    ...{ concurrent: 4, longestQueue: Number.POSITIVE_INFINITY },
    because: 'commands are short, and a slow one must not block all; the queue has each object once',
  },
  wipes: {
    limits: 'objects that are wiped',
    ...{ concurrent: 4, longestQueue: Number.POSITIVE_INFINITY },
    because: 'the drives limit wipes, not this host, and wipes must not block other objects; the queue has each object once',
  },
  probes: {
    limits: 'probes of a preflight run',
    ...{ concurrent: 8, longestQueue: Number.POSITIVE_INFINITY },
    because: 'each waits up to 4 s for an answer; an order has at most 64, which end within half a minute',
  },
} as const satisfies Record<string, Concurrency>;
