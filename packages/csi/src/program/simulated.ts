import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { SimulatedHost } from '../host/simulated/simulated-host.js';
import { runProgram } from './run.js';

/* The driver on a client of a simulated cluster, for tests: no package has it. */

process.exit(
  await runProgram(process.argv.slice(2), (api, { node, stateDir }) => {
    mkdirSync(stateDir, { recursive: true });
    return new SimulatedHost(api, node, join(stateDir, 'simulated-host.json'));
  }),
);
