/*
 * weft-simulation: a simulated cluster for `npm start`, demonstrations and scale. Real agents on simulated machines in one process.
 *
 *   node packages/agent/dist/weft-simulation.mjs --config FILE
 *
 * FILE is JSON (simulation-config.ts):
 *   { "servers": ["http://127.0.0.1:8080"], "stateDir": "…", "seed": 1,
 *     "load": {"readIops": 7000, "writeIops": 3000} or null, "logLevel": "warn", "wipeBytesPerSecond": 1e12, "metricsListen": "127.0.0.1:0",
 *     "socket": "/run/…/simulation.sock" or null,
 *     "nodes": [{ "agentConfig": {…as /etc/weft/agent.json…},
 *                 "host": { "cpus": 32, "memoryBytes": 274877906944,
 *                           "nics": [{"name": "eth1", "address": "10.10.1.1/24", "storageNetwork": "storage-1", "speedBitsPerSecond": 1e11}],
 *                           "drives": [{"serial": "S1", "model": "Micron 9300", "sizeBytes": 2400476553216, "numaNode": 0}] } }] }
 *
 * Standard output, one JSON object per line: {"ready":true} once every agent has been connected; then an answer to each fault.
 * Standard input, one JSON object per line: faults (kinds/simulation/simulation.ts in @weft/shared), for instance {"fault":"kill-node","node":"target-1"}.
 * Standard error: the agents' logs. SIGTERM or SIGINT: saves everything and ends. A restart with the same stateDir continues from there.
 */
import { readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { simulationFaultSchema } from '@weft/shared/kinds/simulation/simulation';
import { errorText } from '../log/log.js';
import { applyFault } from './fault.js';
import { startSimulation } from './simulation.js';
import { type SimulationConfig, simulationConfigSchema } from './simulation-config.js';

const say = (answer: object): void => void process.stdout.write(`${JSON.stringify(answer)}\n`);

async function readSimulationConfig(argv: string[]): Promise<SimulationConfig> {
  const path = argv[0] === '--config' ? argv[1] : undefined;
  if (path === undefined || argv.length !== 2) throw new Error('usage: weft-simulation --config FILE');
  const parsed = simulationConfigSchema.safeParse(JSON.parse(await readFile(path, 'utf8')));
  if (parsed.success) return parsed.data;
  throw new Error(`${path}: ${parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('; ')}`);
}

async function main(): Promise<void> {
  const simulation = await startSimulation(await readSimulationConfig(process.argv.slice(2)));
  const faults = createInterface({ input: process.stdin });
  faults.on('line', (line) => {
    try {
      applyFault(simulation.fabric, simulationFaultSchema.parse(JSON.parse(line)));
      say({ done: JSON.parse(line) as unknown });
    } catch (error) {
      say({ failed: line.slice(0, 1000), error: errorText(error) });
    }
  });
  const stopped = new Promise<void>((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => resolve());
  });
  await Promise.race([simulation.connected.then(() => say({ ready: true })), stopped]);
  await stopped;
  faults.close();
  await simulation.stop();
  process.stdin.destroy();
}

main().catch((error: unknown) => {
  process.stderr.write(`weft-simulation: ${errorText(error)}\n`);
  process.exitCode = 1;
});
