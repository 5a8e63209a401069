import { simulationFaultSchema, simulationSchema } from '../kinds/simulation/simulation.js';
import { endpoint } from './definition/endpoint.js';
import { read, v1, write } from './definition/parts.js';

export const simulationEndpoints = {
  getSimulation: endpoint({
    id: 'getSimulation',
    method: 'GET',
    path: `${v1}/simulation`,
    summary: 'State of the machines of a simulated cluster; a real cluster refuses',
    tag: 'simulation',
    access: 'simulation:read',
    volumeScope: 'refused',
    status: 200,
    response: simulationSchema,
    errors: [...read, 'wrong-state', 'unavailable'],
  }),
  injectFault: endpoint({
    id: 'injectFault',
    method: 'POST',
    path: `${v1}/simulation/faults`,
    summary: 'Break or mend something in a simulated cluster; a real cluster refuses. Returns the state afterwards',
    tag: 'simulation',
    access: 'simulation:change',
    volumeScope: 'refused',
    status: 200,
    body: simulationFaultSchema,
    response: simulationSchema,
    errors: [...write, 'wrong-state', 'not-possible', 'unavailable'],
  }),
} as const;
