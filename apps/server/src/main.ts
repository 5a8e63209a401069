import 'reflect-metadata';
import { WEFT_VERSION } from '@weft/shared/version';
import { parseArguments, UsageError } from './cli/arguments.js';
import { ConfigError, loadConfig, unknownVariables } from './config/load-config.js';

const print = (line: string): void => {
  process.stdout.write(`${line}\n`);
};
const complain = (line: string): void => {
  process.stderr.write(`weft-server: ${line}\n`);
};

/** @returns the exit code: 0 success, 1 failure or findings, 2 wrong command line or configuration */
export async function main(argv: string[], env: NodeJS.ProcessEnv): Promise<number> {
  try {
    const args = parseArguments(argv, WEFT_VERSION);
    if ('print' in args) {
      print(args.print);
      return 0;
    }
    const { command } = args;
    // Each part is loaded when it is needed: a federation uses a small part of the server.
    if (command === 'federate' || command === 'federate-token') {
      const { federateCommand, federateTokenCommand } = await import('./cli/federate-commands.js');
      return command === 'federate' ? await federateCommand(args) : federateTokenCommand(args, print);
    }
    const config = loadConfig({ env, file: args.config, flags: args.insecureHttp ? { insecureHttp: true } : {} });
    for (const name of unknownVariables(env))
      complain(`${name} is not a setting and has no effect; \`weft-server config\` lists all settings`);
    const { execute } = await import('./cli/commands.js');
    return await execute(args, config, print);
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    complain(error.message);
    return error instanceof UsageError || error instanceof ConfigError ? 2 : 1;
  }
}
