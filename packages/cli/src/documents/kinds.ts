/*
 * Kinds that documents describe. A document is flat: `kind`, `name`, and the fields of the create request under their own names. Names stand
 * where the API wants ids, and sizes may be written with units.
 */

export interface DocumentKind {
  /** Operation that makes one. Absent: it exists already. */
  create?: string;
  update?: string;
  /** Field that names the object. Empty: there is one only. */
  key: string;
  /** Documents of a kind are applied after those of earlier kinds. */
  order: number;
  /** Fields of an update that a document may have beside those of the create. */
  dryRun?: 'volume' | 'drive-class';
}

export const documentKinds: Record<string, DocumentKind> = {
  settings: { update: 'updateSettings', key: '', order: 0 },
  node: { update: 'updateNode', key: 'name', order: 1 },
  role: { create: 'createRole', update: 'updateRole', key: 'name', order: 2 },
  'drive-class': { create: 'createDriveClass', update: 'updateDriveClass', key: 'name', order: 3, dryRun: 'drive-class' },
  volume: { create: 'createVolume', update: 'updateVolume', key: 'name', order: 4, dryRun: 'volume' },
  'volume-group': { create: 'createVolumeGroup', update: 'updateVolumeGroup', key: 'name', order: 5 },
  attachment: { create: 'createAttachment', key: 'volumeId', order: 6 },
};
