/**
 * Programs of Debian 13 for machines with the small root, whose programs are those of the machine that hosts the lab.
 *   await installTlshd(machine)         with a configuration, started
 *   await installBpftrace(machine)      /usr/bin/bpftrace, with its own libraries below /opt/bpftrace
 */
import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { cached } from '../image/cache.js';
import { hostCommand } from '../image/host-command.js';
import { unpackPackages } from '../image/suite-packages.js';
import type { Machine } from './machine.js';

interface DebianProgram {
  readonly package: string;
  /** In the package. */
  readonly path: string;
  /** Folders of libraries beside the usual one. */
  readonly libraries?: readonly string[];
}

const USUAL = 'usr/lib/x86_64-linux-gnu';

/** @returns the path of an archive with the program and all libraries that it needs */
async function getArchive({ package: name, path }: DebianProgram): Promise<string> {
  const directory = await cached(`${name}-trixie`, async (building) => {
    const root = join(building, 'root');
    await unpackPackages('trixie', { apt: join(building, 'apt'), root }, async (run) => {
      const simulated = await run('apt-get', 'install', '--no-install-recommends', '--simulate', name);
      return [...simulated.matchAll(/^Inst (\S+)/gm)].map(([, found = '']) => found);
    });
    const needed = [path, 'usr/lib', 'usr/lib64'];
    await hostCommand(['tar', '-C', root, `--exclude=${USUAL}/gconv`, '-cf', join(building, `${name}.tar`), ...needed]);
    await hostCommand(['rm', '-r', root]);
  });
  return join(directory, `${name}.tar`);
}

async function installProgram(machine: Machine, program: DebianProgram): Promise<void> {
  const { package: name, path, libraries = [] } = program;
  const folder = `/opt/${name}`;
  await machine.run(`mkdir -p ${folder} && tar -C ${folder} -xf -`, {
    input: await readFile(await getArchive(program)),
    timeoutSeconds: 600,
  });
  const searched = [USUAL, ...libraries].map((each) => `${folder}/${each}`).join(':');
  const script = `#!/bin/sh\nexec ${folder}/usr/lib64/ld-linux-x86-64.so.2 --library-path ${searched} ${folder}/${path} "$@"\n`;
  // A program of busybox may have the name: its link must not be written through.
  await machine.run(`rm -f /usr/bin/${basename(path)}`);
  await machine.writeFile(`/usr/bin/${basename(path)}`, script, 0o755);
}

/** bpftrace(8), for latency by direction. */
export const installBpftrace = (machine: Machine): Promise<void> =>
  installProgram(machine, { package: 'bpftrace', path: 'usr/bin/bpftrace', libraries: ['usr/lib/llvm-19/lib'] });

/** ping(8) of iputils: that of busybox cannot forbid fragments. */
export const installPing = (machine: Machine): Promise<void> => installProgram(machine, { package: 'iputils-ping', path: 'usr/bin/ping' });

const KTLS: DebianProgram = { package: 'ktls-utils', path: 'usr/sbin/tlshd' };
const TLSHD_ROOT = `/opt/${KTLS.package}`;
/** As docs/storage-encryption.md has it. The agent reads the one of the machine, tlshd that of its root. */
const TLSHD_CONFIG = '[debug]\nloglevel=1\n[authenticate]\nkeyrings=.nvme\n';
/** A root of its own, not its loader: the name of its process is then tlshd's. */
const TLSHD_BOOT = `#!/bin/sh
[ -e ${TLSHD_ROOT}/proc/keys ] || mount -t proc proc ${TLSHD_ROOT}/proc
exec chroot ${TLSHD_ROOT} /usr/sbin/tlshd -s
`;

/** tlshd(8), which makes TLS handshakes for the kernel; it starts now and at every boot. */
export async function installTlshd(machine: Machine): Promise<void> {
  await machine.run(`mkdir -p ${TLSHD_ROOT}/etc ${TLSHD_ROOT}/tmp ${TLSHD_ROOT}/proc && tar -C ${TLSHD_ROOT} -xf -`, {
    input: await readFile(await getArchive(KTLS)),
    timeoutSeconds: 600,
  });
  await machine.run(`cd ${TLSHD_ROOT} && ln -sfn usr/lib lib && ln -sfn usr/lib64 lib64`);
  for (const path of [`${TLSHD_ROOT}/etc/tlshd.conf`, '/etc/tlshd.conf']) await machine.writeFile(path, TLSHD_CONFIG, 0o644);
  await machine.writeFile('/etc/weft/boot.d/tlshd', TLSHD_BOOT, 0o755);
  await startTlshd(machine);
}
export const startTlshd = async (machine: Machine): Promise<void> => {
  await machine.run('setsid /etc/weft/boot.d/tlshd < /dev/null >> /var/log/tlshd.log 2>&1 &');
};
export const stopTlshd = async (machine: Machine): Promise<void> => {
  await machine.run('kill $(pidof tlshd)');
};
