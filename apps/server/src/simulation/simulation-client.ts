import { type IncomingMessage, request } from 'node:http';
import { Inject, Injectable } from '@nestjs/common';
import { DomainError } from '@weft/shared/errors/domain-error';
import {
  SIMULATION_FAULTS_PATH,
  SIMULATION_STATE_PATH,
  type Simulation,
  type SimulationFault,
  simulationRefusalSchema,
  simulationSchema,
} from '@weft/shared/kinds/simulation/simulation';
import { CONFIG, type Config } from '../config/config.schema.js';

const ANSWER_MS = 5000;

/** Calls the simulation on its Unix socket. */
@Injectable()
export class SimulationClient {
  constructor(@Inject(CONFIG) private readonly config: Config) {}

  /** @throws DomainError `unavailable` when the simulation does not answer. */
  read(): Promise<Simulation> {
    return this.call('GET', SIMULATION_STATE_PATH);
  }

  /** @throws DomainError `not-possible` when the simulation refuses the fault. */
  inject(fault: SimulationFault): Promise<Simulation> {
    return this.call('POST', SIMULATION_FAULTS_PATH, fault);
  }

  private async call(method: string, path: string, body?: object): Promise<Simulation> {
    const { simulationSocket } = this.config;
    if (simulationSocket === null) throw new DomainError('simulation-not-configured', {});
    const { status, text } = await send(simulationSocket, method, path, body).catch((cause: Error) => {
      throw new DomainError('simulation-unreachable', { explanation: cause.message }, { cause });
    });
    const answer: unknown = JSON.parse(text);
    if (status !== 200) throw new DomainError('simulation-refused', { explanation: simulationRefusalSchema.parse(answer).refused });
    return simulationSchema.parse(answer);
  }
}

function send(socketPath: string, method: string, path: string, body?: object): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const sent = request({ socketPath, method, path, timeout: ANSWER_MS }, (response) => {
      readText(response).then((text) => resolve({ status: response.statusCode ?? 0, text }), reject);
    });
    sent.on('timeout', () => sent.destroy(new Error(`no answer within ${ANSWER_MS / 1000} s`)));
    sent.on('error', reject);
    sent.end(body && JSON.stringify(body));
  });
}

async function readText(response: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of response.setEncoding('utf8')) text += chunk as string;
  return text;
}
