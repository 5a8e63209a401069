/** Files that the full Debian root has in addition to Debian: the command channel, the storage NICs and the sign that the boot has finished. */
import { channelPath, channelPort, channelScript } from './guest-channel.js';
import { networkScript } from './small-root-files.js';

const channelSocket = `[Unit]
Description=Command channel of the Weft lab
[Socket]
ListenStream=${channelPort}
Accept=yes
MaxConnections=256
TriggerLimitIntervalSec=0
[Install]
WantedBy=sockets.target
`;

/** KillMode: a background process outlives the command that started it. */
const channelService = `[Unit]
Description=Command of the Weft lab
CollectMode=inactive-or-failed
[Service]
ExecStart=${channelPath}
StandardInput=socket
StandardOutput=socket
StandardError=journal
KillMode=process
Environment=HOME=/root
`;

const networkService = `[Unit]
Description=Management and storage NICs of the Weft lab
Wants=network.target
Before=network.target network-online.target
[Service]
Type=oneshot
RemainAfterExit=yes
ExecStart=/usr/lib/weft-lab/network
[Install]
WantedBy=multi-user.target network-online.target
`;

const upService = `[Unit]
Description=Tells the lab that this machine is up
After=multi-user.target weft-lab-network.service weft-lab-channel.socket
[Service]
Type=oneshot
RemainAfterExit=yes
ExecStart=/usr/lib/weft-lab/up
[Install]
WantedBy=multi-user.target
`;

const up = `#!/bin/sh
for script in /etc/weft/boot.d/*; do
  [ -x "$script" ] || continue
  systemd-run --quiet --unit "weft-lab-$(basename "$script")" --property "StandardOutput=append:/var/log/$(basename "$script").log" --property StandardError=inherit "$script"
done
. /etc/weft-lab/machine
echo "weft-lab: $machine is up" > /dev/ttyS0
`;

const shellOverride = `[Service]
ExecStart=
ExecStart=-/sbin/agetty --autologin root --noclear --keep-baud 115200 - xterm
`;

export const debianRootFiles: Readonly<Record<string, { readonly content: string; readonly mode: number }>> = {
  [channelPath]: { content: channelScript({ shell: '/bin/sh', setsid: '/usr/bin/setsid' }), mode: 0o755 },
  '/usr/lib/weft-lab/network': { content: networkScript, mode: 0o755 },
  '/usr/lib/weft-lab/up': { content: up, mode: 0o755 },
  '/etc/systemd/system/weft-lab-channel.socket': { content: channelSocket, mode: 0o644 },
  '/etc/systemd/system/weft-lab-channel@.service': { content: channelService, mode: 0o644 },
  '/etc/systemd/system/weft-lab-network.service': { content: networkService, mode: 0o644 },
  '/etc/systemd/system/weft-lab-up.service': { content: upService, mode: 0o644 },
  '/etc/systemd/system/serial-getty@ttyS1.service.d/lab.conf': { content: shellOverride, mode: 0o644 },
  '/etc/fstab': { content: '/dev/vda / ext4 noatime 0 0\n', mode: 0o644 },
  '/etc/hosts': { content: '127.0.0.1 localhost\n10.0.2.2 host\n', mode: 0o644 },
  '/etc/modules-load.d/weft-lab.conf': { content: 'virtio_net\nrdma_rxe\n', mode: 0o644 },
};

export const debianRootUnits = ['weft-lab-channel.socket', 'weft-lab-network.service', 'weft-lab-up.service', 'serial-getty@ttyS1.service'];

/** Units that only cost time in an emulated guest. */
export const maskedUnits = [
  'apt-daily.timer',
  'apt-daily-upgrade.timer',
  'e2scrub_all.timer',
  'e2scrub_reap.service',
  'fstrim.timer',
  'man-db.timer',
  'dpkg-db-backup.timer',
];
