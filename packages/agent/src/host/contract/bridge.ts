/*
 * weft-host-bridge HOST PORT NAME [latency-by-direction]: serves this machine's kernel host to the contract suite. Used only in the lab, part of no package.
 * It connects and sends its name; then one JSON object per line: {id, call, args} in, {id, result} or {id, error} out, in any order.
 */
import { connect } from 'node:net';
import { createInterface } from 'node:readline';
import { HostError } from '../host.js';
import { KernelHost } from '../kernel/kernel-host.js';
import type { HostAnswer, HostCall } from './host-calls.js';

const [address = '', port = '', name = '', setting = ''] = process.argv.slice(2);
const host = new KernelHost({ agentVersion: 'contract', latencyByDirection: setting === 'latency-by-direction' });

function call({ call, args }: HostCall): Promise<unknown> {
  switch (call) {
    case 'observeFast':
      return host.observeFast();
    case 'observeNics':
      return host.observeNics(...args);
    case 'observeLimits':
      return host.observeLimits();
    case 'observeSlow':
      return host.observeSlow();
    case 'examineSuperblocks':
      return host.examineSuperblocks(...args).then((found) => [...found]);
    case 'readCounters':
      return host.readCounters(...args);
    case 'holders':
      return host.holders(...args);
    case 'connections':
      return host.connections(...args);
    case 'readFacts':
      return host.readFacts();
    case 'probe':
      return host.probe(...args);
    case 'localDrive':
      return host.localDrive(...args);
    case 'runBenchmark':
      return host.runBenchmark(...args);
    case 'learnKeys':
      return Promise.resolve(host.learnKeys(new Map(...args)));
    case 'learnVolumeKeys':
      return Promise.resolve(host.learnVolumeKeys(new Map(...args)));
    case 'setStatistics':
      return host.setStatistics(...args);
    case 'perform':
      return host.perform(...args);
  }
}

function described(error: unknown): HostAnswer['error'] {
  if (!(error instanceof Error)) return { message: String(error) };
  const { message } = error;
  return error instanceof HostError ? { message, command: error.command, exitCode: error.exitCode, stderr: error.stderr } : { message };
}

const socket = connect({ host: address, port: Number(port) });
const say = (answer: object): void => void socket.write(`${JSON.stringify(answer)}\n`);
socket.on('connect', () => say({ name }));
createInterface({ input: socket }).on('line', (line) => {
  const request = JSON.parse(line) as HostCall;
  call(request).then(
    (result) => say({ id: request.id, result }),
    (error: unknown) => say({ id: request.id, error: described(error) }),
  );
});
