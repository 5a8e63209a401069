import { createInterface } from 'node:readline';
import { Client, table } from '@weft/cli/client';
import { WEFT_VERSION } from '@weft/shared/version';
import { WeftApi } from '../api/weft-api.js';
import { controllerService } from '../controller/controller-service.js';
import type { HostCommands } from '../host/host.js';
import { identityService } from '../identity/identity-service.js';
import { inClusterGet, neverOutOfService, outOfServiceByTaint } from '../kubernetes/out-of-service.js';
import { jsonLog } from '../log/log.js';
import { nodeService } from '../node/node-service.js';
import { RpcServer, type Services } from '../rpc/server.js';
import { CallClient, refusalOf } from './call.js';
import { HELP, type Options, readFlags, readOptions, socketOf, UsageError, type Values } from './options.js';

/** A server that does not answer within this time is unavailable: the call ends before its caller gives up. */
const ANSWER_MS = 20_000;

export type MakeHost = (api: WeftApi, options: Options) => HostCommands;

/** Runs the program until a signal ends it. @returns the exit code */
export async function runProgram(words: readonly string[], makeHost: MakeHost): Promise<number> {
  try {
    const { values, positionals } = readFlags(words);
    if (values.help) return print(HELP);
    if (values.version) return print(`weft-csi ${WEFT_VERSION}\n`);
    if (positionals[0] === 'call') return await callFromShell(values, positionals);
    if (positionals.length > 0) throw new UsageError(`There is no command "${positionals[0]}".`);
    await serve(readOptions(values, process.env), makeHost);
    return 0;
  } catch (error) {
    const usage = error instanceof UsageError;
    process.stderr.write(`weft-csi: ${(error as Error).message}\n${usage ? 'weft-csi --help lists the options.\n' : ''}`);
    return usage ? 2 : 1;
  }
}

function print(text: string): number {
  process.stdout.write(text);
  return 0;
}

/** With `-` for the name, the calls come from standard input. */
async function callFromShell(values: Values, [, name = '', json]: string[]): Promise<number> {
  const client = new CallClient(socketOf(values, process.env));
  if (name === '-') return (await client.sendLines(createInterface({ input: process.stdin }), (line) => print(`${line}\n`))) ? 0 : 1;
  try {
    return print(`${JSON.stringify(await client.send(name, json), null, 2)}\n`);
  } catch (error) {
    const { code, message } = refusalOf(error);
    process.stderr.write(`${code}: ${message}\n`);
    return 1;
  }
}

async function serve(options: Options, makeHost: MakeHost): Promise<void> {
  const { mode, servers, ca, token, socket, node, stateDir, serviceAccount } = options;
  const log = jsonLog(options.logLevel);
  const api = new WeftApi(
    servers.map((url) => {
      const own = { url, routes: table.routes, timeoutMs: ANSWER_MS, ...(ca ? { ca } : {}) };
      return new Client(Object.defineProperty(own, 'token', { get: token }));
    }),
  );
  const kubernetes = inClusterGet(process.env, serviceAccount);
  const services: Services = {
    Identity: identityService(mode !== 'node', mode === 'node' ? undefined : api),
    ...(mode === 'node'
      ? {}
      : { Controller: controllerService(api, kubernetes ? outOfServiceByTaint(kubernetes) : neverOutOfService, log) }),
    ...(mode === 'controller' ? {} : { Node: nodeService({ api, host: makeHost(api, options), node, stateDir }) }),
  };
  const server = new RpcServer(services, log);
  await server.listen(socket);
  log('info', 'listening', { socket, mode, version: WEFT_VERSION, servers: servers.map(({ origin }) => origin) });
  await new Promise<void>((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => resolve());
  });
  await server.close();
  log('info', 'ended');
}
