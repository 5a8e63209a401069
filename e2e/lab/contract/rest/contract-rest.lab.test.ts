/** Statements of the contract that do not fit into the time of `npm test`. */
import { hostContract } from '@weft/agent/host/contract/host-contract';
import { tryOnKernels } from '../kernel-contract.js';
import { statementsOfTheRest } from '../statements.js';

tryOnKernels(hostContract.filter(({ statement }) => statementsOfTheRest.includes(statement)));
