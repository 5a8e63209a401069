/** The statements of the contract that `npm test` has no time for. */
import { hostContract } from '@weft/agent/host/contract/host-contract';
import { tryOnKernels } from '../kernel-contract.js';
import { statementsOfTheRest } from '../statements.js';

tryOnKernels(hostContract.filter(({ statement }) => statementsOfTheRest.includes(statement)));
