import type { Drive, Node } from '../../../api/types.js';

type Nic = Node['nics'][number];
type SlottedDrive = Pick<Drive, 'id' | 'serial' | 'nsid' | 'pciAddress' | 'numaNode'>;

export interface NumaGroup<D extends SlottedDrive = Drive> {
  /** Null: not reported. */
  numaNode: number | null;
  drives: D[];
  nics: Nic[];
}

/** PCI addresses are hexadecimal with a fixed width, so their order is that of their text. Unknown ones come last. */
const byPlace = (a: SlottedDrive, b: SlottedDrive): number =>
  Number(a.pciAddress === null) - Number(b.pciAddress === null) ||
  (a.pciAddress ?? '').localeCompare(b.pciAddress ?? '') ||
  a.serial.localeCompare(b.serial) ||
  a.nsid - b.nsid;

/** Drives and NICs of one node by NUMA node, drives in the order of their PCI addresses. The slot in the chassis is not reported. */
export function numaGroups<D extends SlottedDrive>(drives: readonly D[], nics: readonly Nic[]): NumaGroup<D>[] {
  const nodes = [...new Set([...drives, ...nics].map(({ numaNode }) => numaNode))].sort(
    (a, b) => (a ?? Number.POSITIVE_INFINITY) - (b ?? Number.POSITIVE_INFINITY),
  );
  return nodes.map((numaNode) => ({
    numaNode,
    drives: drives.filter((drive) => drive.numaNode === numaNode).sort(byPlace),
    nics: nics.filter((nic) => nic.numaNode === numaNode).sort((a, b) => a.name.localeCompare(b.name)),
  }));
}
