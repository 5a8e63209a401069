import { arrayContract } from './array-contract.js';
import { clientContract } from './client-contract.js';
import type { Statement } from './contract-fabric.js';
import { countersContract } from './counters-contract.js';
import { identityContract } from './identity-contract.js';
import { mappingContract } from './mapping-contract.js';
import { storageContract } from './storage-contract.js';
import { targetContract } from './target-contract.js';

/**
 * What planners rely on of any host, statement by statement. It is tried on the simulated host in the unit tier and on the real
 * kernel in the lab (e2e/lab/contract): whatever is found on one must be so on the other.
 */
export const hostContract: Statement[] = [
  ...storageContract,
  ...targetContract,
  ...clientContract,
  ...arrayContract,
  ...mappingContract,
  ...identityContract,
  ...countersContract,
];
