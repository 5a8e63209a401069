import type { AttachmentMode, AttachmentState } from '@weft/shared/kinds/attachment';
import type { Condition } from '@weft/shared/kinds/common';
import type { Transport } from '@weft/shared/messages/assignment';
import type { Stored } from '../core/mongo/stored.js';

export interface ExportDocument {
  nodeId: string;
  nodeName: string;
  subsystemNqn: string;
  /** At most 20 characters, the same for ever. */
  serial: string;
  /** TCP port or RDMA service id; unique on its node. */
  serviceId: number;
  portals: { storageNetwork: string; address: string; hostAddress: string }[];
  namespaces: { nsid: number; legId: string }[];
  desired: 'exported' | 'absent';
  orderGeneration: number;
}

export interface AttachmentDocument extends Stored {
  volumeId: string;
  volumeName: string;
  nodeId: string;
  nodeName: string;
  mode: AttachmentMode;
  transport: Transport;
  reattach: boolean;
  state: AttachmentState;
  epoch: number;
  desired: 'attached' | 'detached';
  /** Assignment generation of the client that carries the last order (S12). */
  orderGeneration: number;
  /** Boot id of the client when it was asked for; with `reattach` false it is not attached under another. */
  bootId: string | null;
  exports: ExportDocument[];
  generation: number;
  observedGeneration: number;
  conditions: Condition[];
}
