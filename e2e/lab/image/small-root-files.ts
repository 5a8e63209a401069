/** The small root's own files. A machine's name and addresses come in /etc/weft-lab/machine (machines/machine-spec.ts). */
import { channelPath, channelPort, channelScript, waitForChannel } from './guest-channel.js';
import { guestModules } from './modules.js';

const inittab = `::sysinit:/usr/lib/weft-lab/boot
::respawn:/usr/bin/busybox nc -ll -p ${channelPort} -e ${channelPath}
ttyS1::respawn:-/bin/bash
::once:/usr/lib/weft-lab/boot.d
::ctrlaltdel:/sbin/reboot
::shutdown:/usr/lib/weft-lab/shutdown
`;

const boot = `#!/bin/sh
export PATH=/usr/sbin:/usr/bin
mount -t proc proc /proc
mount -t sysfs sys /sys
mount -t tmpfs -o mode=755 run /run
mount -t tmpfs tmp /tmp
mkdir -p /dev/pts /dev/shm /run/lock/lvm /run/lvm /run/weft-lab
mount -t devpts devpts /dev/pts
mount -t tmpfs shm /dev/shm
modprobe -a ${guestModules.join(' ')} 2>/dev/null
mount -t configfs config /sys/kernel/config
mount -t debugfs debug /sys/kernel/debug
. /etc/weft-lab/machine
hostname "$machine"
/usr/lib/weft-lab/network
`;

/** As docs/operating.md recommends: a packet of RoCE then carries 4096 bytes instead of 1024. */
export const STORAGE_MTU_BYTES = 4200;

/** eth0 is QEMU's user network: the host's loopback is 10.0.2.2. The other NICs are storage networks with soft-RoCE on top. */
export const networkScript = `#!/bin/sh
export PATH=/usr/sbin:/usr/bin
. /etc/weft-lab/machine
ip link set lo up
ip link set eth0 up
ip addr replace 10.0.2.15/24 dev eth0
ip route replace default via 10.0.2.2
modprobe rdma_rxe
number=1
for address in $storage; do
  ip link set eth$number mtu ${STORAGE_MTU_BYTES} up
  ip addr replace $address dev eth$number
  [ -e /sys/class/infiniband/rxe$number ] || rdma link add rxe$number type rxe netdev eth$number
  number=$((number + 1))
done
`;

const bootScripts = `#!/bin/sh
for script in /etc/weft/boot.d/*; do
  [ -x "$script" ] || continue
  setsid "$script" < /dev/null >> "/var/log/$(basename "$script").log" 2>&1 &
done
. /etc/weft-lab/machine
${waitForChannel()}
echo "weft-lab: $machine is up" > /dev/ttyS0
`;

const shutdown = `#!/bin/sh
export PATH=/usr/sbin:/usr/bin
sync
mount -o remount,ro / 2>/dev/null
true
`;

const lvm = `devices { use_devicesfile=1
 scan_lvs=0 }
activation { udev_sync=0
 udev_rules=0
 monitoring=0 }
global { use_lvmpolld=0 }
`;

export const smallRootFiles: Readonly<Record<string, { readonly content: string; readonly mode: number }>> = {
  '/etc/inittab': { content: inittab, mode: 0o644 },
  '/etc/passwd': { content: 'root:x:0:0:root:/root:/bin/bash\n', mode: 0o644 },
  '/etc/group': { content: 'root:x:0:\ndisk:x:6:\n', mode: 0o644 },
  '/etc/hosts': { content: '127.0.0.1 localhost\n10.0.2.2 host\n', mode: 0o644 },
  '/etc/os-release': { content: 'NAME="Weft lab"\nID=weft-lab\nPRETTY_NAME="Weft lab, small root"\n', mode: 0o644 },
  '/etc/profile': { content: 'export PATH=/usr/sbin:/usr/bin PS1="\\h# "\n', mode: 0o644 },
  '/etc/lvm/lvm.conf': { content: lvm, mode: 0o644 },
  '/usr/lib/weft-lab/boot': { content: boot, mode: 0o755 },
  '/usr/lib/weft-lab/network': { content: networkScript, mode: 0o755 },
  '/usr/lib/weft-lab/boot.d': { content: bootScripts, mode: 0o755 },
  '/usr/lib/weft-lab/shutdown': { content: shutdown, mode: 0o755 },
  [channelPath]: { content: channelScript({ shell: '/usr/bin/busybox sh', setsid: '/usr/bin/busybox setsid' }), mode: 0o755 },
};
