import { WEFT_VERSION } from '@weft/shared/version';
import { UsageError } from '../config/config.js';
import { KernelHost, type KernelHostOptions } from '../host/kernel/kernel-host.js';
import { OtherMachineError } from '../ledger/ledger.js';
import { HELP, parseArguments } from './arguments.js';
import { describe } from './describe.js';
import { enroll } from './enroll.js';
import { newMachine } from './new-machine.js';
import { plan } from './plan.js';
import { run } from './run.js';
import { status } from './status.js';
import { uninstall } from './uninstall.js';
import { unwind } from './unwind.js';

/** EX_CONFIG of sysexits.h: systemd does not restart weft-agent.service after it. */
const OTHER_MACHINE = 78;

const kernelHost = (options: Pick<KernelHostOptions, 'latencyByDirection'> = {}): KernelHost =>
  new KernelHost({ agentVersion: WEFT_VERSION, ...options });

async function main(argv: string[]): Promise<string> {
  const options = parseArguments(argv);
  switch (options.command) {
    case 'help':
      return HELP;
    case 'version':
      return `weft-agent ${WEFT_VERSION}\n`;
    case 'enroll':
      return enroll(options);
    case 'describe':
      return describe(options, kernelHost());
    case 'status':
      return status(options);
    case 'plan':
      return plan(options, kernelHost());
    case 'run':
      await run(options, ({ latencyByDirection = false }) => kernelHost({ latencyByDirection }));
      return '';
    case 'new-machine':
      return newMachine(options);
    case 'unwind':
      return unwind(options, kernelHost());
    case 'uninstall':
      return uninstall(options, kernelHost());
  }
}

main(process.argv.slice(2)).then(
  (output) => {
    process.stdout.write(output);
    process.exitCode = 0;
  },
  (error: unknown) => {
    process.stderr.write(
      `weft-agent: ${error instanceof UsageError || error instanceof OtherMachineError ? error.message : error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`,
    );
    process.exitCode = error instanceof OtherMachineError ? OTHER_MACHINE : error instanceof UsageError ? 2 : 1;
  },
);
