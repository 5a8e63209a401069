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
import type { Measurement } from '../measure/result.js';
import { costOf, described, note, type Rounds, ratioRows } from './costs.js';
import { depths } from './mixed-load.js';

/** The fewest of which a median has an interval. */
const ROUNDS = 6;
const PROTECTION = {
  plain: { authentication: 'off', storageEncryption: 'off' },
  authenticated: { authentication: 'required', storageEncryption: 'off' },
  encrypted: { authentication: 'required', storageEncryption: 'required' },
} as const satisfies Record<string, SettingsUpdate>;
type Protection = keyof typeof PROTECTION;
const PROTECTIONS = Object.keys(PROTECTION) as Protection[];

async function compare(fabric: Fabric, volume: Volume): Promise<Measurement[]> {
  const costs: Record<Protection, Rounds> = { plain: new Map(), authenticated: new Map(), encrypted: new Map() };
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
        const cost = await costOf(fabric, ['c1', 't1', 't2'], devicePath(volume.name), depth);
        note(costs[protection], depth, cost);
        console.log(`bench: ${protection} (${[...new Set(found)].join(', ') || 'neither'}), depth ${depth}: ${described(cost)}`);
      }
      await detach(fabric, attachment);
    }
  return depths.flatMap((depth) =>
    (['authenticated', 'encrypted'] as const).flatMap((protection) =>
      ratioRows(`${protection} to plain`, costs[protection], costs.plain, depth),
    ),
  );
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
