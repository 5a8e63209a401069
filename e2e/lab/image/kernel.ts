/**
 * The stock Debian kernel that the virtual machines run, unpacked into the cache and never installed.
 *   getKernel(suite = 'trixie'): Promise<Kernel>
 */
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { cached } from './cache.js';
import { hostCommand } from './host-command.js';
import { requirePackages } from './packages.js';
import { unpackPackages } from './suite-packages.js';

/** bookworm is Debian 12 (Linux 6.1), trixie Debian 13 (Linux 6.12). */
export type Suite = 'bookworm' | 'trixie';

export interface Kernel {
  readonly suite: Suite;
  /** The exact package, for example `linux-image-6.12.107+deb13-amd64`. */
  readonly packageName: string;
  /** As `uname -r` prints it. */
  readonly release: string;
  readonly vmlinuz: string;
  /** Directory with `lib/modules/<release>`, modules as Debian ships them and modules.dep made. */
  readonly root: string;
}

export async function getKernel(suite: Suite = 'trixie'): Promise<Kernel> {
  requirePackages();
  const directory = await cached(`kernel-${suite}`, (building) => fetchKernel(suite, building));
  const root = join(directory, 'root');
  const packageName = (await readFile(join(directory, 'package'), 'utf8')).trim();
  const [release] = await readdir(join(root, 'lib/modules'));
  if (release === undefined) throw new Error(`${directory} holds no kernel modules: remove it and start again`);
  return { suite, packageName, release, vmlinuz: join(root, 'boot', `vmlinuz-${release}`), root };
}

async function fetchKernel(suite: Suite, directory: string): Promise<void> {
  const root = join(directory, 'root');
  let packageName: string | undefined;
  await unpackPackages(suite, { apt: join(directory, 'apt'), root }, async (run) => {
    const dependencies = await run('apt-cache', 'depends', 'linux-image-amd64');
    packageName = /Depends: (linux-image-\S+)/.exec(dependencies)?.[1];
    if (packageName === undefined) throw new Error(`linux-image-amd64 of ${suite} depends on no kernel: ${dependencies}`);
    return [packageName];
  });
  if (!existsSync(join(root, 'lib/modules'))) {
    await mkdir(join(root, 'lib'), { recursive: true });
    await symlink('../usr/lib/modules', join(root, 'lib/modules'));
  }
  const [release] = await readdir(join(root, 'lib/modules'));
  if (release === undefined) throw new Error(`${packageName} holds no kernel modules`);
  await hostCommand(['depmod', '-b', root, release]);
  await writeFile(join(directory, 'package'), `${packageName}\n`);
}
