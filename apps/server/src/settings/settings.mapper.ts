import type { Settings } from '@weft/shared/kinds/settings';
import { objectFieldsOf } from '../core/mongo/stored.js';
import type { SettingsDocument } from './settings.document.js';

export const toSettings = (settings: SettingsDocument): Settings => ({
  ...objectFieldsOf(settings),
  id: settings.clusterId,
  clusterId: settings.clusterId,
  simulated: settings.simulated,
  ...settings.spec,
});
