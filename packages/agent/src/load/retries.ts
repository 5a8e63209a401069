import type { Retry } from '@weft/shared/load/retry';

/** Every retry of the agent. `docs/decisions/retries.md` lists them. */
export const retries = {
  operation: {
    retries: 'a step of an object that failed',
    ...{ firstMs: 250, longestMs: 60_000, jitter: 0.5 },
    until: 'the assignment no longer asks for it',
    because:
      'the host or a target changes without an event; jitter, because nodes fail together. A hint that the cause is gone starts over',
  },
  flappingLeg: {
    retries: 'taking a leg back into its mirror, from the second return on',
    ...{ firstMs: 5000, longestMs: 300_000, jitter: 0 },
    until: 'the leg was in sync for 10 min; the count then starts over',
    because: 'each return costs a resync, and each loss stalls I/O',
  },
  serverUnreachable: {
    retries: 'connecting to a server',
    ...{ firstMs: 1000, longestMs: 5000, jitter: 0.5 },
    until: 'the agent stops',
    because: 'I/O does not depend on it (S7), but fencing does: the agent tries the next server of its list',
  },
  serverRefused: {
    retries: 'connecting to a server that refused',
    ...{ firstMs: 1000, longestMs: 60_000, jitter: 0.5 },
    until: 'the agent stops',
    because: 'a person has to act (credential, protocol, removed node)',
  },
  messageRefused: {
    retries: 'sending a message that the server refused',
    ...{ firstMs: 30_000, longestMs: 30_000, jitter: 0 },
    until: 'the connection ends',
    because: 'the server would refuse it again at once',
  },
  counterReader: {
    retries: 'starting the process that reads dm-stats',
    ...{ firstMs: 60_000, longestMs: 60_000, jitter: 0 },
    until: 'the agent stops',
    because: 'dmsetup reads the counters meanwhile, at fifty times the cost',
  },
  directionCollector: {
    retries: 'starting the process that counts latency by direction',
    ...{ firstMs: 5000, longestMs: 3_600_000, jitter: 0 },
    until: 'the agent stops; after 10 min of counting the delays start over',
    because: 'a start costs seconds of CPU; a package or a kernel may come meanwhile, and nothing else depends on it',
  },
  fact: {
    retries: 'checking a fact before or after a command',
    ...{ firstMs: 100, longestMs: 100, jitter: 0 },
    until: "the time that the check's step sets (0 to 30 s); the step then fails",
    because: 'the kernel makes device nodes and drains I/O without an event',
  },
} as const satisfies Record<string, Retry>;
