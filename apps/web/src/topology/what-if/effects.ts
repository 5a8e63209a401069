import { isMirrored } from '@weft/shared/kinds/volume';
import type { Fabric, FabricAttachment, FabricNode, FabricVolume } from '../fabric.js';
import { nicKey } from '../layout.js';
import { atLeast, type LegData, type Outcome, outcomeOf } from './outcome.js';

/** Keys of the nodes, NICs and drives that the user assumes failed. */
export type Failures = ReadonlySet<string>;
const NONE_FAILED: Failures = new Set();

const FAILING = ['node', 'nic', 'drive'];
/** Whether one can assume that the object has failed. */
export const canFail = (key: string): boolean => FAILING.includes(key.slice(0, key.indexOf(':')));

/** Whether the object fails itself, or with its node. */
export function isFailed(fabric: Fabric, failures: Failures, key: string): boolean {
  if (failures.size === 0) return false;
  if (failures.has(key)) return true;
  const id = key.slice(key.indexOf(':') + 1);
  if (key.startsWith('nic:')) return failures.has(`node:${id.slice(0, id.indexOf('/'))}`);
  return key.startsWith('drive:') && failures.has(`node:${fabric.drives.get(id)?.nodeId}`);
}

export interface VolumeEffect {
  volume: FabricVolume;
  /** By the observed states, without the assumed failures. */
  before: Outcome;
  after: Outcome;
  /** Indexes of the legs that the failures make unreachable. */
  legs: readonly number[];
  /** A leg keeps a path and loses another. */
  hasFewerPaths: boolean;
  /** Attached clients that fail: their use of the volume ends. */
  clients: readonly FabricNode[];
}

/** Every volume without the failed objects. Volumes that are being created or deleted have no settled data, and are left out. */
export const effectsOf = (fabric: Fabric, failures: Failures): VolumeEffect[] =>
  fabric.topology.volumes.filter(({ state }) => state === 'available').map((volume) => effectOn(fabric, failures, volume));

/** Whether the failures change anything for the volume. */
export const isAffected = ({ legs, hasFewerPaths, clients }: VolumeEffect): boolean =>
  legs.length > 0 || hasFewerPaths || clients.length > 0;

function effectOn(fabric: Fabric, failures: Failures, volume: FabricVolume): VolumeEffect {
  const attachments = (fabric.attachmentsOf.get(volume.id) ?? []).filter(({ volumeId }) => volumeId === volume.id);
  const failing = attachments.filter(({ nodeId }) => failures.has(`node:${nodeId}`));
  const using = attachments.filter((each) => !failing.includes(each));
  const legs: number[] = [];
  let hasFewerPaths = false;
  const after = volume.legs.map((leg) => {
    const loss = lossOf(fabric, failures, leg.driveId, using);
    if (loss === 'lost' || loss === 'away') legs.push(leg.index);
    if (loss === 'fewer-paths') hasFewerPaths = true;
    return { index: leg.index, data: without(dataOf(volume, leg), loss) };
  });
  const before = volume.legs.map((leg) => ({ index: leg.index, data: dataOf(volume, leg) }));
  return {
    volume,
    before: asReported(volume, outcomeOf(volume.protection, before, volume.copies)),
    after: asReported(volume, outcomeOf(volume.protection, after, volume.copies)),
    legs: [...new Set(legs)],
    hasFewerPaths,
    clients: failing.flatMap(({ nodeId }) => fabric.nodes.get(nodeId) ?? []),
  };
}

/** A volume that fails as a whole, as one whose array is broken, is no better than reported, whatever its legs are. */
function asReported({ health }: FabricVolume, outcome: Outcome): Outcome {
  if (health === 'stalled' || health === 'broken' || health === 'unavailable') return atLeast(outcome, 'stalled');
  if (health === 'unknown') return { ...outcome, worst: atLeast(outcome, 'stalled').worst };
  return outcome;
}

type Leg = FabricVolume['legs'][number];

/** What the volume has of a leg now, by its last assessment. */
function dataOf({ protection }: FabricVolume, { health, inSync }: Leg): LegData {
  if (isMirrored(protection) && !inSync) return 'stale';
  switch (health) {
    case null:
    case 'unknown':
      return 'unknown';
    case 'missing':
    case 'stalled':
      return 'away';
    case 'unhealthy':
      return 'flawed';
    default:
      return 'whole';
  }
}

type Loss = 'lost' | 'away' | 'fewer-paths' | null;

/** A failed drive loses data. A failed node or NIC keeps it away. */
function lossOf(fabric: Fabric, failures: Failures, driveId: string, attachments: readonly FabricAttachment[]): Loss {
  const targetId = fabric.drives.get(driveId)?.nodeId ?? '';
  if (failures.has(`drive:${driveId}`)) return 'lost';
  if (failures.has(`node:${targetId}`)) return 'away';
  let worst: Loss = null;
  for (const { nodeId } of attachments) {
    const before = pathsBetween(fabric, NONE_FAILED, nodeId, targetId);
    const after = pathsBetween(fabric, failures, nodeId, targetId);
    if (before > 0 && after === 0) return 'away';
    if (after < before) worst = 'fewer-paths';
  }
  return worst;
}

/** Pairs of NICs that are up on the same storage network. */
function pathsBetween(fabric: Fabric, failures: Failures, clientId: string, targetId: string): number {
  const usable = (nodeId: string) =>
    (fabric.nodes.get(nodeId)?.nics ?? []).filter(({ up, name }) => up && !failures.has(nicKey(nodeId, name)));
  const far = usable(targetId);
  return usable(clientId).reduce((sum, near) => sum + far.filter(({ storageNetwork }) => storageNetwork === near.storageNetwork).length, 0);
}

/** Data that is already lost, or missing from a stale leg, does not change when the leg is away. */
function without(data: LegData, loss: Loss): LegData {
  if (loss === 'lost') return 'lost';
  if (loss === 'away') return data === 'stale' || data === 'lost' ? data : 'away';
  return data;
}
