import type { HostFacts, Probe, ProbeOutcome } from '@weft/shared/messages/host-facts';
import type { SimulatedHost } from './simulated-host.js';

/** A server as its administrator should have set it up, with RoCE NICs whose driver does not show ECN. */
export const simulatedFacts = ({ spec, sysctls }: SimulatedHost): HostFacts => ({
  interfaces: spec.nics.map(({ name }) => ({
    ...{ name, driver: 'mlx5_core', firmware: '16.35.4506 (simulated)' },
    arpIgnore: sysctls.get(`${name} arp_ignore`) ?? 2,
    arpAnnounce: sysctls.get(`${name} arp_announce`) ?? 2,
    arpNotify: sysctls.get(`${name} arp_notify`) ?? 1,
    rpFilter: sysctls.get(`${name} rp_filter`) ?? 2,
    ...{ ipv6Disabled: true, ownRoutes: true },
    ...{ rxPause: true, txPause: true, pfcPriorities: [], ecnPriorities: null },
    ...{ discards: { rx_discards_phy: 0, rx_out_of_buffer: 0 }, gidTypes: ['IB/RoCE v1', 'RoCE v2'] },
  })),
  cpuGovernors: ['performance'],
  ...{ deepestIdleState: { name: 'C1E', exitMicroseconds: 10 }, noIdleStates: false },
  iommu: 'passthrough',
  tools: { 'nvme-cli': '2.13', mdadm: '4.4', lvm2: '2.03.31', iproute2: '6.15.0', ethtool: '6.14' },
  udevGuard: true,
});

/** Every packet passes between hosts that reach each other, unless the network drops its size. No packet leaves from an address of another host. */
export function simulatedProbe(host: SimulatedHost, probe: Probe): ProbeOutcome {
  const nic = host.nic(probe.from);
  if (!nic) return { ...probe, result: 'unknown' };
  const { fabric } = host;
  if (!fabric.route(probe.from, probe.to)) return { ...probe, result: 'lost' };
  return { ...probe, result: probe.bytes > (fabric.packetLimits.get(nic.storageNetwork) ?? probe.bytes) ? 'too-large' : 'passed' };
}
