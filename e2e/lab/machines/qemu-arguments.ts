/** QEMU's command line for one machine. */
import { join } from 'node:path';
import type { Accelerator } from '../image/accelerator.js';
import { channelPort } from '../image/guest-channel.js';
import type { DriveSpec, MachineImage, MachineSpec } from './machine-spec.js';

/** Host paths of one machine, all in its directory. */
export function machinePaths(directory: string) {
  return {
    root: join(directory, 'root.img'),
    initramfs: join(directory, 'initramfs'),
    console: join(directory, 'console.log'),
    qemuLog: join(directory, 'qemu.log'),
    pid: join(directory, 'qemu.pid'),
    monitor: join(directory, 'monitor.sock'),
    shell: join(directory, 'shell.sock'),
  };
}

/**
 * QEMU writes image files without flushing to this machine's disk: a killed QEMU loses nothing that its guest had flushed, because the
 * host's page cache survives it. Zeroed blocks become holes again, so that wiping a drive costs no space.
 */
export function driveBlockdev(drive: DriveSpec, failingSectors: readonly number[] = []): Record<string, unknown> {
  const blockdev = fileBlockdev(drive.serial, drive.path);
  if (failingSectors.length === 0) return blockdev;
  // QEMU's docs/devel/blkdebug.txt: EIO, each time, for requests that touch the sector.
  const rules = failingSectors.map((sector) => ({ event: 'none', iotype: 'write', errno: 5, sector, once: false }));
  return { ...blockdev, file: { driver: 'blkdebug', image: blockdev.file, 'inject-error': rules } };
}

export function driveDevice(drive: DriveSpec): Record<string, unknown> {
  return { driver: 'nvme', id: drive.serial, serial: drive.guestSerial ?? drive.serial, drive: `blk-${drive.serial}` };
}

export function qemuArguments(spec: MachineSpec, image: MachineImage): string[] {
  const paths = machinePaths(spec.directory);
  // Room for a second CPU that is absent. With `-smp 1` QEMU 7.2's NVMe missed a shadow doorbell every few ten thousand commands, and the drive
  // hung until the guest's 30 s timeout; with room for two it never did. TCG leaves memory barriers out when there can be one CPU only
  // (CF_PARALLEL), which is the likely cause, not proven.
  const cpus = `${spec.cpus},maxcpus=${Math.max(2, spec.cpus)}`;
  const args = [
    '-name',
    spec.name,
    '-accel',
    image.accelerator,
    '-cpu',
    cpuModel(image.accelerator),
    '-smp',
    cpus,
    '-m',
    String(spec.memoryMiB),
  ];
  args.push('-nodefaults', '-display', 'none', '-no-user-config', '-kernel', image.vmlinuz, '-initrd', paths.initramfs);
  // norandmaps: QEMU keeps translated code by its virtual address. With random addresses it translates every program again at every start: 71 ms
  // instead of 26 ms for cat, 180 ms instead of 94 ms for lvm.
  args.push(
    '-append',
    'console=ttyS0 quiet loglevel=4 panic=10 mitigations=off norandmaps net.ifnames=0 systemd.log_color=0 root=/dev/vda rw',
  );
  args.push('-chardev', `file,id=console,path=${paths.console},append=on`, '-serial', 'chardev:console');
  args.push('-chardev', `socket,id=shell,path=${paths.shell},server=on,wait=off`, '-serial', 'chardev:shell');
  args.push('-qmp', `unix:${paths.monitor},server=on,wait=off`);
  args.push('-blockdev', JSON.stringify(fileBlockdev('root', paths.root)), '-device', 'virtio-blk-pci,drive=blk-root');
  args.push(
    '-netdev',
    `user,id=net0,hostfwd=tcp:127.0.0.1:0-:${channelPort}`,
    '-device',
    `virtio-net-pci,netdev=net0,id=nic0,mac=${spec.managementMac},romfile=`,
  );
  spec.nics.forEach((nic, index) => {
    const id = index + 1;
    args.push('-netdev', `stream,id=net${id},server=off,addr.type=unix,addr.path=${nic.socket}`);
    args.push('-device', `virtio-net-pci,netdev=net${id},id=nic${id},mac=${nic.mac},romfile=`);
  });
  for (const drive of spec.drives)
    args.push('-blockdev', JSON.stringify(driveBlockdev(drive)), '-device', JSON.stringify(driveDevice(drive)));
  return args;
}

/**
 * An emulated machine has no CMPXCHG16B. QEMU 7.2 takes the operand of the last comparison for the flags after it (its helper reads
 * env->cc_op, which the translator has not stored yet). An interrupt at that instruction then returns with the direction, virtual-8086 or
 * trap flag set by a slab object's address, and the guest's kernel crashes or its memory is wrong. Without the feature Linux takes
 * this_cpu_cmpxchg16b_emu and SLUB's locked path. Seen with a program of ten lines under qemu-x86_64, and as a crash about every half hour.
 *
 * Nor has it ERMS: with it Linux clears pages by `rep stosb`, which QEMU emulates byte by byte (46 us instead of 27 us for a page fault).
 */
function cpuModel(accelerator: Accelerator): string {
  return accelerator === 'kvm' ? 'max,la57=off' : 'max,la57=off,cx16=off,erms=off';
}

function fileBlockdev(name: string, filename: string): Record<string, unknown> {
  const cache = { direct: false, 'no-flush': true };
  return {
    driver: 'raw',
    'node-name': `blk-${name}`,
    cache,
    discard: 'unmap',
    'detect-zeroes': 'unmap',
    file: { driver: 'file', filename, cache, discard: 'unmap' },
  };
}
