import type { HostFacts, Probe, ProbeOutcome } from '@weft/shared/messages/host-facts';
import type { SimulatedHost } from './simulated-host.js';

/** A server as its administrator should have set it up, with RoCE NICs whose driver does not show ECN. */
export const simulatedFacts = ({ spec }: SimulatedHost): HostFacts => ({
  interfaces: spec.nics.map(({ name }) => ({
    ...{ name, driver: 'mlx5_core', firmware: '16.35.4506 (simulated)' },
    ...{ arpIgnore: 2, arpAnnounce: 2, arpNotify: 1, rpFilter: 2, ipv6Disabled: true, ownRoutes: true },
    ...{ rxPause: true, txPause: true, pfcPriorities: [], ecnPriorities: null },
    ...{ discards: { rx_discards_phy: 0, rx_out_of_buffer: 0 }, gidTypes: ['IB/RoCE v1', 'RoCE v2'] },
  })),
  cpuGovernors: ['performance'],
  ...{ deepestIdleState: { name: 'C1E', exitMicroseconds: 10 }, noIdleStates: false },
  iommu: 'passthrough',
  tools: { 'nvme-cli': '2.13', mdadm: '4.4', lvm2: '2.03.31', iproute2: '6.15.0', ethtool: '6.14' },
  udevGuard: true,
});

/** Every packet passes between hosts that reach each other. */
export const simulatedProbe = ({ fabric }: SimulatedHost, probe: Probe): ProbeOutcome => ({
  ...probe,
  result: fabric.route(probe.from, probe.to) ? 'passed' : 'lost',
});
