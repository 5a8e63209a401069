import { VOLUMES } from './apply.js';
import { descriptionOf } from './description.js';
import { attach, createVolume, detach } from './requests.js';
import { Sweep } from './sweep.js';

/** Longer than the rebuild delay of `mirror` and `pairs`. */
export const LONG_MS = 600_000;
/** Time limit of one directed test. */
export const TIMEOUT_MS = 300_000;

/** Ticks until the condition holds. @returns whether it held within the time. */
export async function until(sweep: Sweep, is: () => boolean, timeMs = LONG_MS): Promise<boolean> {
  const endsMs = sweep.fabric.clock.now() + timeMs;
  while (!is() && sweep.fabric.clock.now() < endsMs) await sweep.tick(5_000);
  return is();
}

export const isAttached = ({ stored }: Sweep): boolean =>
  stored.attachments.size > 0 && [...stored.attachments.values()].every(({ status: { state } }) => state === 'attached');

/** Makes a cluster with the volumes of these names, or with all. */
export async function withVolumes(seed: number, names: readonly string[] = VOLUMES.map(({ name }) => name)): Promise<Sweep> {
  const sweep = new Sweep(seed);
  const { drives, volumes } = sweep.stored;
  const inService = () => [...drives.values()].every((drive) => drive.status.inService);
  if (!(await until(sweep, inService))) throw new Error('the drives are not in service');
  for (const volume of VOLUMES) if (names.includes(volume.name)) createVolume(sweep.stored, volume);
  const isMade = () => [...volumes.values()].every(({ status: { state } }) => state === 'available');
  if (!(await until(sweep, isMade))) throw new Error('the volumes were not made');
  return sweep;
}

/** Moves all volumes to this client, from whichever clients have them, and lets it write for a while. */
export async function allTo(sweep: Sweep, client: number): Promise<void> {
  const { stored, clients } = sweep;
  for (const { _id } of [...stored.attachments.values()]) detach(stored, _id);
  if (!(await until(sweep, () => stored.attachments.size === 0))) throw new Error('the volumes were not detached');
  for (const { _id } of stored.volumes.values()) attach(stored, _id, clients[client]?.id ?? '', 'exclusive');
  if (!(await until(sweep, () => isAttached(sweep))))
    throw new Error(['the volumes were not attached', ...descriptionOf(sweep)].join('\n'));
  for (let tick = 0; tick < 20; tick++) await sweep.tick(1_000);
}

/** Names of the volumes that a client has as devices. */
export const devicesOn = ({ clients }: Sweep, client: number): string[] =>
  (clients[client]?.host.mappings.links ?? []).map(({ name }) => name).sort();
