import type { Permission } from '@weft/shared/kinds/access/permissions';
import type { VolumeSelector } from '@weft/shared/kinds/access/volume-group';
import type { VolumeReach, VolumeVerb } from '@weft/shared/kinds/access/volume-reach';
import type { Stored } from '../mongo/stored.js';

/** Collection `roles`: the custom ones. The built-in ones follow from the table of permissions. */
export interface RoleDocument extends Stored {
  name: string;
  description: string;
  permissions: Permission[];
  volumes: VolumeReach;
}

/** Collection `volumeGroups`. */
export interface VolumeGroupDocument extends Stored {
  name: string;
  description: string;
  selector: VolumeSelector;
  verbs: VolumeVerb[];
  memberIds: string[];
}
