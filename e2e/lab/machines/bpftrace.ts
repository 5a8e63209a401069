/**
 * bpftrace of Debian 13 for machines with the small root, whose programs are those of the machine that hosts the lab.
 *   await installBpftrace(machine)      /usr/bin/bpftrace, with its own libraries below /opt/bpftrace
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { cached } from '../image/cache.js';
import { hostCommand } from '../image/host-command.js';
import { unpackPackages } from '../image/suite-packages.js';
import type { Machine } from './machine.js';

const FOLDER = '/opt/bpftrace';
const LIBRARIES = ['lib/x86_64-linux-gnu', 'lib/llvm-19/lib'].map((path) => `${FOLDER}/usr/${path}`).join(':');
const program = `#!/bin/sh
exec ${FOLDER}/usr/lib64/ld-linux-x86-64.so.2 --library-path ${LIBRARIES} ${FOLDER}/usr/bin/bpftrace "$@"
`;

async function getArchive(): Promise<string> {
  const directory = await cached('bpftrace-trixie', async (building) => {
    const root = join(building, 'root');
    await unpackPackages('trixie', { apt: join(building, 'apt'), root }, async (run) => {
      const simulated = await run('apt-get', 'install', '--no-install-recommends', '--simulate', 'bpftrace');
      return [...simulated.matchAll(/^Inst (\S+)/gm)].map(([, name = '']) => name);
    });
    const needed = ['usr/bin/bpftrace', 'usr/lib', 'usr/lib64'];
    await hostCommand(['tar', '-C', root, '--exclude=usr/lib/x86_64-linux-gnu/gconv', '-cf', join(building, 'bpftrace.tar'), ...needed]);
    await hostCommand(['rm', '-r', root]);
  });
  return join(directory, 'bpftrace.tar');
}

export async function installBpftrace(machine: Machine): Promise<void> {
  await machine.run(`mkdir -p ${FOLDER} && tar -C ${FOLDER} -xf -`, { input: await readFile(await getArchive()), timeoutSeconds: 600 });
  await machine.writeFile('/usr/bin/bpftrace', program, 0o755);
}
