import type { PciLink } from '@weft/shared/messages/pci-link';
import type { Tree } from '../run/host-fs.js';
import { pciAddressOf } from './pci-address.js';

const MOST_LANES = 32;

/**
 * The PCIe link of a function (Documentation/ABI/testing/sysfs-bus-pci: current_link_speed and others). Undefined: it has none, as one of a root complex
 * or of a paravirtual bus.
 * @param address of the function: 0000:81:00.0
 */
export async function readPciLink(tree: Tree, address: string | null): Promise<PciLink | undefined> {
  if (address === null) return undefined;
  const path = await tree.real(`/sys/bus/pci/devices/${address}`);
  if (path === undefined) return undefined;
  const [current, device, slot] = await Promise.all([readRate(tree, path, 'current'), readRate(tree, path, 'max'), readSlot(tree, path)]);
  return current === undefined || device === undefined ? undefined : { current, device, slot: slot ?? UNKNOWN };
}

type Rate = PciLink['current'];
const UNKNOWN: Rate = { gigatransfersPerSecond: null, lanes: null };

/** The function above this one in the device tree is the port of its slot. */
async function readSlot(tree: Tree, path: string): Promise<Rate | undefined> {
  const above = path.slice(0, path.lastIndexOf('/'));
  return above.endsWith(pciAddressOf(above) ?? '/') ? readRate(tree, above, 'max') : undefined;
}

/** Undefined: the function has no link (pci_dev_attrs_are_visible in the kernel shows these attributes for PCI Express alone). */
async function readRate(tree: Tree, path: string, which: 'current' | 'max'): Promise<Rate | undefined> {
  const [speed, width] = await Promise.all([tree.optional(`${path}/${which}_link_speed`), tree.number(`${path}/${which}_link_width`)]);
  if (speed === undefined && width === undefined) return undefined;
  return { gigatransfersPerSecond: parseLinkSpeed(speed ?? ''), lanes: lanesOf(width) };
}

/** "16.0 GT/s PCIe", "8 GT/s" (older kernels), "Unknown" (pci_speed_string in the kernel). Null: unknown. */
export function parseLinkSpeed(text: string): number | null {
  const speed = Number(/^(\d+(?:\.\d+)?) GT\/s/.exec(text)?.[1]);
  return speed > 0 ? speed : null;
}

/** The kernel prints 0 for a link that is down, and 255 (PCIE_LNK_WIDTH_UNKNOWN) for an unknown width. */
const lanesOf = (width: number | undefined): number | null => (width !== undefined && width >= 1 && width <= MOST_LANES ? width : null);
