import { below } from '../run/paths.js';

/** Name of Weft's own devices file, /etc/lvm/devices/weft: the system's LVM never sees Weft's drives, and Weft sees no others (lvmdevices(8)). */
export const DEVICES_FILE = 'weft';
export const DEVICES_FILE_PATH = `/etc/lvm/devices/${DEVICES_FILE}`;

/** Settings passed to each command, so that the system's lvm.conf stays unchanged. Without udevd LVM creates the nodes itself (lvm.conf(5)). */
export function lvmConfig(udev: boolean): string {
  const nodes = udev ? '' : ' udev_sync=0 udev_rules=0';
  return `activation{monitoring=0${nodes}} devices{use_devicesfile=1 scan_lvs=0} global{use_lvmpolld=0}`;
}

export const lvmCommand = (udev: boolean, command: string, ...rest: string[]): string[] => [
  // Debian has no program called lvmdevices; lvm(8) runs every command by its name.
  ...(command === 'lvmdevices' ? ['lvm'] : []),
  command,
  '--devicesfile',
  DEVICES_FILE,
  '--config',
  lvmConfig(udev),
  ...rest,
];

/** LVM's path of a logical volume (lvm(8), VALID NAMES). */
export const lvPath = (vg: string, lv: string): string => below('/dev', vg, lv);
