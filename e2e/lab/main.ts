/** `npm run lab`: runs the lab's machines for a person until Ctrl-C. `npm run lab -- shell t1`: opens a shell on one of them. */
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { portFromText } from '../../scripts/local/ports.mjs';
import { claimLab } from './claim.js';
import { startFabric } from './fabric/fabric.js';
import { attachShell } from './machines/shell.js';

const usage = `npm run lab                 boot 3 targets and 2 clients with a server of their own; Ctrl-C ends everything
npm run lab -- --port N     the server's port (default 4100)
npm run lab -- shell t1     a shell on a machine of the running lab; Ctrl-] leaves it
`;

/** A short path: sockets in the directory have paths of at most 107 bytes (unix(7)). */
const directory = join('/tmp', `weft-lab-${process.getuid?.() ?? 0}`);
const running = join(directory, 'running.json');

async function shell(name: string | undefined): Promise<void> {
  if (!name) throw new Error(`Name a machine: npm run lab -- shell t1`);
  const state = await readFile(running, 'utf8').catch((cause: Error) => {
    throw new Error('No lab is running: start one with "npm run lab" in another terminal.', { cause });
  });
  const { machines } = JSON.parse(state) as { machines: Record<string, string> };
  const machine = machines[name];
  if (!machine) throw new Error(`The lab has no machine ${name}; it has ${Object.keys(machines).join(', ')}.`);
  await attachShell(machine);
}

async function lab(port: number): Promise<void> {
  await claimLab(directory, port);
  const fabric = await startFabric({ directory, port, say: (line) => console.log(line) });
  await writeFile(
    running,
    JSON.stringify({ machines: Object.fromEntries(fabric.cluster.machines.map(({ name, spec }) => [name, spec.directory])) }),
  );
  console.log(`
The lab is up.
  API          ${fabric.server.url}/api/v1/docs
  User         admin, password in ${fabric.server.passwordFile}
  Server log   ${fabric.server.log}
  Shells       ${fabric.cluster.machines.map(({ name }) => `npm run lab -- shell ${name}`).join('\n               ')}
On a machine: weft-agent status, weft-agent plan, tail -f /var/log/weft-agent.log
Ctrl-C ends it.`);
  await new Promise<void>((resolve) => {
    process.once('SIGINT', resolve);
    process.once('SIGTERM', resolve);
  });
  console.log('\nEnding the machines, the server and MongoDB');
  await fabric.close();
  await rm(running, { force: true });
}

/** Runs the command line of `npm run lab`. */
export async function main(args: readonly string[]): Promise<void> {
  const [first, second] = args;
  if (first === 'shell') return shell(second);
  if (first === undefined) return lab(4100);
  if (first === '--port') return lab(portFromText('--port', second ?? ''));
  console.log(usage);
  if (first !== '--help') throw new Error(`Unknown arguments "${args.join(' ')}".`);
}
