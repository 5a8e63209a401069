/**
 * The stock Debian kernel that the virtual machines run, unpacked into the cache and never installed.
 *   getKernel(suite = 'trixie'): Promise<Kernel>
 */
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { cached } from './cache.js';
import { hostCommand } from './host-command.js';
import { requirePackages } from './packages.js';

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

/** This machine's own Debian mirror, as apt knows it. */
export async function debianMirror(): Promise<string> {
  const uris = (await hostCommand(['apt-get', 'indextargets', '--format', '$(REPO_URI)'])).split('\n');
  const mirror = uris.filter((uri) => uri !== '' && !uri.includes('security')).sort()[0];
  if (mirror === undefined) throw new Error('apt knows no Debian mirror: add one to /etc/apt/sources.list and run apt-get update');
  return mirror;
}

async function fetchKernel(suite: Suite, directory: string): Promise<void> {
  const apt = join(directory, 'apt');
  const root = join(directory, 'root');
  for (const path of ['lists/partial', 'cache/archives/partial']) await mkdir(join(apt, path), { recursive: true });
  await mkdir(root);
  await writeFile(join(apt, 'sources.list'), `deb ${await debianMirror()} ${suite} main\n`);
  const options = [
    ...['-o', `Dir::Etc::sourcelist=${apt}/sources.list`, '-o', 'Dir::Etc::sourceparts=/dev/null'],
    ...['-o', `Dir::State::Lists=${apt}/lists`, '-o', `Dir::Cache=${apt}/cache`, '-o', 'APT::Sandbox::User='],
  ];
  await hostCommand(['apt-get', ...options, 'update', '-qq']);
  const dependencies = await hostCommand(['apt-cache', ...options, 'depends', 'linux-image-amd64']);
  const packageName = /Depends: (linux-image-\S+)/.exec(dependencies)?.[1];
  if (packageName === undefined) throw new Error(`linux-image-amd64 of ${suite} depends on no kernel: ${dependencies}`);
  await hostCommand(['apt-get', ...options, 'download', '-qq', packageName], { cwd: apt });
  const archive = (await readdir(apt)).find((name) => name.endsWith('.deb'));
  if (archive === undefined) throw new Error(`apt-get download ${packageName} left no package in ${apt}`);
  await hostCommand(['dpkg', '-x', join(apt, archive), root]);
  if (!existsSync(join(root, 'lib/modules'))) {
    await mkdir(join(root, 'lib'), { recursive: true });
    await symlink('../usr/lib/modules', join(root, 'lib/modules'));
  }
  const [release] = await readdir(join(root, 'lib/modules'));
  if (release === undefined) throw new Error(`${packageName} holds no kernel modules`);
  await hostCommand(['depmod', '-b', root, release]);
  await writeFile(join(directory, 'package'), `${packageName}\n`);
  await rm(apt, { recursive: true });
}
