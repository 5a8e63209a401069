import { rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { attachmentIdOfNqn, driveIdOfVg, isWeftNqn, legIdOfDevice } from '@weft/shared/identity';
import { DEFAULT_CONFIG, UsageError } from '../config/config.js';
import type { Host } from '../host/host.js';
import type { Arguments } from './arguments.js';
import { runningAgent } from './run-lock.js';

/** Removes Weft's files. Refused while this node holds or uses data, which has to be moved, deleted or detached first (S5). */
export async function uninstall({ configPath, stateDir, check }: Arguments, host: Host): Promise<string> {
  const left = await inTheWay(host);
  if (left.length > 0)
    throw new UsageError(`this node still has these Weft objects; delete, move or detach them first:\n  ${left.join('\n  ')}`);
  if (check) return 'no Weft objects are in use on this node\n';
  const running = await runningAgent(stateDir);
  if (running !== undefined) throw new UsageError(`the agent is running (pid ${running}); stop it first with "systemctl stop weft-agent"`);
  await rm(stateDir, { recursive: true, force: true });
  await rm(configPath === DEFAULT_CONFIG ? dirname(configPath) : configPath, { recursive: true, force: true });
  return 'removed\n';
}

async function inTheWay(host: Host): Promise<string[]> {
  const [fast, slow] = [await host.observeFast(), await host.observeSlow()];
  return [
    // A leg's device is named with its LV below.
    ...fast.mappings.filter(({ name }) => legIdOfDevice(name) === undefined).map(({ name }) => `device ${name}`),
    ...fast.controllers
      .filter(({ subsystemNqn }) => attachmentIdOfNqn(subsystemNqn) !== undefined)
      .map(({ name, subsystemNqn }) => `controller ${name} of ${subsystemNqn}`),
    ...fast.subsystems.filter(({ nqn }) => isWeftNqn(nqn)).map(({ nqn }) => `export ${nqn}`),
    ...slow.logicalVolumes.filter(({ vg }) => driveIdOfVg(vg)).map(({ vg, lv }) => `leg ${vg}/${lv}`),
    ...slow.volumeGroups
      .filter(({ vg }) => driveIdOfVg(vg))
      .map(({ vg, pvDevice }) => `volume group ${vg} on ${pvDevice ?? 'a missing drive'}`),
  ];
}
