import type { Message, MessageReference } from '@weft/shared/text/message';
import { driveRef, legRef, nodeRef, volumeRef } from '@weft/shared/text/references';
import { messageOf } from '@weft/shared/text/rendering/render';
import type { LegDocument } from './volume.document.js';

/* Objects as the data of messages and errors name them. */

export const volumeOf = ({ _id, name }: { _id: string; name: string }): MessageReference => volumeRef(_id, name);
export const volumeOfAttachment = ({ volumeId, volumeName }: { volumeId: string; volumeName: string }): MessageReference =>
  volumeRef(volumeId, volumeName);
export const driveOf = ({ _id, serial }: { _id: string; serial: string }): MessageReference => driveRef(_id, serial);
/** The node of a leg, an export, an attachment or a drive. */
export const nodeOf = ({ nodeId, nodeName }: { nodeId: string; nodeName: string }): MessageReference => nodeRef(nodeId, nodeName);
export const legOnNode = (leg: Pick<LegDocument, 'id' | 'index' | 'nodeId' | 'nodeName'>): Message =>
  messageOf('leg-on-node', { leg: legRef(leg), node: nodeOf(leg) });
