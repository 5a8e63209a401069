import type { arraysOf } from '@weft/shared/mirrors/mirror-set-arrays';
import type { MdArray } from '../host/host.js';
import type { AttachmentTrace } from './attachment-trace.js';

/** An array of a volume that runs. */
export interface RunningArray {
  one: ReturnType<typeof arraysOf>[number];
  running: MdArray;
  trace: AttachmentTrace;
  /** Whether the agent changes it at all: it is attached for writing, started, and not broken. */
  isManaged: boolean;
}
