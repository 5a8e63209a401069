/**
 * The installation that every server machine starts from: Debian 13 with systemd and the packages that docs/operating.md asks for, without MongoDB and Weft.
 *   getServerRoot(): Promise<string>    path of a folder; every machine gets its own copy. As root
 */
import { join } from 'node:path';
import { cached, contentHash } from '../image/cache.js';
import { hostCommand } from '../image/host-command.js';
import { debianMirror } from '../image/suite-packages.js';

const suite = 'trixie';

/** systemd as init, what a person works with, Node and openssl for Weft, and the libraries of MongoDB. */
const packages = [
  ...['systemd', 'systemd-sysv', 'dbus', 'iproute2', 'procps', 'adduser', 'ca-certificates'],
  ...['nodejs', 'openssl', 'libcurl4t64', 'liblzma5', 'libssl3t64'],
];

export async function getServerRoot(): Promise<string> {
  const directory = await cached(`server-root-${suite}-${contentHash([packages, 1])}`, build);
  return join(directory, 'root');
}

async function build(directory: string): Promise<void> {
  const root = join(directory, 'root');
  const hooks = ['systemctl --root="$1" enable systemd-networkd', 'chroot "$1" passwd -d root', 'rm -rf "$1"/var/lib/apt/lists/*'];
  await hostCommand(
    [
      ...(['mmdebstrap', '--variant=minbase', `--include=${packages.join(',')}`, '--aptopt=APT::Install-Recommends "false"'] as const),
      ...hooks.map((hook) => `--customize-hook=${hook}`),
      ...[suite, root, await debianMirror()],
    ],
    { timeoutSeconds: 900 },
  );
}
