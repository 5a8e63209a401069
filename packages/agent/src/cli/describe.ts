import { createHash } from 'node:crypto';
import { driveIdOfVg, INTEGRITY_TAG, legDeviceName, legDevicePath, legIdOfLv, WRITE_BACK_TAG } from '@weft/shared/identity';
import type { NodeDescription } from '@weft/shared/messages/node-description';
import { readConfig } from '../config/config.js';
import type { FastState, Host, LogicalVolume } from '../host/host.js';
import { Ledger } from '../ledger/ledger.js';
import { jsonLog } from '../log/log.js';
import type { Arguments } from './arguments.js';

/** What this node knows, as JSON. Reads only: also while the agent runs and volumes are in use. */
export async function describe({ configPath, stateDir }: Pick<Arguments, 'configPath' | 'stateDir'>, host: Host): Promise<string> {
  const { nodeId, name, clusterId, hostId, credential } = await readConfig(configPath);
  const ledger = await Ledger.open(stateDir, jsonLog({}, 'error'), { readOnly: true });
  const { facts, held, assignment } = ledger;
  const { volumeGroups, logicalVolumes, inventory } = await host.observeSlow();
  const legs = logicalVolumes.filter(({ vg, lv }) => driveIdOfVg(vg) !== undefined && legIdOfLv(lv) !== undefined);
  const readable = superblockPlaces(legs, await host.observeFast());
  const superblocks = await host.examineSuperblocks([...readable.values()]);
  const description: NodeDescription = {
    form: 'weft-node-description-1',
    at: new Date().toISOString(),
    node: { id: nodeId, name, clusterId, hostId },
    credentialHash: createHash('sha256').update(credential).digest('hex'),
    held,
    assignment: assignment ?? null,
    factsLost: facts.lost,
    arrays: facts.arrays,
    tenures: Object.fromEntries(
      Object.entries(facts.served).map(([volumeId, { exclusive, shared, readonly }]) => [volumeId, Math.max(exclusive, shared, readonly)]),
    ),
    inventory,
    volumeGroups: volumeGroups
      .filter(({ vg }) => driveIdOfVg(vg) !== undefined)
      .map(({ vg, sizeBytes, freeBytes, largestFreeBytes, extentBytes }) => ({ vg, sizeBytes, freeBytes, largestFreeBytes, extentBytes })),
    logicalVolumes: legs.map(({ vg, lv, sizeBytes, tags }) => ({ vg, lv, sizeBytes, tags })),
    superblocks: Object.fromEntries(
      [...readable].map(([legId, devicePath]) => {
        const found = superblocks.get(devicePath);
        return [legId, found ? { uuid: found.uuid, events: found.events, deviceRole: found.deviceRole, name: found.name ?? null } : null];
      }),
    ),
  };
  return `${JSON.stringify(description)}\n`;
}

/**
 * Where the superblock of each leg can be read, by leg: on its volume, or on its own device if the volume alone does not have its bytes (dm-integrity, a
 * write-back cache). Without that device it cannot be read, and nothing is said of the leg.
 */
export function superblockPlaces(legs: readonly LogicalVolume[], { mappings }: Pick<FastState, 'mappings'>): Map<string, string> {
  const places = new Map<string, string>();
  for (const { lv, active, backed, devicePath, tags } of legs) {
    const legId = legIdOfLv(lv);
    if (legId === undefined || !active || !backed) continue;
    const isApart = [INTEGRITY_TAG, WRITE_BACK_TAG].some((tag) => tags.includes(tag));
    if (!isApart) places.set(legId, devicePath);
    else if (mappings.some(({ name }) => name === legDeviceName(legId))) places.set(legId, legDevicePath(legId));
  }
  return places;
}
