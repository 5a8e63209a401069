/**
 * Compares a mirrored volume over NVMe/TCP without protection of its paths, with authentication (DH-HMAC-CHAP), and with authentication and TLS, in
 * alternating rounds of one lab run. Both belong to a connection from its first moment, so each state has an attachment of its own.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { endpoints } from '@weft/shared/endpoints/endpoints';
import { devicePath } from '@weft/shared/identity';
import type { SettingsUpdate } from '@weft/shared/kinds/settings/settings';
import type { Volume } from '@weft/shared/kinds/volume';
import { MiB } from '@weft/shared/units';
import { type Fabric, startFabric } from '../../lab/fabric/fabric.js';
import { attach, createClass, createVolume, detach, takeAllDrives } from '../../lab/fabric/provision.js';
import { startTlsDaemons } from '../../lab/fabric/tls-daemons.js';
import type { Machine } from '../../lab/machines/machine.js';
import { intervalRows, median } from '../measure/latency.js';
import type { Measurement } from '../measure/result.js';
import { depths, LOAD_SECONDS, measureMixed, type Speed } from './mixed-load.js';

/** The fewest of which a median has an interval. */
const ROUNDS = 6;
const PROTECTION = {
  plain: { authentication: 'off', storageEncryption: 'off' },
  authenticated: { authentication: 'required', storageEncryption: 'off' },
  encrypted: { authentication: 'required', storageEncryption: 'required' },
} as const satisfies Record<string, SettingsUpdate>;
type Protection = keyof typeof PROTECTION;
const PROTECTIONS = Object.keys(PROTECTION) as Protection[];

interface Cost extends Speed {
  /** Processor time of client and targets together, milliseconds for each I/O. */
  cpuMsEach: number;
}

/** Time in which the machine's processors did something, s (proc_stat(5), in units of 1/100 s). */
async function busySeconds(machine: Machine): Promise<number> {
  const [, user = 0, nice = 0, system = 0, , , irq = 0, softirq = 0] = (await machine.run('head -1 /proc/stat'))
    .trim()
    .split(/\s+/)
    .map(Number);
  return (user + nice + system + irq + softirq) / 100;
}

async function costOf(fabric: Fabric, device: string, depth: number): Promise<Cost> {
  const [client, machines] = [fabric.machine('c1'), ['c1', 't1', 't2'].map((name) => fabric.machine(name))];
  const busy = async () => (await Promise.all(machines.map(busySeconds))).reduce((sum, each) => sum + each, 0);
  const before = await busy();
  const speed = await measureMixed(client, device, depth);
  return { ...speed, cpuMsEach: (((await busy()) - before) * 1000) / (speed.iops * LOAD_SECONDS) };
}

type Costs = Record<Protection, Map<number, Cost[]>>;

/** Ratio of each round to the plain one of the same round. */
function ratioRows(costs: Costs, protection: Protection, depth: number): Measurement[] {
  const of = (which: Protection, what: keyof Cost) => (costs[which].get(depth) ?? []).map((cost) => cost[what]);
  return (['iops', 'p99Ms', 'cpuMsEach'] as const).flatMap((what): Measurement[] => {
    const plain = of('plain', what);
    const ratios = of(protection, what).map((value, round) => value / (plain[round] ?? Number.NaN));
    const name = { iops: 'IOPS', p99Ms: 'p99', cpuMsEach: 'CPU for each I/O' }[what];
    return [{ name: `${name}, ${protection} to plain, depth ${depth}`, value: median(ratios), unit: 'ratio' }, ...intervalRows(ratios)];
  });
}

async function compare(fabric: Fabric, volume: Volume): Promise<Measurement[]> {
  const costs: Costs = { plain: new Map(), authenticated: new Map(), encrypted: new Map() };
  for (let round = 0; round < ROUNDS; round++)
    for (const protection of PROTECTIONS) {
      const { version } = await fabric.api.call(endpoints.getSettings);
      await fabric.api.call(endpoints.updateSettings, { body: PROTECTION[protection], ifMatch: version });
      const attachment = await attach(fabric, volume, 'c1', { transport: 'tcp' });
      const { paths } = await fabric.api.call(endpoints.getAttachment, { params: { id: attachment.id } });
      const found = paths.map(({ keys, tls }) =>
        [keys?.hostKeyId ? 'authenticated' : '', tls ? 'encrypted' : ''].filter(Boolean).join(' and '),
      );
      for (const depth of depths) {
        const cost = await costOf(fabric, devicePath(volume.name), depth);
        costs[protection].set(depth, [...(costs[protection].get(depth) ?? []), cost]);
        console.log(
          `bench: ${protection} (${[...new Set(found)].join(', ') || 'neither'}), depth ${depth}: ${cost.iops.toFixed(0)} IOPS, p99 ${cost.p99Ms.toFixed(1)} ms, CPU ${cost.cpuMsEach.toFixed(2)} ms each`,
        );
      }
      await detach(fabric, attachment);
    }
  return depths.flatMap((depth) => (['authenticated', 'encrypted'] as const).flatMap((protection) => ratioRows(costs, protection, depth)));
}

export async function benchPathProtection(): Promise<Measurement[]> {
  // A short path: sockets in the directory have paths of at most 107 bytes (unix(7)).
  const directory = await mkdtemp(join('/tmp', 'weft-bench-'));
  const fabric = await startFabric({ directory, targets: 2, clients: 1, drivesPerTarget: 1, say: (line) => console.log(`bench: ${line}`) });
  try {
    await takeAllDrives(fabric);
    const driveClass = await createClass(fabric, 'all');
    const volume = await createVolume(fabric, { name: 'bench', sizeBytes: 256 * MiB, protection: 'raid1', driveClassId: driveClass.id });
    await startTlsDaemons(fabric, ['c1', 't1', 't2']);
    return await compare(fabric, volume);
  } finally {
    await fabric.close();
    await rm(directory, { recursive: true, force: true });
  }
}
