import { DomainError } from '@weft/shared/errors/domain-error';
import type { DrillCreate } from '@weft/shared/kinds/drills/drill';
import type { DrillFault } from '@weft/shared/messages/drill-orders';
import { nodeRef } from '@weft/shared/text/references';
import type { AttachmentDocument, ExportDocument } from '../documents/attachment.document.js';
import type { DrillPlaceDocument } from '../documents/drill.document.js';
import type { VolumeDocument } from '../documents/volume.document.js';

type Wanted = Pick<DrillCreate, 'kind' | 'load' | 'nodeId' | 'storageNetwork' | 'legId'>;

/**
 * Where the fault of a drill is made. What the request leaves open is the first of the volume.
 * @throws DomainError `drill-object-unknown` when the volume has no such target, network or leg
 */
export function placeOf(wanted: Wanted, volume: VolumeDocument, attachment: AttachmentDocument): DrillPlaceDocument {
  const { kind, nodeId, load } = wanted;
  const client = { id: attachment.nodeId, name: attachment.nodeName };
  if (kind === 'kill-agent') {
    if (nodeId === client.id && load)
      throw new DomainError('drill-ends-load', { node: nodeRef(client.id, client.name) }, { field: 'nodeId' });
    const node = nodeId === client.id ? client : targetOf(nodeId, attachment);
    return { node: { id: node.id, name: node.name }, storageNetwork: null, fault: { kind } };
  }
  if (kind === 'fail-leg') return { node: client, storageNetwork: null, fault: failedLeg(wanted, volume, attachment) };
  const target = targetOf(nodeId, attachment);
  if (kind === 'stop-exports') return { node: { id: target.id, name: target.name }, storageNetwork: null, fault: { kind } };
  const storageNetwork = networkOf(wanted, target.exported);
  if (kind === 'cut-network') return { node: { id: target.id, name: target.name }, storageNetwork, fault: { kind, storageNetwork } };
  const fault: DrillFault = { kind, attachmentId: attachment._id, subsystemNqn: target.exported.subsystemNqn, storageNetwork };
  return { node: client, storageNetwork, fault };
}

function targetOf(nodeId: string | undefined, { exports }: AttachmentDocument): { id: string; name: string; exported: ExportDocument } {
  const exported = exports.find((each) => each.spec.desired === 'exported' && (nodeId === undefined || each.nodeId === nodeId));
  if (!exported) throw new DomainError('drill-object-unknown', { object: 'leg on that node' }, { field: 'nodeId' });
  return { id: exported.nodeId, name: exported.nodeName, exported };
}

function networkOf({ storageNetwork }: Wanted, { nodeName, spec: { portals } }: ExportDocument): string {
  const portal = portals.find((each) => storageNetwork === undefined || each.storageNetwork === storageNetwork);
  if (!portal)
    throw new DomainError('drill-object-unknown', { object: `path to ${nodeName} through that network` }, { field: 'storageNetwork' });
  return portal.storageNetwork;
}

function failedLeg({ legId, nodeId }: Wanted, { array, legs }: VolumeDocument, { _id }: AttachmentDocument): DrillFault {
  const leg = legs.find((each) => (legId === undefined || each.id === legId) && (nodeId === undefined || each.nodeId === nodeId));
  if (!leg || !array) throw new DomainError('drill-object-unknown', { object: 'such mirror half' }, { field: 'legId' });
  return { kind: 'fail-leg', attachmentId: _id, legId: leg.id };
}
