import type { LinkRate, PciLink } from '../messages/pci-link.js';

const lower = (a: number | null, b: number | null): number | null => (a === null || b === null ? null : Math.min(a, b));

/** What device and slot both support. Null: unknown for one of them. */
export const supportedRate = ({ device, slot }: PciLink): LinkRate => ({
  gigatransfersPerSecond: lower(device.gigatransfersPerSecond, slot.gigatransfersPerSecond),
  lanes: lower(device.lanes, slot.lanes),
});

/** Transfers of all lanes in a second, GT/s. Null: unknown. */
const rateOf = ({ gigatransfersPerSecond, lanes }: LinkRate): number | null =>
  gigatransfersPerSecond === null || lanes === null ? null : gigatransfersPerSecond * lanes;

/**
 * The link's present rate (GT/s of all lanes) as a fraction of what device and slot both support: 1 when it runs as fast as it can. Null: unknown.
 */
export function linkRatio(link: PciLink | null | undefined): number | null {
  if (!link) return null;
  const [current, supported] = [rateOf(link.current), rateOf(supportedRate(link))];
  return current === null || supported === null ? null : current / supported;
}
