import type { Condition } from '@weft/shared/kinds/common';
import type { VolumeCreate, VolumeState, volumeHealths } from '@weft/shared/kinds/volume';
import type { Stored } from '../core/mongo/stored.js';

export interface LegDocument {
  id: string;
  index: number;
  driveId: string;
  driveSerial: string;
  nodeId: string;
  nodeName: string;
  failureDomain: string;
  numaNode: number | null;
  /** Bytes of the LV. */
  sizeBytes: number;
  dataBytes: number;
  epoch: number;
  inSync: boolean;
  desired: 'present' | 'absent';
  /** Assignment generation of its node that carries the last order (S12). */
  orderGeneration: number;
  state: 'creating' | 'ready' | 'deleting' | 'unknown';
  conditions: Condition[];
}

export interface VolumeDocument extends Stored {
  name: string;
  spec: Omit<VolumeCreate, 'name'>;
  state: VolumeState;
  health: (typeof volumeHealths)[number];
  epoch: number;
  /** Mirrors only. `created`: the first report that the array exists has arrived; from then on nothing may create it again. */
  array: { uuid: string; dataOffsetBytes: number; created: boolean } | null;
  legs: LegDocument[];
  generation: number;
  observedGeneration: number;
  conditions: Condition[];
}
