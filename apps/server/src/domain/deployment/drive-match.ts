import type { DeployedDrives } from '@weft/shared/kinds/deployments/document';
import type { Message } from '@weft/shared/text/message';
import { nodeRef } from '@weft/shared/text/references';
import { messageOf } from '@weft/shared/text/rendering/render';
import type { DeploymentWorld, WorldDrive, WorldNode } from './deployment-world.js';

/** The drives of this cluster that an entry of a document means. */
export interface DriveMatch {
  node: WorldNode;
  /** Blank: to be taken (S1). */
  take: WorldDrive[];
  /** In service, or about to be. */
  taken: WorldDrive[];
  problems: Message[];
}

const isTaken = ({ state }: WorldDrive): boolean => state === 'in-service' || state === 'taking';

/**
 * By serial, or the first ones of the model and size: those in service before blank ones.
 * @param used ids of drives that earlier entries mean
 */
export function matchDrives(entry: DeployedDrives, node: WorldNode, { drives }: DeploymentWorld, used: ReadonlySet<string>): DriveMatch {
  const own = drives.filter(({ id, nodeId }) => nodeId === node.id && !used.has(id));
  return entry.serials === null ? byModel(entry, node, own) : bySerial(entry.serials, entry, node, own);
}

function byModel({ model, sizeBytes, count }: DeployedDrives, node: WorldNode, own: readonly WorldDrive[]): DriveMatch {
  const fitting = own.filter((drive) => drive.model === model && drive.sizeBytes === sizeBytes);
  const usable = [...fitting.filter(isTaken), ...fitting.filter(({ state }) => state === 'available')].slice(0, count);
  const problems =
    usable.length === count
      ? []
      : [
          messageOf('deployment-drives-missing', {
            node: nodeRef(node.id, node.name),
            model,
            bytes: sizeBytes,
            wanted: count,
            found: usable.length,
          }),
        ];
  return { node, take: usable.filter((drive) => !isTaken(drive)), taken: usable.filter(isTaken), problems };
}

function bySerial(serials: readonly string[], entry: DeployedDrives, node: WorldNode, own: readonly WorldDrive[]): DriveMatch {
  const match: DriveMatch = { node, take: [], taken: [], problems: [] };
  const ref = nodeRef(node.id, node.name);
  for (const serial of serials) {
    const drive = own.find((each) => each.serial === serial);
    if (!drive) match.problems.push(messageOf('deployment-serial-missing', { node: ref, serial }));
    else if (drive.model !== entry.model || drive.sizeBytes !== entry.sizeBytes)
      match.problems.push(messageOf('deployment-drive-differs', { node: ref, serial, model: drive.model }));
    else if (isTaken(drive)) match.taken.push(drive);
    else if (drive.state === 'available') match.take.push(drive);
    else match.problems.push(messageOf('deployment-drive-not-blank', { node: ref, serial, state: drive.state }));
  }
  return match;
}
