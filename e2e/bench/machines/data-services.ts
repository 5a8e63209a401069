/**
 * Compares mirrored volumes that have one data service each with one that has none, in alternating rounds of one lab run. All are attached all the time, and one
 * of them has I/O at a time. Every block is written before the first round, so thin volumes are measured as they are later.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { endpoints } from '@weft/shared/endpoints/endpoints';
import { devicePath } from '@weft/shared/identity';
import type { Volume } from '@weft/shared/kinds/volume';
import { GiB, MiB } from '@weft/shared/units';
import { type Fabric, startFabric } from '../../lab/fabric/fabric.js';
import { attach, createClass, createVolume } from '../../lab/fabric/provision.js';
import { until } from '../../support/api-client.js';
import type { Measurement } from '../measure/result.js';
import { costOf, described, note, type Rounds, ratioRows } from './costs.js';
import { depths } from './mixed-load.js';
import { replaceSnapshot } from './snapshot.js';

/** The fewest of which a median has an interval. */
const ROUNDS = 6;
const SIZE_BYTES = 128 * MiB;
/** Drives have room for all volumes. */
const SHAPE = { targets: 2, clients: 1, drivesPerTarget: 2, driveBytes: 4 * GiB };
const MACHINES = ['c1', 't1', 't2'] as const;
const CACHE = { mode: 'write-through', bytesPerLeg: SIZE_BYTES, percentOfLeg: null, acceptsLoss: false } as const;

/** What each volume has. `snapshot`: a snapshot is taken before each of its rounds, so that each first write copies a block. */
const SERVICES = {
  plain: {},
  encrypted: { encryption: 'aes-xts-256' },
  checksums: { integrity: 'dm-integrity' },
  cached: { cache: CACHE },
  thin: { provisioning: 'thin' },
  snapshot: { provisioning: 'thin' },
} as const;
type Service = keyof typeof SERVICES;
const NAMES = Object.keys(SERVICES) as Service[];
const COMPARED = NAMES.filter((name) => name !== 'plain');

/** One drive of each target for legs, one for caches. */
async function takeDrives({ api }: Fabric): Promise<void> {
  const { items } = await api.call(endpoints.listDrives, { query: { state: 'available', limit: 200 } });
  for (const { id, version, serial } of items) {
    const body = { role: serial.endsWith('-D2') ? 'cache' : 'data' } as const;
    const { job } = await api.call(endpoints.takeDrive, { params: { id }, ifMatch: version, body });
    await api.done(job.id, 480);
  }
}

async function makeVolumes(fabric: Fabric): Promise<Map<Service, Volume>> {
  const driveClass = await createClass(fabric, 'all');
  const volumes = new Map<Service, Volume>();
  for (const name of NAMES) {
    const volume = await createVolume(fabric, {
      ...{ name, sizeBytes: SIZE_BYTES, protection: 'raid1', driveClassId: driveClass.id },
      ...SERVICES[name],
    });
    await attach(fabric, volume, 'c1');
    volumes.set(name, volume);
  }
  await until('every leg uses its cache', 300, async () => {
    const id = volumes.get('cached')?.id ?? '';
    const { legs } = await fabric.api.call(endpoints.getVolume, { params: { id } });
    return legs.every(({ cache }) => cache?.observed?.inUse) ? true : undefined;
  });
  for (const name of NAMES)
    await fabric.machine('c1').run(`dd if=/dev/urandom of=${devicePath(name)} bs=1M count=${SIZE_BYTES / MiB} oflag=direct 2> /dev/null`, {
      timeoutSeconds: 600,
    });
  return volumes;
}

async function compare(fabric: Fabric): Promise<Measurement[]> {
  console.log('bench: Making and filling the volumes');
  const volumes = await makeVolumes(fabric);
  const costs = new Map<Service, Rounds>(NAMES.map((name) => [name, new Map()]));
  const of = (name: Service): Rounds => costs.get(name) ?? new Map();
  const held: number[] = [];
  for (let round = 0; round < ROUNDS; round++)
    // The order turns with each round: what one state leaves behind meets each of the others.
    for (const name of NAMES.map((_, at) => NAMES[(at + round) % NAMES.length] ?? 'plain'))
      for (const depth of depths) {
        const volume = volumes.get(name);
        if (name === 'snapshot' && volume) held.push(await replaceSnapshot(fabric, volume));
        const cost = await costOf(fabric, MACHINES, devicePath(name), depth);
        note(of(name), depth, cost);
        console.log(`bench: ${name}, depth ${depth}: ${described(cost)}`);
      }
  return [
    ...depths.flatMap((depth) => COMPARED.flatMap((name) => ratioRows(`${name} to plain`, of(name), of('plain'), depth))),
    ...depths.flatMap((depth) => ratioRows('snapshot to thin', of('snapshot'), of('thin'), depth)),
    { name: `volume held for a snapshot, longest of ${held.length}`, value: Math.max(...held), unit: 'ms' },
    { name: `volume held for a snapshot, shortest of ${held.length}`, value: Math.min(...held), unit: 'ms' },
  ];
}

export async function benchDataServices(): Promise<Measurement[]> {
  // A short path: sockets in the directory have paths of at most 107 bytes (unix(7)).
  const directory = await mkdtemp(join('/tmp', 'weft-bench-'));
  const fabric = await startFabric({ ...SHAPE, directory, say: (line) => console.log(`bench: ${line}`) });
  try {
    await takeDrives(fabric);
    return await compare(fabric);
  } finally {
    await fabric.close();
    await rm(directory, { recursive: true, force: true });
  }
}
