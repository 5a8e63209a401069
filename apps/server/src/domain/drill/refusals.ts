import { isMirrored, soundHealths } from '@weft/shared/kinds/volume';
import { nodeRef } from '@weft/shared/text/references';
import { messageOf } from '@weft/shared/text/rendering/render';
import { effectsOf, type Loss } from '../dependents/effects.js';
import type { DrillPlaceDocument } from '../documents/drill.document.js';
import type { LegDocument, VolumeDocument } from '../documents/volume.document.js';
import { roleOf } from '../documents/volume.document.js';
import type { DrillWorld, Refusal } from './drill-world.js';

/*
 * What stands against the fault of a drill. Everything that it touches must be whole, and must go on without what the fault takes away:
 *
 * - A volume that it touches is degraded, resyncs, grows, lacks a path, or has a leg to be replaced: refused.
 * - A volume without a mirror has its only leg there, or a path is the only one: refused.
 * - A node around it is offline, in maintenance, of another version, or follows another database: refused.
 * - A repair, an eviction, a drain, a growth, a benchmark or another drill is on anywhere: refused.
 * - A volume would begin to replace the missing leg before the fault ends: refused.
 */

/** A missing leg may take this much longer than the fault until it is back in sync, seconds. */
const REPLACEMENT_MARGIN_SECONDS = 60;

type Place = Pick<DrillPlaceDocument, 'node' | 'storageNetwork' | 'fault'>;

export function refusalsOf(place: Place, faultSeconds: number, world: DrillWorld): Refusal[] {
  return [
    ...touchedBy(place, world).flatMap((volume) => refusalsOfVolume(place, faultSeconds, volume, world)),
    ...refusalsOfNodes(place, world),
    ...world.work.map((work) => messageOf('drill-work', { work })),
  ];
}

/** Refusals that end a running fault: not those that the fault itself brings about. */
export const interruptionsOf = (world: DrillWorld): Refusal[] => [
  ...[...world.nodes.values()].filter(({ inMaintenance }) => inMaintenance).map(inMaintenanceOf),
  ...world.work.map((work) => messageOf('drill-work', { work })),
];

/** Volumes that a fault touches. */
export function touchedBy({ node, fault }: Place, { volumes, attachments }: DrillWorld): VolumeDocument[] {
  if (fault.kind === 'close-path' || fault.kind === 'fail-leg') {
    const own = attachments.find(({ _id }) => _id === fault.attachmentId);
    return volumes.filter(({ _id }) => _id === own?.volumeId);
  }
  const here = new Set(attachments.filter(({ nodeId }) => nodeId === node.id).map(({ volumeId }) => volumeId));
  return volumes.filter(({ _id, legs }) => legs.some(({ nodeId }) => nodeId === node.id) || (fault.kind === 'kill-agent' && here.has(_id)));
}

function refusalsOfVolume(place: Place, faultSeconds: number, volume: VolumeDocument, world: DrillWorld): Refusal[] {
  const { name, spec } = volume;
  if (!isWhole(volume, world)) return [messageOf('drill-not-whole', { volume: name })];
  const [affected] = effectsOf(lossOf(place), [volume], world.attachments);
  if (!affected) return [];
  const { effect } = affected;
  if (effect === 'stalled' || effect === 'lost') return [messageOf('drill-not-redundant', { volume: name })];
  const keepsLegs = place.fault.kind === 'close-path' || place.fault.kind === 'cut-network';
  if (keepsLegs && effect === 'degraded') return [messageOf('drill-one-network', { volume: name })];
  const isSoon = isMirrored(spec.protection) && spec.rebuildDelaySeconds < faultSeconds + REPLACEMENT_MARGIN_SECONDS;
  return effect === 'degraded' && isSoon ? [messageOf('drill-replaces-soon', { volume: name, seconds: spec.rebuildDelaySeconds })] : [];
}

/** What the fault takes away. A killed agent takes away nothing: volumes go on without it. */
function lossOf({ node, storageNetwork, fault }: Place): Loss {
  return {
    permanent: false,
    leg: (leg) => (fault.kind === 'fail-leg' ? leg.id === fault.legId : fault.kind === 'stop-exports' && leg.nodeId === node.id),
    path: (attachment, exported, portal) => {
      if (portal.storageNetwork !== storageNetwork) return false;
      if (fault.kind === 'close-path') return attachment._id === fault.attachmentId && exported.subsystemNqn === fault.subsystemNqn;
      return fault.kind === 'cut-network' && exported.nodeId === node.id;
    },
  };
}

/** Healthy with every leg in sync and every path live, and nothing about to change. */
export function isWhole(volume: VolumeDocument, { attachments }: Pick<DrillWorld, 'attachments'>): boolean {
  const { status, legs, growth } = volume;
  const own = attachments.filter(({ volumeId }) => volumeId === volume._id);
  const isSettled = own.every(({ spec, status: { state } }) => spec.desired === 'attached' && state === 'attached' && !spec.revoked);
  const isSound =
    soundHealths.includes(status.health) && status.conditions.every(({ type, status: is }) => type !== 'Healthy' || is === 'true');
  const isQuiet = status.state === 'available' && !growth && !status.repairTurn && (status.vacancies ?? []).length === 0;
  return isSettled && isSound && isQuiet && legs.every(isWholeLeg);
}

const isWholeLeg = (leg: LegDocument): boolean =>
  leg.spec.desired === 'present' &&
  roleOf(leg) === 'member' &&
  leg.status.inSync &&
  leg.status.health === 'healthy' &&
  leg.status.conditions.every(({ type, reason }) => type !== 'Healthy' || reason !== 'path-lost');

/** Nodes of the touched volumes, and that of the fault. */
export function nodesAround(place: Place, world: DrillWorld): string[] {
  const touched = touchedBy(place, world);
  const clients = world.attachments.filter(({ volumeId }) => touched.some(({ _id }) => _id === volumeId)).map(({ nodeId }) => nodeId);
  return [...new Set([place.node.id, ...touched.flatMap(({ legs }) => legs.map(({ nodeId }) => nodeId)), ...clients])];
}

function refusalsOfNodes(place: Place, world: DrillWorld): Refusal[] {
  const around = new Set(nodesAround(place, world));
  return [...world.nodes.values()].flatMap((node): Refusal[] => {
    // A maintenance anywhere counts: its end may move legs.
    if (node.inMaintenance) return [inMaintenanceOf(node)];
    if (!around.has(node.id)) return [];
    if (!node.isOnline) return [messageOf('drill-node-away', { node: nodeRef(node.id, node.name) })];
    return node.isCurrent ? [] : [messageOf('drill-node-older', { node: nodeRef(node.id, node.name) })];
  });
}

const inMaintenanceOf = ({ id, name }: { id: string; name: string }): Refusal =>
  messageOf('drill-maintenance', { node: nodeRef(id, name) });
