/** The statements that planners rely on most, on real kernels; ./rest checks the other statements (npm run test:all). */
import { hostContract } from '@weft/agent/host/contract/host-contract';
import { tryOnKernels } from './kernel-contract.js';
import { statementsOfTheRest } from './statements.js';

tryOnKernels(hostContract.filter(({ statement }) => !statementsOfTheRest.includes(statement)));
