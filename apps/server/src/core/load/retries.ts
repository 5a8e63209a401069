import type { Retry } from '@weft/shared/load/retry';

const shutdown = 'the server stops';

/** Every retry of the server. `docs/decisions/retries.md` lists them. */
export const retries = {
  transaction: {
    retries: 'a transaction after a conflict or a change of primary',
    ...{ firstMs: 4, longestMs: 400, jitter: 1 },
    until: '30 s have passed, and 20 conflicts or 120 s; the caller gets `change-conflicts`',
    because: 'MongoDB labels such errors as transient; all random, because writers of one document fail together',
  },
  commit: {
    retries: 'a commit whose result is unknown',
    ...{ firstMs: 4, longestMs: 400, jitter: 1 },
    until: '30 s have passed; the caller gets `change-unconfirmed`',
    because: 'a repeated commit has one effect (MongoDB manual, "Transactions API")',
  },
  changeStream: {
    retries: 'opening the change stream',
    ...{ firstMs: 200, longestMs: 5000, jitter: 1 },
    until: shutdown,
    because: 'without it the server misses changes; readiness reports the failure meanwhile',
  },
  lease: {
    retries: 'work under a lease that failed',
    ...{ firstMs: 1000, longestMs: 30_000, jitter: 0.5 },
    until: `${shutdown}, or another server holds the lease`,
    because: 'singletons must run somewhere; the log has each failure',
  },
  moments: {
    retries: 'recording moments',
    ...{ firstMs: 5000, longestMs: 60_000, jitter: 0 },
    until: 'the server loses the lease of events',
    because: 'events are recorded meanwhile; the moments until then count as not recorded',
  },
  volumeKeys: {
    retries: 'sending an agent keys of encrypted volumes that could not be unwrapped',
    ...{ firstMs: 15_000, longestMs: 15_000, jitter: 0.5 },
    until: 'each key could be unwrapped, or the agent disconnects',
    because: 'the service that unwraps keys may be back; the volumes that wait for them name it meanwhile',
  },
  benchmarkOrder: {
    retries: 'telling an agent an order of a benchmark',
    ...{ firstMs: 10_000, longestMs: 10_000, jitter: 0 },
    until: 'the agent has reported the end of the step, or the step is late; the benchmark then fails with `benchmark-step-late`',
    because: 'the order or the answer may be lost with a connection; an agent whose order no server lists for 60 s kills its fio',
  },
  drillOrder: {
    retries: 'telling an agent an order of a drill',
    ...{ firstMs: 3000, longestMs: 3000, jitter: 0 },
    until: 'the agent has reported the end, or the order is late; the drill then fails with `drill-fault-late` or `drill-load-late`',
    because: 'the order or the answer may be lost with a connection; an agent ends a fault whose order no server lists for 15 s',
  },
  orphanOrder: {
    retries: 'telling an agent an order to remove an orphan',
    ...{ firstMs: 30_000, longestMs: 30_000, jitter: 0 },
    until: 'the agent answers, or 10 min have passed; the job then fails with `orphan-order-unanswered`',
    because: 'the order or its answer may be lost with a connection',
  },
  preflightOrder: {
    retries: 'telling an agent the order of a preflight run',
    ...{ firstMs: 15_000, longestMs: 15_000, jitter: 0 },
    until: 'the agent answers, or the run ends after 90 s; the node then counts as not answered',
    because: 'the order or its answer may be lost with a connection',
  },
  reconcile: {
    retries: 'a step of a reconciler',
    ...{ firstMs: 500, longestMs: 30_000, jitter: 0.5 },
    until: 'the server loses the lease',
    because: 'an error of the database passes; an error of Weft stays visible in the log',
  },
  migrationLease: {
    retries: 'taking the lease of migrations',
    ...{ firstMs: 200, longestMs: 200, jitter: 0 },
    until: '120 s have passed; the start fails',
    because: 'another server migrates; a start takes little longer than the migration',
  },
  idempotencyKey: {
    retries: "reading another request's response to the same Idempotency-Key",
    ...{ firstMs: 100, longestMs: 100, jitter: 0 },
    until: '10 s have passed; the caller gets `idempotency-key-busy`',
    because: 'the first request may run at another server, which cannot wake this one',
  },
  credentialHolder: {
    retries: 'reading the answer of the agent that holds a credential',
    ...{ firstMs: 200, longestMs: 200, jitter: 0 },
    until: '2 s have passed; the new connection then counts',
    because: 'the agent may be connected to another server, which writes its answer to the database',
  },
  assignmentRefused: {
    retries: 'sending an assignment that the agent refused',
    ...{ firstMs: 5000, longestMs: 60_000, jitter: 0 },
    until: 'the agent disconnects',
    because: 'no event reports that the agent can store it now (a full disk, for example)',
  },
  assignmentUnanswered: {
    retries: 'sending an assignment without an answer',
    ...{ firstMs: 5000, longestMs: 5000, jitter: 0 },
    until: 'the agent disconnects',
    because: 'the database or the agent was slow; the heartbeat ends a connection that is dead',
  },
  peerConnection: {
    retries: 'connecting to another server',
    ...{ firstMs: 500, longestMs: 10_000, jitter: 0.5 },
    until: 'nobody watches live values, or the other server is gone',
    because: 'values of its nodes are missing meanwhile; Socket.IO makes the delays',
  },
  peerRefused: {
    retries: 'connecting to another server that refused',
    ...{ firstMs: 30_000, longestMs: 30_000, jitter: 0 },
    until: 'nobody watches live values, or the other server is gone',
    because: 'Socket.IO does not retry a refusal; the cause is mostly a setting',
  },
  backup: {
    retries: 'taking a backup that failed',
    ...{ firstMs: 5000, longestMs: 60_000, jitter: 0.25 },
    until: `${shutdown}, or it cannot read the backups and releases the lease`,
    because: 'the folder may have space again',
  },
  notification: {
    retries: 'sending a message to a channel',
    ...{ firstMs: 5000, longestMs: 600_000, jitter: 0.25 },
    until:
      'the receiver has refused it 5 times, or 24 h have passed; its notifications are then listed as failed, and people can send them again',
    because: 'receivers are restarted, and networks fail; the channel shows the error meanwhile',
  },
  auditForwarding: {
    retries: 'sending the audit to a channel',
    ...{ firstMs: 5000, longestMs: 600_000, jitter: 0.25 },
    until: 'the channel is disabled or deleted',
    because: 'the audit must not have gaps; the channel shows the error, and how far it is behind',
  },
  longMemory: {
    retries: 'sending statistics to the long memory',
    ...{ firstMs: 1000, longestMs: 60_000, jitter: 0.5 },
    until: `${shutdown}, or another server takes over`,
    because:
      'they wait in MongoDB, and the alert `WeftLongMemoryLate` reports it; a longer `Retry-After` of the answer counts, up to 10 min',
  },
  zone: {
    retries: 'asking a zone of a federation that failed',
    ...{ firstMs: 2000, longestMs: 30_000, jitter: 0.5 },
    until: 'the federation stops',
    because: 'zones are restarted, and networks fail; the zone is shown with its reason meanwhile',
  },
  statisticsCatalog: {
    retries: 'reading which objects have statistics',
    ...{ firstMs: 5000, longestMs: 5000, jitter: 0 },
    until: shutdown,
    because: 'objects made meanwhile have no statistics until it succeeds',
  },
} as const satisfies Record<string, Retry>;
