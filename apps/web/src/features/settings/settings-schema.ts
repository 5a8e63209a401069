import { settingsSpecSchema } from '@weft/shared/kinds/settings/settings';
import { z } from 'zod';
import type { Settings } from '../../api/types.js';
import { emptyOrRead, linesText, listText, numberText, yesOrNo } from '../../forms/fields-schema.js';

const { shape } = settingsSpecSchema;
const kept = shape.statisticsKeptHours.shape;
const backups = shape.backupKeep.shape;

/** A network as people write it: its name, then its address ranges. */
function readNetwork(line: string) {
  const [name = '', ...cidrs] = line.split(/[\s,]+/);
  return { name, cidrs };
}

const MiB = 2 ** 20;

/** Hours as people write them: `22-4` is from 22:00 to 04:00. */
const hoursText = emptyOrRead(shape.scrubHours, (text) => {
  const [from, to] = /^(\d{1,2})\s*-\s*(\d{1,2})$/.exec(text.trim())?.slice(1).map(Number) ?? [];
  if (from === undefined || to === undefined) throw new RangeError('Write it as 22-4: from 22:00 to 04:00 UTC.');
  return { from: from % 24, hours: (to - from + 24) % 24 || 24 };
});

/** Each setting as text. */
const fields = z.object({
  storageNetworks: linesText(shape.storageNetworks, readNetwork),
  reattachByDefault: yesOrNo,
  keepAliveSeconds: numberText(shape.keepAliveSeconds),
  reconnectDelaySeconds: numberText(shape.reconnectDelaySeconds),
  fastIoFailSeconds: numberText(shape.fastIoFailSeconds),
  maxIoQueues: numberText(shape.maxIoQueues),
  ioPolicy: shape.ioPolicy,
  fenceForeignConnections: yesOrNo,
  authentication: shape.authentication,
  keyRotationDays: numberText(shape.keyRotationDays),
  storageEncryption: shape.storageEncryption,
  scrubIntervalDays: numberText(shape.scrubIntervalDays),
  poolExtendPercent: numberText(shape.poolExtendPercent),
  poolStopPercent: numberText(shape.poolStopPercent),
  scrubHours: hoursText,
  scrubMiBPerSecond: numberText(shape.scrubBytesPerSecond, { per: 1 / MiB }),
  nodeLostAfterSeconds: numberText(shape.nodeLostAfterSeconds),
  reservedRatio: numberText(shape.reservedRatio, { per: 100 }),
  agentServers: listText(shape.agentServers, '\n'),
  statisticsIntervalSeconds: numberText(shape.statisticsIntervalSeconds),
  keptTenSeconds: numberText(kept.tenSeconds),
  keptMinutes: numberText(kept.minutes),
  keptHours: numberText(kept.hours),
  frequentBackups: numberText(backups.frequent),
  hourlyBackups: numberText(backups.hourly),
  dailyBackups: numberText(backups.daily),
  eventsKeptDays: numberText(shape.eventsKeptDays),
  auditKeptDays: numberText(shape.auditKeptDays),
  momentsKeptDays: numberText(shape.momentsKeptDays),
});

export type SettingsForm = z.input<typeof fields>;
export type SettingName = keyof SettingsForm;

export const settingsSchema = fields.transform(
  ({ keptTenSeconds, keptMinutes, keptHours, frequentBackups, hourlyBackups, dailyBackups, scrubMiBPerSecond, ...settings }) => ({
    ...settings,
    scrubBytesPerSecond: scrubMiBPerSecond,
    backupKeep: { frequent: frequentBackups, hourly: hourlyBackups, daily: dailyBackups },
    statisticsKeptHours: { tenSeconds: keptTenSeconds, minutes: keptMinutes, hours: keptHours },
  }),
);

/** Fields of the form by their paths in the request. */
export const settingNames = {
  'statisticsKeptHours.tenSeconds': 'keptTenSeconds',
  'statisticsKeptHours.minutes': 'keptMinutes',
  'statisticsKeptHours.hours': 'keptHours',
  'backupKeep.frequent': 'frequentBackups',
  'backupKeep.hourly': 'hourlyBackups',
  'backupKeep.daily': 'dailyBackups',
  scrubBytesPerSecond: 'scrubMiBPerSecond',
} as const;

export const ioPolicies = shape.ioPolicy.options;

export const formOfSettings = (settings: Settings): SettingsForm => ({
  storageNetworks: settings.storageNetworks.map(({ name, cidrs }) => [name, ...cidrs].join(' ')).join('\n'),
  reattachByDefault: settings.reattachByDefault ? 'true' : 'false',
  keepAliveSeconds: String(settings.keepAliveSeconds),
  reconnectDelaySeconds: String(settings.reconnectDelaySeconds),
  fastIoFailSeconds: String(settings.fastIoFailSeconds),
  maxIoQueues: String(settings.maxIoQueues),
  ioPolicy: settings.ioPolicy,
  fenceForeignConnections: settings.fenceForeignConnections ? 'true' : 'false',
  authentication: settings.authentication,
  keyRotationDays: String(settings.keyRotationDays),
  storageEncryption: settings.storageEncryption,
  scrubIntervalDays: String(settings.scrubIntervalDays),
  poolExtendPercent: String(settings.poolExtendPercent),
  poolStopPercent: String(settings.poolStopPercent),
  scrubHours: settings.scrubHours ? `${settings.scrubHours.from}-${(settings.scrubHours.from + settings.scrubHours.hours) % 24}` : '',
  scrubMiBPerSecond: String(settings.scrubBytesPerSecond / MiB),
  nodeLostAfterSeconds: String(settings.nodeLostAfterSeconds),
  reservedRatio: String(Number((settings.reservedRatio * 100).toPrecision(12))),
  agentServers: settings.agentServers.join('\n'),
  statisticsIntervalSeconds: String(settings.statisticsIntervalSeconds),
  keptTenSeconds: String(settings.statisticsKeptHours.tenSeconds),
  keptMinutes: String(settings.statisticsKeptHours.minutes),
  keptHours: String(settings.statisticsKeptHours.hours),
  frequentBackups: String(settings.backupKeep.frequent),
  hourlyBackups: String(settings.backupKeep.hourly),
  dailyBackups: String(settings.backupKeep.daily),
  eventsKeptDays: String(settings.eventsKeptDays),
  auditKeptDays: String(settings.auditKeptDays),
  momentsKeptDays: String(settings.momentsKeptDays),
});

/** Names of the settings that differ between two forms. */
export const differing = (one: SettingsForm, other: SettingsForm): SettingName[] =>
  (Object.keys(one) as SettingName[]).filter((name) => one[name] !== other[name]);

/** Newer values of the settings that both the form and another user have changed: the editing user chooses. */
export const conflictsOf = (base: SettingsForm, newer: SettingsForm, mine: SettingsForm): Partial<Record<SettingName, string>> =>
  Object.fromEntries(
    differing(base, mine)
      .filter((name) => newer[name] !== base[name] && newer[name] !== mine[name])
      .map((name) => [name, newer[name]]),
  );

/** Adds one network. */
export const networkSchema = z.object({
  name: shape.storageNetworks.element.shape.name,
  cidrs: listText(shape.storageNetworks.element.shape.cidrs, /[\s,]+/),
});
