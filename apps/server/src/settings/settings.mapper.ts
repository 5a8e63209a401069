import { defaultSettings, type Settings, type SettingsSpec, serverOriginSchema, settingsSpecSchema } from '@weft/shared/kinds/settings';
import { toObject } from '../core/mongo/stored.js';
import type { SettingsDocument } from './settings.document.js';

const names = Object.keys(settingsSpecSchema.shape) as (keyof SettingsSpec)[];

/** Settings known to this version. Older versions stored the unused `backup` and `smtp`, and any address for agents. Missing newer settings get defaults. */
export function knownSpec(stored: SettingsSpec): SettingsSpec {
  const known = Object.fromEntries(names.map((name) => [name, stored[name] ?? defaultSettings[name]])) as SettingsSpec;
  return { ...known, agentServers: stored.agentServers.filter((address) => serverOriginSchema.safeParse(address).success) };
}

export const toSettings = (settings: SettingsDocument): Settings =>
  toObject<Settings>(
    { ...settings, _id: settings.clusterId },
    { clusterId: settings.clusterId, simulated: settings.simulated, ...knownSpec(settings.spec) },
  );
