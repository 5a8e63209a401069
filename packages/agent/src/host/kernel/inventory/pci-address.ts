/** Last PCI function in a device's sysfs path: virtio and others sit below one. */
export const pciAddressOf = (path: string): string | null => path.match(/[0-9a-f]{4}:[0-9a-f]{2}:[0-9a-f]{2}\.[0-7]/g)?.at(-1) ?? null;
