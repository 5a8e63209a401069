import { word } from '../field.js';
import { quote, words } from '../words.js';
import { error } from './entry/error-entry.js';

/* Errors of the simulation behind a simulated cluster. */
export const simulationErrors = {
  'cluster-is-real': error(
    'wrong-state',
    {},
    () =>
      words`This cluster is real: it has no simulation, and nothing was changed. Faults exist only in a simulated cluster (\`npm start\`).`,
    {},
  ),
  'simulation-not-configured': error(
    'unavailable',
    {},
    () => words`The server does not know the socket of the simulation. Start the cluster with \`npm start\`, or set simulationSocket.`,
    {},
  ),
  'simulation-unreachable': error(
    'unavailable',
    { explanation: word },
    ({ explanation }) => words`The simulation does not answer (${quote(explanation)}). Check that it runs, and try again.`,
    { explanation: 'connect ECONNREFUSED' },
  ),
  'simulation-refused': error(
    'not-possible',
    { explanation: word },
    ({ explanation }) => words`The simulation cannot do this: ${quote(explanation)}.`,
    { explanation: 't1 has no NIC eth7' },
  ),
};
