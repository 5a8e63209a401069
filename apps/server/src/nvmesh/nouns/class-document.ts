import type { Drive } from '@weft/shared/kinds/drive';
import type { DriveClass } from '@weft/shared/kinds/drive-class';
import type { Settings } from '@weft/shared/kinds/settings/settings';
import { diskId } from './drive-document.js';
import { PROFILE } from './node-documents.js';

/** A drive class as NVMesh shows it. @param drives that are in it now, by list or selector */
export const driveClassDocument = (driveClass: DriveClass, drives: readonly Drive[]) => ({
  _id: driveClass.name,
  name: driveClass.name,
  uuid: driveClass.id,
  description: driveClass.description,
  disks: drives.map((drive) => ({ diskID: diskId(drive), model: drive.model, node_id: drive.node.name })),
  domains: [],
  tags: [],
  dateCreated: driveClass.createdAt,
  dateModified: driveClass.updatedAt,
});

/** The settings of the cluster as the only configuration profile, for all nodes. */
export const profileDocument = ({
  id,
  version,
  createdAt,
  updatedAt,
  revision: _,
  clusterId: _id,
  simulated: _simulated,
  ...config
}: Settings) => ({
  _id: PROFILE,
  name: PROFILE,
  uuid: id,
  description: 'Settings of the cluster. Change them in Weft.',
  labels: [],
  hosts: [],
  config,
  version,
  deleteNotAllowed: true,
  editNotAllowed: true,
  dateCreated: createdAt,
  dateModified: updatedAt,
});
