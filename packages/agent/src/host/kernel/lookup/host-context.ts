import type { HoldTimes } from '../../hold-times.js';
import type { Secrets } from '../../host.js';
import type { Lvm } from '../lvm/lvm.js';
import type { ArrayUuids } from '../md/observe-md.js';
import type { RunCommand } from '../run/command.js';
import type { Hold } from '../run/hold.js';
import type { Tree } from '../run/host-fs.js';

/** Everything that a lookup needs. */
export interface HostContext {
  tree: Tree;
  run: RunCommand;
  lvm: Lvm;
  uuidOf: ArrayUuids;
  hold: Hold;
  holdTimes: HoldTimes;
  /** The agent's keys; they change while it runs. */
  secrets: () => Secrets;
  /** Keys of encrypted volumes, in base64. */
  volumeKeys: () => Secrets;
}

/** Null: the fact holds. Else the reason why not, and what to do where that is not obvious. */
export type FactResult = string | null;
export const reasonUnless = (holds: boolean, otherwise: string): FactResult => (holds ? null : otherwise);
