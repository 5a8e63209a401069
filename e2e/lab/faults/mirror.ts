import type { Attachment } from '@weft/shared/kinds/attachment';
import type { Volume } from '@weft/shared/kinds/volume';
import type { Machine } from '../machines/machine.js';

/** A mirrored volume attached to a client. */
export interface Mirror {
  readonly volume: Volume;
  readonly attachment: Attachment;
  readonly client: Machine;
  readonly device: string;
}
