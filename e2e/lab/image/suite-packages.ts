/** Packages of a Debian suite that this machine does not run: fetched from its own mirror and unpacked, never installed. */
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { hostCommand } from './host-command.js';
import type { Suite } from './kernel.js';

/** This machine's own Debian mirror, as apt knows it. */
export async function debianMirror(): Promise<string> {
  const uris = (await hostCommand(['apt-get', 'indextargets', '--format', '$(REPO_URI)'])).split('\n');
  const mirror = uris.filter((uri) => uri !== '' && !uri.includes('security')).sort()[0];
  if (mirror === undefined) throw new Error('apt knows no Debian mirror: add one to /etc/apt/sources.list and run apt-get update');
  return mirror;
}

/** Unpacks the packages that `choose` names, in their newest version of the suite, into `root`. `apt` is a folder for apt's own files, removed again. */
export async function unpackPackages(
  suite: Suite,
  { apt, root }: { apt: string; root: string },
  choose: (run: (program: 'apt-get' | 'apt-cache', ...words: string[]) => Promise<string>) => Promise<string[]>,
): Promise<void> {
  for (const path of ['lists/partial', 'cache/archives/partial']) await mkdir(join(apt, path), { recursive: true });
  await mkdir(root, { recursive: true });
  await writeFile(join(apt, 'sources.list'), `deb ${await debianMirror()} ${suite} main\n`);
  // No package counts as installed: dependencies are listed in full.
  await writeFile(join(apt, 'status'), '');
  const options = [
    ...['-o', `Dir::Etc::sourcelist=${apt}/sources.list`, '-o', 'Dir::Etc::sourceparts=/dev/null'],
    ...['-o', `Dir::State::Lists=${apt}/lists`, '-o', `Dir::State::status=${apt}/status`],
    ...['-o', `Dir::Cache=${apt}/cache`, '-o', 'APT::Sandbox::User='],
  ];
  const run = (program: 'apt-get' | 'apt-cache', ...words: string[]) => hostCommand([program, ...options, ...words], { cwd: apt });
  await run('apt-get', 'update', '-qq');
  const names = await choose(run);
  await run('apt-get', 'download', '-qq', ...names);
  const archives = (await readdir(apt)).filter((name) => name.endsWith('.deb'));
  if (archives.length < names.length) throw new Error(`apt-get download ${names.join(' ')} left only ${archives.join(' ')} in ${apt}`);
  for (const archive of archives) await hostCommand(['dpkg', '-x', join(apt, archive), root]);
  await rm(apt, { recursive: true });
}
