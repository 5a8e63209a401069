import { linkRatio, supportedRate } from '@weft/shared/load/link-ratio';
import type { LinkRate, PciLink } from '@weft/shared/messages/pci-link';
import type { StatusFacts } from '../ui/status.js';

const rateText = ({ gigatransfersPerSecond, lanes }: LinkRate): string =>
  `${gigatransfersPerSecond === null ? 'unknown speed' : `${gigatransfersPerSecond} GT/s`}, ${lanes === null ? 'unknown width' : `x${lanes}`}`;

/** State of the PCIe link of a drive or a NIC. */
export function pciLinkStatus(link: PciLink | null): StatusFacts {
  if (!link) return { tone: 'idle', what: 'not reported' };
  const what = rateText(link.current);
  const ratio = linkRatio(link);
  if (ratio === null) return { tone: 'idle', what, why: 'the kernel does not report all that it and its slot support' };
  if (ratio >= 1) return { tone: 'good', what };
  return {
    tone: 'warn',
    what,
    why: `it and its slot support ${rateText(supportedRate(link))}; reseat it, and check riser and BIOS settings`,
  };
}
