import { knownSpec, type Settings } from '@weft/shared/kinds/settings/settings';
import { toObject } from '../core/mongo/stored.js';
import type { SettingsDocument } from './settings.document.js';

export const toSettings = (settings: SettingsDocument): Settings =>
  toObject<Settings>(
    { ...settings, _id: settings.clusterId },
    { clusterId: settings.clusterId, simulated: settings.simulated, ...knownSpec(settings.spec) },
  );
