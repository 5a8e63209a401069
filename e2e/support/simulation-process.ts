import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { endpoints } from '@weft/shared/endpoints/endpoints';
import { AGENT_PROTOCOL } from '@weft/shared/version';
import type { ApiClient } from './api-client.js';

const built = fileURLToPath(new URL('../../packages/agent/dist/weft-simulation.mjs', import.meta.url));

export interface SimulatedNode {
  name: string;
  labels?: Record<string, string>;
  nics: { name: string; address: string; storageNetwork: string }[];
  drives: { serial: string; model: string; sizeBytes: number }[];
  /** As in /etc/weft/agent.json. */
  latencyByDirection?: boolean;
}

/** `weft-simulation` as a separate process; its nodes are enrolled as a start script does. */
export class SimulationProcess {
  private child: ChildProcess | undefined;
  private answers: AsyncIterator<string> | undefined;

  private constructor(
    private readonly directory: string,
    private readonly config: string,
    private readonly program: string,
  ) {}

  /** @param program default: the build of this checkout */
  static async enroll(
    api: ApiClient,
    directory: string,
    nodes: SimulatedNode[],
    more: object = {},
    program = built,
  ): Promise<SimulationProcess> {
    await mkdir(directory, { recursive: true });
    const enrolled = await Promise.all(
      nodes.map(async ({ name, labels = {}, nics, drives, ...settings }) => {
        const { token } = await api.call(endpoints.createEnrollmentToken, { body: { labels } });
        const answer = await api.call(endpoints.enroll, {
          body: { token, name, hostname: name, agentVersion: '0.1.0', protocol: AGENT_PROTOCOL },
        });
        const { nodeId, clusterId, credential, hostId, hostNqn } = answer;
        // An agent of an older tree refuses a setting that it does not know.
        return { agentConfig: { nodeId, clusterId, name, credential, hostId, hostNqn, ...settings }, host: { nics, drives } };
      }),
    );
    const config = join(directory, 'simulation.json');
    await writeFile(config, JSON.stringify({ servers: [api.url], stateDir: join(directory, 'state'), nodes: enrolled, ...more }));
    return new SimulationProcess(directory, config, program);
  }

  /** Resolves when all agents are connected. */
  async start(): Promise<void> {
    const log = openSync(join(this.directory, 'simulation.log'), 'a');
    const child = spawn(process.execPath, [this.program, '--config', this.config], { stdio: ['pipe', 'pipe', log] });
    closeSync(log);
    this.child = child;
    this.answers = createInterface({ input: child.stdout as NonNullable<typeof child.stdout> })[Symbol.asyncIterator]();
    await this.answer('ready');
  }

  /** Sends one line of standard input, as `fault.ts` of the simulation describes. */
  async fault(fault: object): Promise<void> {
    this.child?.stdin?.write(`${JSON.stringify(fault)}\n`);
    await this.answer('done');
  }

  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
    const child = this.child;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const exit = once(child, 'exit');
    child.kill(signal);
    await exit;
  }

  private async answer(key: string): Promise<void> {
    const line = await this.answers?.next();
    if (line?.done === false && key in (JSON.parse(line.value) as object)) return;
    const log = await readFile(join(this.directory, 'simulation.log'), 'utf8');
    throw new Error(`the simulation said ${String(line?.value)}, not "${key}":\n${log.slice(-3000)}`);
  }
}
