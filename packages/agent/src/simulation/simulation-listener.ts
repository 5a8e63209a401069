import { rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { SIMULATION_FAULTS_PATH, SIMULATION_STATE_PATH, simulationFaultSchema } from '@weft/shared/kinds/simulation/simulation';
import type { SimulatedFabric } from '../host/simulated/simulated-fabric.js';
import { errorText } from '../log/log.js';
import { applyFault } from './fault.js';
import { simulationState } from './simulation-state.js';

const MAX_BODY_BYTES = 64 * 1024;

/**
 * The simulation's own interface: HTTP on a Unix socket, for the servers of this machine. The folder of the socket decides who may connect; agents know
 * nothing of it, so that they learn of a fault as they would on a real machine.
 *  - GET /state: the machines.
 *  - POST /faults: applies one fault and returns the machines; 422 with the reason if it cannot be applied.
 */
export class SimulationListener {
  private constructor(private readonly server: Server) {}

  /** @throws Error when the socket cannot be made; one that a killed simulation left is replaced. */
  static async open(path: string, fabric: SimulatedFabric): Promise<SimulationListener> {
    await rm(path, { force: true });
    const server = createServer({ requestTimeout: 10_000, headersTimeout: 5_000 }, (request, response) => {
      answer(request, fabric).then(
        ({ status, body }) => send(response, status, body),
        (error: unknown) => send(response, 422, { refused: errorText(error) }),
      );
    });
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(path, resolve);
    });
    return new SimulationListener(server);
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise<void>((resolve) => this.server.close(() => resolve()));
  }
}

const send = (response: ServerResponse, status: number, body: object): void => {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
};

async function answer(request: IncomingMessage, fabric: SimulatedFabric): Promise<{ status: number; body: object }> {
  if (request.method === 'GET' && request.url === SIMULATION_STATE_PATH) return { status: 200, body: simulationState(fabric) };
  if (request.method !== 'POST' || request.url !== SIMULATION_FAULTS_PATH)
    return { status: 404, body: { refused: 'there is no such path' } };
  applyFault(fabric, simulationFaultSchema.parse(JSON.parse(await bodyOf(request))));
  return { status: 200, body: simulationState(fabric) };
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let body = '';
  for await (const chunk of request.setEncoding('utf8')) {
    body += chunk as string;
    if (body.length > MAX_BODY_BYTES) throw new Error('the body is too large');
  }
  return body;
}
