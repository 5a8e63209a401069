/** Shell expression for a block device's sysfs directory. It uses device numbers, because without udev `/dev/mapper` holds nodes and no links. */
export const sysfsOf = (device: string): string => `/sys/dev/block/$(printf %d:%d $(stat -Lc '0x%t 0x%T' ${device}))`;
