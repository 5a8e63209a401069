import type { AttachmentCreate } from '@weft/shared/kinds/attachment';
import type { DeploymentWork } from '@weft/shared/kinds/deployments/deployment';
import type { DriveClassSpec } from '@weft/shared/kinds/drive-class';
import type { StorageNetwork } from '@weft/shared/kinds/settings';
import type { VolumeCreate } from '@weft/shared/kinds/volume';
import type { Message } from '@weft/shared/text/message';

interface Versioned {
  id: string;
  version: number;
}

/** A request to an existing service, as a person would send it, with the version that the decision is based on. */
export type Action =
  | { do: 'set-networks'; version: number; storageNetworks: StorageNetwork[] }
  | { do: 'set-labels'; node: Versioned & { name: string }; labels: Record<string, string> }
  | { do: 'take' | 'release'; drives: (Versioned & { serial: string })[] }
  | { do: 'create-class'; spec: DriveClassSpec }
  | { do: 'delete-class'; driveClass: Versioned & { name: string } }
  | { do: 'create-volume'; request: VolumeCreate }
  | { do: 'delete-volume'; volume: Versioned & { name: string } }
  | { do: 'attach'; request: AttachmentCreate; name: string };

/** What a step needs now. `kept`: an undo leaves the object, because others rely on it. */
export type Decision =
  | { next: 'done' }
  | { next: 'kept' }
  | { next: 'wait' }
  | { next: 'act'; action: Action }
  | { next: 'refuse'; why: Message };

export const DONE: Decision = { next: 'done' };
export const WAIT: Decision = { next: 'wait' };
export const act = (action: Action): Decision => ({ next: 'act', action });
export const refuse = (why: Message): Decision => ({ next: 'refuse', why });

export type WorkOf<K extends DeploymentWork['kind']> = Extract<DeploymentWork, { kind: K }>;
