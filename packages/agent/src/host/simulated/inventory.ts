import { driveIdOfVg } from '@weft/shared/identity';
import type { Inventory } from '@weft/shared/messages/inventory';
import type { PciLink } from '@weft/shared/messages/pci-link';
import { MOST_COPIES } from '@weft/shared/mirror-sets';
import type { SimulatedHost } from './simulated-host.js';
import { hashOf } from './world/random.js';

/** One write of the whole drive a day for five years. */
const RATED_WRITES = 5 * 365;
const WARMING_CELSIUS = 15;

const pci = (bus: number): string => `0000:${bus.toString(16).padStart(2, '0')}:00.0`;

/** A link that runs as fast as its device and its slot. */
const fullLink = (lanes: number): PciLink => {
  const rate = { gigatransfersPerSecond: 16, lanes };
  return { current: rate, device: rate, slot: rate };
};

/** Values of real machines that no caller specified are derived from names, so that they never change. */
export function simulatedInventory(host: SimulatedHost): Inventory {
  const { spec, storage } = host;
  const now = host.fabric.clock.now();
  return {
    agentVersion: host.fabric.options.agentVersion ?? '0.0.0',
    hostname: spec.name,
    kernel: '6.12.0-simulated',
    bootId: host.bootId,
    distribution: 'Debian GNU/Linux 13 (simulated)',
    cpu: { model: 'Simulated CPU', sockets: 2, cores: Math.max(1, spec.cpus / 2), threads: spec.cpus },
    memoryBytes: spec.memoryBytes,
    nics: spec.nics.map((nic, at) => ({
      name: nic.name,
      macAddress: (hashOf(`${spec.name} ${nic.name}`).toString(16).padStart(10, '0').match(/../g) ?? []).reduce(
        (mac, byte) => `${mac}:${byte}`,
        '02',
      ),
      speedBitsPerSecond: nic.speedBitsPerSecond,
      mtuBytes: 4200,
      up: !host.nicsDown.has(nic.name),
      rdmaDevice: `mlx5_${at}`,
      numaNode: at % 2,
      addresses: [nic.address.includes('/') ? nic.address : `${nic.address}/24`],
      pciAddress: pci(0x80 + at),
      pciLink: fullLink(16),
    })),
    drives: storage.drives
      .filter((drive) => drive.present)
      .map((drive) => {
        const { serial, nsid = 1, model, firmware, sizeBytes, numaNode } = drive.spec;
        const driveId = drive.group ? driveIdOfVg(drive.group.vg) : undefined;
        const seed = hashOf(serial);
        return {
          serial,
          nsid,
          model,
          firmware: firmware ?? 'SIM1.0',
          wwid: null,
          sizeBytes,
          logicalBlockBytes: 512,
          pciAddress: pci(1 + storage.drives.indexOf(drive)),
          pciLink: fullLink(4),
          numaNode,
          contents: driveId ? [] : storage.contentsOf(drive),
          weftDriveId: driveId ?? null,
          inUse: host.processes.on(`/dev/${drive.device}`).length > 0,
          sanitize: { ...drive.sanitize.ability, ...drive.sanitize.log(now) },
          smart: {
            temperatureCelsius: 30 + (seed % 12) + Math.round(WARMING_CELSIUS * Math.min(1, drive.use.busyAt(now))),
            // Worn before the simulation began, and by what was written since.
            percentageUsed: Math.floor((seed % 700) / 100 + (100 * drive.use.writtenBytesAt(now)) / (RATED_WRITES * sizeBytes)),
            availableSparePercent: 100,
            mediaErrors: 0,
            criticalWarning: 0,
            powerOnHours: 1000 + (seed % 9000),
            unsafeShutdowns: seed % 5,
          },
        };
      }),
    capabilities: capabilitiesOf(host),
  };
}

const capabilitiesOf = ({ authenticates, encrypts, tls }: SimulatedHost): Inventory['capabilities'] => ({
  rdma: true,
  nvmet: true,
  nvmeAuthentication: authenticates,
  authentication: { target: authenticates, client: authenticates },
  encryption: encrypts,
  copies: MOST_COPIES,
  arrayPerSet: true,
  incarnations: true,
  ioLimits: true,
  scrub: true,
  cache: true,
  thin: true,
  integrity: true,
  tls,
});
