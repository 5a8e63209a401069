import { legDevicePath, lvName, thinName } from '@weft/shared/identity';
import { arrayUuidsOf, type LegDocument, type VolumeDocument } from '../../apps/server/src/domain/documents/volume.document.js';
import type { SimulatedHost } from '../../packages/agent/src/host/simulated/simulated-host.js';
import type { FoundVolume } from '../../packages/agent/src/host/simulated/storage.js';
import type { Sweep } from './sweep.js';

/** Earlier reports may influence the server for this long. */
const SETTLED_MS = 60_000;

/** Repair needs a cause: the server must not replace a leg that md has in sync, over a live path, on a drive that answers. */
export class SoundLegs {
  /** Time since when each sound leg is sound. */
  readonly #sinceMs = new Map<string, number>();
  readonly #leaving = new Set<string>();

  /** @returns descriptions of violations. */
  look(sweep: Sweep): string[] {
    const { stored } = sweep;
    const wrong: string[] = [];
    for (const volume of stored.volumes.values())
      for (const leg of volume.legs) {
        const sinceMs = this.#sinceMs.get(leg.id);
        const isNew = leg.spec.role === 'leaving' && !this.#leaving.has(leg.id);
        if (isNew) this.#leaving.add(leg.id);
        if (isNew && sinceMs !== undefined && stored.nowMs() - sinceMs > SETTLED_MS && stored.isOpen(leg.driveId))
          wrong.push(`leg ${leg.index} of ${volume.name} on ${leg.nodeName} is replaced although md has it in sync and its drive answers`);
        if (!isSound(sweep, volume, leg)) this.#sinceMs.delete(leg.id);
        else if (sinceMs === undefined) this.#sinceMs.set(leg.id, stored.nowMs());
      }
    return wrong;
  }
}

/** The logical volume or thin device of a leg. */
export const volumeOfLeg = ({ storage }: SimulatedHost, legId: string): FoundVolume | undefined =>
  storage.volumes().find(({ volume: { lv } }) => lv === lvName(legId)) ?? storage.volumeAt(`/dev/mapper/${thinName(legId)}`);

function isSound(sweep: Sweep, volume: VolumeDocument, leg: LegDocument): boolean {
  const { host: target } = sweep.machine(leg.nodeId);
  const found = volumeOfLeg(target, leg.id);
  if (!target.up || !found || !target.storage.answers(found.path) || found.drive.failsWrites) return false;
  if (target.caches.failsUnder(legDevicePath(leg.id))) return false;
  return sweep.clients.some(({ host }) => {
    const arrays = host.up ? host.arrays.list.filter(({ uuid, state }) => arrayUuidsOf(volume).includes(uuid) && state === 'clean') : [];
    const head = host.initiator.heads.find(({ uuid }) => uuid === leg.id);
    const member = arrays.flatMap(({ members }) => members).find(({ device }) => device === head?.device);
    const isLive = host.initiator.controllers.some(({ subsystemNqn, carries }) => subsystemNqn === head?.subsystemNqn && carries);
    return member?.status === 'in_sync' && member.badBlocks === 0 && isLive;
  });
}
