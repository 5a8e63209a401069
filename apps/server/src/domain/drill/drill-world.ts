import type { Message } from '@weft/shared/text/message';
import type { AttachmentDocument } from '../documents/attachment.document.js';
import type { VolumeDocument } from '../documents/volume.document.js';

/** A node, as far as a drill depends on it. */
export interface DrillNode {
  id: string;
  name: string;
  isOnline: boolean;
  /** Its agent has the version of the servers. */
  isCurrent: boolean;
  inMaintenance: boolean;
  bootId: string | null;
}

/** What decisions about a drill read of the cluster. */
export interface DrillWorld {
  now: Date;
  volumes: readonly VolumeDocument[];
  attachments: readonly AttachmentDocument[];
  nodes: ReadonlyMap<string, DrillNode>;
  /** Open work that must not meet a fault: repairs, evictions, benchmarks … */
  work: readonly string[];
}

export type Refusal = Message;
