/*
 * The cluster of Micron's reference architecture "NVMesh 1.2 on Micron 9100 MAX" (2018), at any scale: nodes, drives, classes, volumes
 * and attachments. Pure: the same scale gives the same cluster, so that a second start can compare it with the existing objects.
 */

export const referenceScale = { targets: 3, drives: 12, clients: 3 };

/** Load of each volume: as much work as 3.0 M IOPS of 4 KiB, 70 % of them reads, from twelve volumes; mix and block size differ by volume. */
export const referenceLoad = { readIops: 175_000, writeIops: 75_000, varied: true };

const TiB = 2 ** 40;
const driveBytes = 2_400_000_000_000;
const volumesPerClass = 4;
/** LVM's metadata, md's metadata and rounding use a part of a drive: two volumes that fill it to the last byte would not fit. */
const usableRatio = 0.98;
/** The reference has 3.2 TiB of 3.21 possible: volumes are whole multiples of this. */
const sizeStep = 0.1 * TiB;

/** VLANs 100 and 150 are on the left switch, 200 and 250 on the right one: a target has a port in each. */
export const storageNetworks = [100, 150, 200, 250].map((vlan) => ({ name: `vlan${vlan}`, cidrs: [`10.${vlan}.0.0/16`] }));

const hostPart = (number) => `${Math.floor(number / 250)}.${(number % 250) + 1}`;

const nic = (network, index, number) => ({
  name: `ens${1 + Math.floor(index / 2)}f${index % 2}`,
  address: `${network.cidrs[0].replace('0.0/16', hostPart(number))}/16`,
  storageNetwork: network.name,
  speedBitsPerSecond: 100e9,
});

/** Four nodes share a rack, and racks are spread over three zones; the reference's three targets are in three racks. */
const labelsOf = (index, count) => {
  const rack = count <= 4 ? index : Math.floor(index / 4);
  return { rack: `r${rack + 1}`, zone: `z${(rack % 3) + 1}` };
};

function target(index, { targets, drives }) {
  const name = `t${index + 1}`;
  return {
    name,
    labels: { ...labelsOf(index, targets), role: 'target' },
    host: {
      cpus: 56,
      memoryBytes: 512 * 2 ** 30,
      nics: storageNetworks.map((network, each) => nic(network, each, index)),
      drives: Array.from({ length: drives }, (_, drive) => ({
        serial: serialOf(index, drive),
        model: 'Micron_9100_MTFDHAX2T4MCF',
        sizeBytes: driveBytes,
        numaNode: drive < drives / 2 ? 0 : 1,
      })),
    },
  };
}

const serialOf = (targetIndex, driveIndex) => `SIM${String(targetIndex + 1).padStart(4, '0')}${String(driveIndex + 1).padStart(3, '0')}`;

/** A client is on VLANs 100 and 150, or on 200 and 250. */
function client(index, { targets, clients }) {
  const networks = index % 2 === 0 ? storageNetworks.slice(0, 2) : storageNetworks.slice(2);
  return {
    name: `c${index + 1}`,
    labels: { ...labelsOf(index, clients), role: 'client' },
    host: {
      cpus: 56,
      memoryBytes: 256 * 2 ** 30,
      nics: networks.map((network, each) => nic(network, each, targets + index)),
      drives: [],
    },
  };
}

/** The second half of one target's drives and the first half of the next one's: each class is on two targets, each target in two classes. */
function driveClass(index, { targets, drives }) {
  const half = drives / 2;
  const next = (index + 1) % targets;
  return {
    name: `class-${index + 1}`,
    serials: [
      ...Array.from({ length: half }, (_, drive) => serialOf(index, half + drive)),
      ...Array.from({ length: half }, (_, drive) => serialOf(next, drive)),
    ],
  };
}

/**
 * @param {{targets: number, drives: number, clients: number}} scale
 * @returns nodes with labels and simulated hosts; classes by serials; volumes by class name; attachments by names.
 */
export function referenceCluster(scale) {
  const { targets, drives, clients } = scale;
  const range = (length, make) => Array.from({ length }, (_, index) => make(index, scale));
  const classes = range(targets, driveClass);
  const sizeBytes = Math.floor((drives * driveBytes * usableRatio) / 2 / volumesPerClass / sizeStep) * sizeStep;
  const volumes = classes.flatMap(({ name }, index) =>
    Array.from({ length: volumesPerClass }, (_, each) => ({
      name: `volume-${index + 1}-${each + 1}`,
      className: name,
      // Rounded up, so that it reads as the reference's 3.2 TiB and not as 3.19.
      sizeBytes: Math.ceil(sizeBytes / 2 ** 20) * 2 ** 20,
      protection: 'raid10',
      stripeWidth: drives / 2,
    })),
  );
  // Four per client while there are enough; with more clients, one each for the first of them.
  const perClient = Math.max(1, Math.min(volumesPerClass, Math.floor(volumes.length / clients)));
  const attachments = volumes.slice(0, perClient * clients).map(({ name }, index) => ({
    volume: name,
    client: `c${Math.floor(index / perClient) + 1}`,
  }));
  return { nodes: [...range(targets, target), ...range(clients, client)], storageNetworks, classes, volumes, attachments };
}
