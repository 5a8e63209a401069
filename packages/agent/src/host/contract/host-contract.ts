import { arrayContract } from './array-contract.js';
import { authenticationContract } from './authentication-contract.js';
import { benchmarkContract } from './benchmark-contract.js';
import { cacheContract } from './cache-contract.js';
import { checkContract } from './check-contract.js';
import { clientContract } from './client-contract.js';
import type { Statement } from './contract-fabric.js';
import { countersContract } from './counters-contract.js';
import { encryptionContract } from './encryption-contract.js';
import { identityContract } from './identity-contract.js';
import { integrityContract } from './integrity-contract.js';
import { limitsContract } from './limits-contract.js';
import { mappingContract } from './mapping-contract.js';
import { mirrorContract } from './mirror-contract.js';
import { preflightContract } from './preflight-contract.js';
import { withoutSanitizeContract } from './sanitize-contract.js';
import { storageContract } from './storage-contract.js';
import { storageEncryptionContract } from './storage-encryption-contract.js';
import { targetContract } from './target-contract.js';
import { thinContract } from './thin-contract.js';

/**
 * Behaviour that planners rely on, of any host, statement by statement. The unit tier runs it on the simulated host, the lab (e2e/lab/contract) on
 * the real kernel: both must behave the same.
 */
export const hostContract: Statement[] = [
  ...storageContract,
  ...withoutSanitizeContract,
  ...targetContract,
  ...cacheContract,
  ...integrityContract,
  ...thinContract,
  ...clientContract,
  ...authenticationContract,
  ...arrayContract,
  ...checkContract,
  ...mirrorContract,
  ...mappingContract,
  ...limitsContract,
  ...encryptionContract,
  ...storageEncryptionContract,
  ...identityContract,
  ...countersContract,
  ...benchmarkContract,
  ...preflightContract,
];
