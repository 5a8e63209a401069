import type { AlertAttachment, AlertWorld } from './alert-world.js';
import { losses, lossesOf, moving } from './memory.js';
import { type Memories, nodeObject, type Reading, reading, volumeObject } from './reading.js';
import type { Thresholds } from './thresholds.js';

/** A resync without progress for this time is stuck. */
const STUCK_MS = 15 * 60_000;

/** Conditions of attachments: lost paths, flapping, resyncs. An attachment of an offline client is unknown and gives none. */
export function attachmentReadings(world: AlertWorld, thresholds: Thresholds, memories: Memories, offline: ReadonlySet<string>): Reading[] {
  const reported = world.attachments.filter(({ client }) => !offline.has(client.id));
  return [
    ...pathReadings(reported, offline),
    ...flapReadings(world, reported, thresholds, memories),
    ...resyncReadings(world, reported, thresholds, memories),
  ];
}

interface LostPath {
  client: AlertAttachment['client'];
  target: AlertAttachment['client'];
  network: string;
  paths: number;
}

/** Lost connections of a client to a target over a network, each with the number of its paths. */
function lostPathsOf(attachments: readonly AlertAttachment[]): LostPath[] {
  const found = new Map<string, LostPath>();
  for (const { client, lostPaths } of attachments)
    for (const { target, network } of lostPaths) {
      const key = `${client.id} ${target.id} ${network}`;
      const lost = found.get(key) ?? { client, target, network, paths: 0 };
      found.set(key, { ...lost, paths: lost.paths + 1 });
    }
  return [...found.values()];
}

/** Each lost connection belongs to its end with more lost connections on that network: the target, or the client. */
function pathReadings(attachments: readonly AlertAttachment[], offline: ReadonlySet<string>): Reading[] {
  const lost = lostPathsOf(attachments);
  const count = new Map<string, number>();
  for (const { client, target, network } of lost)
    for (const { id } of [client, target]) count.set(`${id} ${network}`, (count.get(`${id} ${network}`) ?? 0) + 1);
  return lost.map(({ client, target, network, paths }) => {
    const ofClient = (count.get(`${client.id} ${network}`) ?? 0) > (count.get(`${target.id} ${network}`) ?? 0);
    const about = nodeObject(ofClient ? client : target);
    return reading({
      ...{ rule: 'WeftPathLost', subject: nodeObject(client), about, part: network, value: paths },
      labels: { node: client.name, target: target.name, network },
      cause: offline.has(target.id) ? nodeObject(target) : null,
      nodeIds: [about.id],
    });
  });
}

function flapReadings({ now }: AlertWorld, attachments: readonly AlertAttachment[], thresholds: Thresholds, memories: Memories): Reading[] {
  const pairs = new Map(
    attachments.flatMap((attachment) =>
      attachment.lostPaths.map(({ target, network }) => [`${attachment.id} ${target.id} ${network}`, { attachment, target }] as const),
    ),
  );
  const memory = losses(memories.get('WeftLegFlapping'), new Set(pairs.keys()), now);
  memories.set(memory);
  const worst = new Map<string, Reading>();
  for (const [key, { attachment, target }] of pairs) {
    const { volume, volumeLabels } = attachment;
    const [value, threshold] = [lossesOf(memory.entries[key]), thresholds.of('WeftLegFlapping', attachment)];
    const id = `${volume.id} ${target.id}`;
    if (value < threshold || value <= (worst.get(id)?.value ?? 0)) continue;
    const labels = { ...volumeLabels, volume: volume.name, target: target.name };
    worst.set(
      id,
      reading({
        ...{ rule: 'WeftLegFlapping', subject: volumeObject(volume), about: nodeObject(target), labels, value, threshold },
        nodeIds: [target.id],
      }),
    );
  }
  return [...worst.values()];
}

function resyncReadings(
  { now }: AlertWorld,
  attachments: readonly AlertAttachment[],
  thresholds: Thresholds,
  memories: Memories,
): Reading[] {
  const resyncs = attachments.flatMap((attachment) => (attachment.resync ? [{ ...attachment, resync: attachment.resync }] : []));
  const memory = moving(memories.get('WeftRebuildStuck'), new Map(resyncs.map(({ id, resync }) => [id, resync.ratio])), now);
  memories.set(memory);
  return resyncs.flatMap((attachment) => {
    const { id, volume, volumeLabels } = attachment;
    const { ratio, bytes, bytesPerSecond } = attachment.resync;
    const of = { subject: volumeObject(volume), labels: { ...volumeLabels, volume: volume.name } };
    const movedAt = memory.entries[id]?.changedAt ?? now;
    if (now.getTime() - movedAt.getTime() >= STUCK_MS) return [reading({ rule: 'WeftRebuildStuck', ...of })];
    const threshold = thresholds.of('WeftRebuildSlow', attachment);
    const left = bytesPerSecond ? ((1 - ratio) * bytes) / bytesPerSecond : null;
    return left !== null && left >= threshold ? [reading({ rule: 'WeftRebuildSlow', ...of, value: left, threshold })] : [];
  });
}
