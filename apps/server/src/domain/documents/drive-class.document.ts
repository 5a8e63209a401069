import type { DriveClassMembers } from '@weft/shared/kinds/drive-class';
import type { Stored } from '../../core/mongo/stored.js';

/** Collection `driveClasses`. Members are computed at each use, because a selector also matches drives that are added later. */
export interface DriveClassDocument extends Stored {
  name: string;
  spec: {
    description: string;
    labels: Record<string, string>;
    members: DriveClassMembers;
    /** Absent: DEFAULT_OVER_PROVISIONING. */
    overProvisioningRatio?: number | undefined;
  };
  /** Empty: nothing reports or reconciles a class. */
  status: Record<string, never>;
}
