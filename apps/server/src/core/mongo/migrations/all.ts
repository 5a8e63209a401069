import { alertCollections } from './0019-alerts.js';
import { momentCollections } from './0020-moments.js';
import { preflightCollections } from './0021-preflight.js';
import { benchmarkCollections } from './0022-benchmarks.js';
import { deploymentCollection } from './0023-deployments.js';
import { apiTokens } from './0024-api-tokens.js';
import { auditChainCollection } from './0025-audit-chain.js';
import { drillCollection } from './0026-drills.js';
import { certificateAuthority } from './0027-certificate-authority.js';
import { authenticationPairs } from './0028-authentication.js';
import { wipeRecords } from './0029-wipe-records.js';
import { access } from './0030-access.js';
import { volumeEncryption } from './0031-encryption.js';
import { authenticationStaysOff } from './0032-authentication-stays-off.js';
import { logins } from './0033-logins.js';
import { storageEncryption } from './0034-storage-encryption.js';
import { sanitize } from './0035-sanitize.js';
import { threeCopies } from './0037-three-copies.js';
import { caches } from './0038-caches.js';
import { thin } from './0039-thin.js';
import { collections } from './foundation/0001-collections.js';
import { revisions } from './foundation/0002-revisions.js';
import { listIndexes } from './foundation/0003-indexes.js';
import { epochs } from './foundation/0004-epochs.js';
import { repair } from './foundation/0005-repair.js';
import { statistics } from './foundation/0006-statistics.js';
import { statisticsIndexes } from './foundation/0007-statistics-indexes.js';
import { jobSearch } from './foundation/0008-job-search.js';
import { auditRequests } from './foundation/0009-audit-requests.js';
import { history } from './foundation/0010-history.js';
import { problemConditions } from './foundation/0011-problem-conditions.js';
import { notes } from './foundation/0012-notes.js';
import { specAndStatus } from './foundation/0013-spec-and-status.js';
import { legHealth } from './foundation/0014-leg-health.js';
import { fenceProgress } from './foundation/0015-fences.js';
import { orphanIgnores } from './foundation/0016-orphan-ignores.js';
import { orphanOrders } from './foundation/0017-orphan-orders.js';
import { eventCollections } from './foundation/0018-events.js';
import type { Migration } from './schema/migration.js';
import { integrity } from './services/0040-integrity.js';
import { arrayPerSet } from './services/0041-array-per-set.js';
import { traces } from './services/0042-traces.js';
import { scaleIndexes } from './services/0043-scale-indexes.js';

/** In order; the last one's version is the schema that this server knows. */
export const migrations: readonly Migration[] = [
  collections,
  revisions,
  listIndexes,
  epochs,
  repair,
  statistics,
  statisticsIndexes,
  jobSearch,
  auditRequests,
  history,
  problemConditions,
  notes,
  specAndStatus,
  legHealth,
  fenceProgress,
  orphanIgnores,
  orphanOrders,
  eventCollections,
  alertCollections,
  momentCollections,
  preflightCollections,
  benchmarkCollections,
  deploymentCollection,
  apiTokens,
  auditChainCollection,
  drillCollection,
  certificateAuthority,
  authenticationPairs,
  wipeRecords,
  access,
  volumeEncryption,
  authenticationStaysOff,
  logins,
  storageEncryption,
  sanitize,
  threeCopies,
  caches,
  thin,
  integrity,
  arrayPerSet,
  traces,
  scaleIndexes,
];

/** The newest schema that this server knows. */
export const KNOWN_SCHEMA = migrations.at(-1)?.version ?? 0;
