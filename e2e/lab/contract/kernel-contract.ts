/**
 * The contract of hosts on real kernels: the same statements as on the simulated host (packages/agent/src/host/contract).
 *   tryOnKernels(statements)     at the top of a test file: one boot, and a test for each of the statements
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { ContractFabric, ContractMachine, Statement } from '@weft/agent/host/contract/contract-fabric';
import { prepare } from '@weft/agent/host/contract/scene';
import { hostNqn, mdUuid } from '@weft/shared/identity';
import { integrityPlace } from '@weft/shared/integrity/integrity-layout';
import { KiB } from '@weft/shared/units';
import { afterAll, beforeAll, describe, onTestFailed, test } from 'vitest';
import { type Cluster, startCluster } from '../machines/cluster.js';
import { installBpftrace, installPing, installTlshd, startTlshd, stopTlshd } from '../machines/debian-program.js';
import type { Machine } from '../machines/machine.js';
import { Bridges, bridgePath } from './remote-host.js';

const bundle = fileURLToPath(new URL('../../../packages/agent/dist/weft-host-bridge.mjs', import.meta.url));
const SECTOR = 512;
type NearThree = Parameters<ContractFabric['createNearThree']>;
const ETHERNET_HEADER_BYTES = 14;
const PAUSE_MS = 100;
/** Time limit of one statement when the host is busy with other work; alone each takes seconds. A statement over the limit runs on beside the next one. */
const STATEMENT_MS = 480_000;

export function tryOnKernels(statements: readonly Statement[]): void {
  let directory: string;
  let cluster: Cluster;
  let bridges: Bridges;
  let fabric: ContractFabric;

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'weft-contract-'));
    const files = { [bridgePath]: { from: bundle, mode: 0o755 } };
    cluster = await startCluster({ workDirectory: directory, targets: 1, clients: 1, drivesPerTarget: 3, files: () => files });
    bridges = await Bridges.listen();
    const [t1, c1] = [cluster.machine('t1'), cluster.machine('c1')];
    const mac = (machine: Machine, network: number) => machine.spec.nics.find((nic) => nic.network === network)?.mac ?? '';
    const serials = t1.spec.drives.map(({ serial }) => serial) as [string, string, string];
    fabric = {
      target: await contractMachine(bridges, t1, 'aaaaaaaa-0000-4000-8000-000000000001'),
      client: await contractMachine(bridges, c1, 'aaaaaaaa-0000-4000-8000-000000000101'),
      countingDirections: async () => {
        await installBpftrace(c1);
        return bridges.open(c1, 'latency-by-direction');
      },
      serials,
      knownVolumes: new Map(),
      cut: async (network, isCut) => {
        const joined = cluster.networks[network - 1];
        if (isCut) joined?.cut(mac(t1, network), mac(c1, network));
        else joined?.mend(mac(t1, network), mac(c1, network));
      },
      canProbe: async () => {
        for (const machine of [t1, c1]) await installPing(machine);
      },
      handshakes: async (ready) => {
        if (!ready) return stopTlshd(t1);
        for (const machine of [t1, c1])
          if ((await machine.exec('test -e /opt/ktls-utils')).code !== 0) await installTlshd(machine);
          else if ((await machine.exec('pidof tlshd')).code !== 0) await startTlshd(machine);
        await sleep(1000);
      },
      limit: async (network, packetBytes) =>
        cluster.networks[network - 1]?.limit(packetBytes === null ? null : packetBytes + ETHERNET_HEADER_BYTES),
      link: (network, up) => c1.setLink(network, up),
      unplug: (serial) => t1.unplugDrive(serial),
      plug: (serial) => t1.plugDrive(serial),
      beneathIntegrity: integrityPlace,
      zero: async (device) => void (await t1.run(['blkdiscard', '--zeroout', device])),
      failMember: async (array, member) => void (await c1.run(['mdadm', '--manage', `/dev/${array}`, '--fail', `/dev/${member}`])),
      createNearThree: (...array) => createNearThree(c1, ...array),
      // Field 7 of the block layer's statistics: sectors written.
      writtenBytes: async (device) => {
        const number = `$(printf '%d:%d' 0x$(stat -L -c %t ${device}) 0x$(stat -L -c %T ${device}))`;
        return Number(await t1.run(`awk '{ print $7 }' /sys/dev/block/${number}/stat`)) * SECTOR;
      },
      pause: async () => {
        await sleep(PAUSE_MS);
        return PAUSE_MS;
      },
    };
    await prepare(fabric);
  }, 300_000);

  afterAll(async () => {
    bridges?.close();
    await cluster?.close();
    if (!process.env.WEFT_KEEP_LAB) await rm(directory, { recursive: true, force: true });
  }, 60_000);

  describe('the kernel host', () => {
    for (const { statement, holds } of statements) {
      test(statement, { timeout: STATEMENT_MS }, async () => {
        onTestFailed(async () => {
          for (const machine of cluster.machines)
            console.error(`--- ${machine.name}\n${(await machine.exec('dmesg | tail -n 20')).stdout}`);
        });
        await holds(fabric);
      });
    }
  });
}

async function createNearThree(machine: Machine, ...[uuid, devices, dataOffsetBytes, bitmapChunkBytes]: NearThree): Promise<boolean> {
  const made = ['--metadata=1.2', '--level=10', '--layout=n3', `--uuid=${mdUuid(uuid)}`, '--bitmap=internal', '--assume-clean'];
  const sizes = [`--data-offset=${dataOffsetBytes / KiB}K`, `--bitmap-chunk=${bitmapChunkBytes / KiB}K`, '--chunk=64K'];
  const names = ['/dev/md/near-three', '--config=none', '--homehost=any', `--raid-devices=${devices.length}`];
  await machine.run(['mdadm', '--create', ...names, ...made, ...sizes, ...devices]);
  return true;
}

async function contractMachine(bridges: Bridges, machine: Machine, hostId: string): Promise<ContractMachine> {
  /** One logical block of the device: 4 KiB above dm-integrity. */
  const inBlocks = (device: string, offset: number, argv: string) =>
    `b=$(blockdev --getss ${device}) && dd ${argv.replaceAll('AT', `$((${offset} / b))`)} bs=$b count=1`;
  return {
    host: await bridges.open(machine),
    hostId,
    hostNqn: hostNqn(hostId),
    address: (network) => machine.spec.nics.find((nic) => nic.network === network)?.address ?? '',
    write: async (device, offset, text) =>
      void (await machine.run(inBlocks(device, offset, `of=${device} seek=AT conv=sync,notrunc oflag=direct`), { input: text })),
    read: async (device, offset) =>
      (await machine.run(inBlocks(device, offset, `if=${device} skip=AT iflag=direct status=none`))).replaceAll('\0', ''),
    discard: async (device) => void (await machine.run(['blkdiscard', device])),
    sysctl: async (network, key, value) => void (await machine.run(['sysctl', '-w', `net/ipv4/conf/eth${network}/${key}=${value}`])),
    volumeKeysInKeyrings: async () => (await machine.run("grep -o 'weft:[0-9a-f]*' /proc/keys || true")).split('\n').filter(Boolean),
    makeSlice: async (name) => {
      const path = `/sys/fs/cgroup/${name}`;
      await machine.run(`[ -e /sys/fs/cgroup/cgroup.procs ] || mount -t cgroup2 none /sys/fs/cgroup; mkdir ${path}`);
      return async () => void (await machine.run(['rmdir', path]));
    },
    open: async (device) => {
      const pid = (await machine.run(`setsid sh -c 'exec 9<>${device}; exec sleep 1000' > /dev/null 2>&1 & echo $!`)).trim();
      await machine.run(`for i in $(seq 50); do [ -e /proc/${pid}/fd/9 ] && exit 0; sleep 0.1; done; exit 1`);
      return async () => void (await machine.run(`kill -KILL ${pid}; while [ -e /proc/${pid}/fd/9 ]; do sleep 0.1; done`));
    },
  };
}
