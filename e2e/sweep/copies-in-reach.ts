import { legDevicePath } from '@weft/shared/identity';
import { isMirrored } from '@weft/shared/kinds/volume';
import { arrayUuidsOf, type LegDocument, setsOf, type VolumeDocument } from '../../apps/server/src/domain/documents/volume.document.js';
import type { FoundVolume } from '../../packages/agent/src/host/simulated/storage.js';
import { NETWORKS, type SweepMachine } from './machine.js';
import { volumeOfLeg } from './sound-legs.js';
import { STRIPE_BYTES } from './stored-world.js';
import type { Sweep } from './sweep.js';

/** An agent needs this long to restore order after a recovery. */
const AFTERMATH_MS = 60_000;

/** As md has it. `stranded`: it was left out, and since then it could not be reached together with a half in sync that would bring it up to date. */
type Standing = 'in-sync' | 'stale' | 'stranded';

interface Copy {
  leg: LegDocument;
  found: FoundVolume | undefined;
  /** The client can do I/O to it. */
  reached: boolean;
  /** Its drive answers, or its target has no power. */
  sound: boolean;
}

/** Which volumes had no copy within reach of some block: only their clients may get I/O errors. */
export class CopiesInReach {
  /** When each volume last had none; removed once it is healthy, its array is not broken, and `AFTERMATH_MS` have passed. */
  readonly #troubled = new Map<string, number>();
  readonly #standings = new Map<string, Standing>();

  constructor(private readonly sweep: Sweep) {}

  mayFail(volumeId: string): boolean {
    return this.#troubled.has(volumeId);
  }

  look(): void {
    const { stored } = this.sweep;
    for (const volume of stored.volumes.values()) {
      const attachment = stored.attachmentsOf(volume._id).find(({ spec: { mode } }) => mode === 'exclusive');
      const client = attachment && this.sweep.machine(attachment.nodeId);
      if (!client) continue;
      const copies = volume.legs.map((leg) => this.#copyOf(leg, client));
      this.#stand(volume, copies, client);
      if (this.#allOut(volume, copies)) this.#troubled.set(volume._id, stored.nowMs());
      else if (this.#isOver(client, volume)) this.#troubled.delete(volume._id);
    }
  }

  /** The server's word alone is not enough: while it is stopped, the stored health is that of before. */
  #isOver({ host }: SweepMachine, volume: VolumeDocument): boolean {
    const { _id, status } = volume;
    const sinceMs = this.sweep.stored.nowMs() - (this.#troubled.get(_id) ?? 0);
    const isBroken = host.arrays.list.some(({ uuid, state }) => arrayUuidsOf(volume).includes(uuid) && state === 'broken');
    return status.health === 'healthy' && !isBroken && sinceMs > AFTERMATH_MS;
  }

  #copyOf(leg: LegDocument, client: SweepMachine): Copy {
    const target = this.sweep.machine(leg.nodeId).host;
    const found = volumeOfLeg(target, leg.id);
    const routed = NETWORKS.some((_, at) => {
      const [near, far] = [client.host, target].map((host) => host.spec.nics[at]?.address ?? '');
      return near !== undefined && far !== undefined && this.sweep.fabric.route(near, far);
    });
    const drive = target.storage.drives.find(({ spec }) => spec.serial === leg.driveSerial);
    const exported = found !== undefined && target.target.enabledOn(found.path).length > 0;
    const failsAtCache = target.caches.failsUnder(legDevicePath(leg.id));
    const sound = target.up && exported && target.storage.answers(found.path) && drive?.failsWrites === false && !failsAtCache;
    return { leg, found, reached: sound && routed, sound: sound || !target.up };
  }

  /** By md of the client, as long as it runs the volume. */
  #stand(volume: VolumeDocument, copies: readonly Copy[], { host }: SweepMachine): void {
    const running = host.arrays.list.filter(({ uuid, state }) => arrayUuidsOf(volume).includes(uuid) && state === 'clean');
    if (running.length === 0) return;
    const members = running.flatMap((array) => array.members);
    const setOf = setsOf(volume.spec);
    const isIn = ({ leg }: Copy) => {
      const head = host.initiator.heads.find(({ uuid }) => uuid === leg.id);
      return members.some(({ device, status }) => device === head?.device && status === 'in_sync');
    };
    for (const copy of copies) {
      const hasSource = copies.some((other) => other !== copy && setOf(other.leg) === setOf(copy.leg) && isIn(other) && other.reached);
      const isStale = (hasSource && copy.reached) || (this.#standings.get(copy.leg.id) ?? 'stale') === 'stale';
      this.#standings.set(copy.leg.id, isIn(copy) ? 'in-sync' : isStale ? 'stale' : 'stranded');
    }
  }

  #allOut({ _id: volumeId, spec, legs, array }: VolumeDocument, copies: readonly Copy[]): boolean {
    if (!isMirrored(spec.protection)) return copies.some(({ sound }) => !sound);
    const setOf = setsOf(spec);
    const sets = Math.max(...legs.map(setOf)) + 1;
    const isStriped = spec.protection !== 'raid1';
    return this.sweep.offsetsOf(volumeId).some((offset) => {
      const chunk = isStriped ? Math.floor(offset / STRIPE_BYTES) : 0;
      const within = isStriped ? Math.floor(chunk / sets) * STRIPE_BYTES + (offset % STRIPE_BYTES) : offset;
      const at = (array?.spec.dataOffsetBytes ?? 0) + within;
      return !copies.some(({ leg, found, reached }) => {
        if (!reached || !found || (isStriped && setOf(leg) !== chunk % sets) || this.#standings.get(leg.id) === 'stranded') return false;
        if (at >= found.volume.sizeBytes) return false;
        const value = found.drive.content.read(found.drive.physical(found.volume, at))?.mark ?? '';
        return this.sweep.contents.isAllowed(volumeId, offset, value);
      });
    });
  }
}
