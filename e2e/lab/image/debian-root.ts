/**
 * The full Debian root disk: systemd, udev, mdadm, lvm2, nvme-cli and Node of the suite, as an administrator has them.
 *   getDebianRoot(kernel): Promise<string>   path of an ext4 image; every machine gets its own copy
 * mmdebstrap makes it from this machine's own mirror; as root, or as a user where user namespaces are allowed.
 */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { cached, contentHash } from './cache.js';
import { debianRootFiles, debianRootUnits, maskedUnits } from './debian-root-files.js';
import { hostCommand } from './host-command.js';
import type { Kernel } from './kernel.js';
import { debianMirror } from './suite-packages.js';

const packages = [
  ...['systemd', 'systemd-sysv', 'udev', 'dbus', 'kmod', 'iproute2', 'iputils-ping', 'procps', 'psmisc', 'nodejs', 'ca-certificates'],
  ...[
    'mdadm',
    'lvm2',
    'dmsetup',
    'keyutils',
    'nvme-cli',
    'rdma-core',
    'ibverbs-providers',
    'xfsprogs',
    'e2fsprogs',
    'fio',
    'adduser',
    'util-linux-extra',
    // What Ansible needs on a machine.
    'python3',
    'python3-apt',
  ],
];
const imageBytes = 4 * 1024 ** 3;

export async function getDebianRoot(kernel: Kernel): Promise<string> {
  const key = contentHash([kernel.release, packages, debianRootFiles, debianRootUnits, maskedUnits, imageBytes, 1]);
  const directory = await cached(`debian-root-${kernel.suite}-${key}`, (building) => build(kernel, building));
  return join(directory, 'root.img');
}

async function build(kernel: Kernel, directory: string): Promise<void> {
  const overlay = await mkdtemp(join(tmpdir(), 'weft-debian-'));
  try {
    for (const [path, { content, mode }] of Object.entries(debianRootFiles)) {
      await mkdir(dirname(join(overlay, path)), { recursive: true });
      await writeFile(join(overlay, path), content, { mode });
    }
    const image = join(directory, 'root.img');
    await writeFile(image, '');
    const hooks = [
      'mkdir -p "$1/etc/initramfs-tools"',
      `cp -a ${overlay}/. "$1/" && chown -R 0:0 "$1/usr/lib/weft-lab" "$1/etc/systemd/system"`,
      `mkdir -p "$1/usr/lib/modules" && cp -a ${kernel.root}/lib/modules/${kernel.release} "$1/usr/lib/modules/"`,
      `systemctl --root="$1" enable ${debianRootUnits.join(' ')}`,
      `systemctl --root="$1" mask ${maskedUnits.join(' ')}`,
      'chroot "$1" passwd -d root',
      'rm -rf "$1"/var/cache/apt/archives/*.deb "$1"/var/lib/apt/lists/*',
      // mmdebstrap keeps /proc mounted there until the hooks have finished.
      `umount -R "$1/proc" "$1/sys" "$1/dev" 2>/dev/null; truncate -s ${imageBytes} ${image} && mke2fs -q -t ext4 -E root_owner=0:0 -d "$1" ${image}`,
    ];
    await hostCommand(
      [
        ...(['mmdebstrap', '--variant=minbase', `--include=${packages.join(',')}`, '--aptopt=APT::Install-Recommends "false"'] as const),
        ...[
          '--dpkgopt=path-exclude=/usr/share/doc/*',
          '--dpkgopt=path-exclude=/usr/share/man/*',
          '--dpkgopt=path-exclude=/usr/share/locale/*',
        ],
        ...hooks.map((hook) => `--customize-hook=${hook}`),
        ...[kernel.suite, '/dev/null', await debianMirror()],
      ],
      { timeoutSeconds: 900 },
    );
  } finally {
    await rm(overlay, { recursive: true });
  }
}
