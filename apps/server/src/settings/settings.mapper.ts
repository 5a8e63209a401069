import type { Settings } from '@weft/shared/kinds/settings';
import type { SettingsDocument } from './settings.document.js';

export const toSettings = ({ clusterId, version, createdAt, updatedAt, simulated, spec }: SettingsDocument): Settings => ({
  id: clusterId,
  clusterId,
  version,
  createdAt: createdAt.toISOString(),
  updatedAt: updatedAt.toISOString(),
  simulated,
  ...spec,
});
