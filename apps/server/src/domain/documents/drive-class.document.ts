import type { DriveClassMembers } from '@weft/shared/kinds/drive-class';
import type { Stored } from '../../core/mongo/stored.js';

/** Collection `driveClasses`. Members are looked up whenever they are needed: a selector matches drives that come later too. */
export interface DriveClassDocument extends Stored {
  name: string;
  description: string;
  labels: Record<string, string>;
  members: DriveClassMembers;
}
