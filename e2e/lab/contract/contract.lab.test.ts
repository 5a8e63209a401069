/** What planners rest on most, on real kernels; the other statements are tried in ./rest (npm run test:all). */
import { hostContract } from '@weft/agent/host/contract/host-contract';
import { tryOnKernels } from './kernel-contract.js';
import { statementsOfTheRest } from './statements.js';

tryOnKernels(hostContract.filter(({ statement }) => !statementsOfTheRest.includes(statement)));
