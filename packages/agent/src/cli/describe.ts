import { createHash } from 'node:crypto';
import { driveIdOfVg, legIdOfLv } from '@weft/shared/identity';
import type { NodeDescription } from '@weft/shared/messages/node-description';
import { readConfig } from '../config/config.js';
import type { Host } from '../host/host.js';
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
  const readable = legs.filter(({ active, backed }) => active && backed);
  const superblocks = await host.examineSuperblocks(readable.map(({ devicePath }) => devicePath));
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
      readable.map(({ lv, devicePath }) => {
        const found = superblocks.get(devicePath);
        return [
          legIdOfLv(lv),
          found ? { uuid: found.uuid, events: found.events, deviceRole: found.deviceRole, name: found.name ?? null } : null,
        ];
      }),
    ),
  };
  return `${JSON.stringify(description)}\n`;
}
