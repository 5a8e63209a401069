import { defaultSettings, settingsSpecSchema } from '@weft/shared/kinds/settings';
import { expect, test } from 'vitest';
import type { Settings } from '../../api/types.js';
import { changesOf, readForm } from '../../forms/read-form.js';
import { settingGroups } from './settings-fields.js';
import { conflictsOf, formOfSettings, networkSchema, settingsSchema } from './settings-schema.js';

const base = { ...defaultSettings, storageNetworks: [{ name: 'left', cidrs: ['10.0.0.0/24'] }] } as unknown as Settings;
const form = formOfSettings(base);
const read = (change: Partial<typeof form>) => readForm(settingsSchema, { ...form, ...change });
const changeOf = (change: Partial<typeof form>) => {
  const { body } = read(change);
  return body && changesOf(read({}).body, body);
};

test('sends nothing for an unchanged form, and reads every setting back as it was', () => {
  expect(changeOf({})).toEqual({});
  // Thresholds of alerts have a table of their own, and the schedule of drills is on their page.
  const { alertThresholds: _, drillSchedule: __, ...spec } = settingsSpecSchema.parse(base);
  expect(read({}).body).toEqual(spec);
});

test('shows every setting once', () => {
  const shown = Object.values(settingGroups)
    .flat()
    .map(({ name }) => name);
  expect(shown.sort()).toEqual(Object.keys(form).sort());
});

test('sends only changed settings, and those of one object together', () => {
  expect(
    changeOf({
      storageNetworks: 'left 10.0.0.0/24\n\n right 10.1.0.0/24, 10.2.0.0/24',
      reservedRatio: '12.5',
      keptTenSeconds: '48',
      keptHours: '200',
      reattachByDefault: 'false',
    }),
  ).toEqual({
    storageNetworks: [
      { name: 'left', cidrs: ['10.0.0.0/24'] },
      { name: 'right', cidrs: ['10.1.0.0/24', '10.2.0.0/24'] },
    ],
    reservedRatio: 0.125,
    statisticsKeptHours: { tenSeconds: 48, minutes: 744, hours: 200 },
    reattachByDefault: false,
  });
});

test.each([
  ['keepAliveSeconds', 'five', 'Enter a whole number from 1 to 300.'],
  ['maxIoQueues', '', 'Enter a whole number from 1 to 64.'],
  ['maxIoQueues', '999', 'Enter a whole number from 1 to 64.'],
  ['reservedRatio', '50,5', 'Enter a number from 0 to 50.'],
  ['keptHours', '100', 'Enter a whole number from 168 to 87840.'],
  ['storageNetworks', 'left 10.0.0.0/24\nright 10.1.0.0/99', '“10.1.0.0/99” must be an address range, such as 10.0.0.0/24.'],
  ['storageNetworks', 'left', 'Entry 1 must have an address range, such as 10.0.0.0/24.'],
  ['storageNetworks', 'Left 10.0.0.0/24', /^“Left” must start with a letter/],
  ['agentServers', 'weft1:4000', '“weft1:4000” must be an http or https address, such as https://weft1.example:4000.'],
  ['agentServers', 'https://weft1:4000/x', '“https://weft1:4000/x” must end after host and port, and have no user name.'],
] as const)('reports %s = %j at its field', (name, text, message) => {
  expect(read({ [name]: text })).toMatchObject({
    body: null,
    errors: { [name]: typeof message === 'string' ? message : expect.stringMatching(message) },
  });
});

test('shows the values of two users for a setting that both changed', () => {
  const mine = { ...form, keepAliveSeconds: '7', maxIoQueues: '16', fastIoFailSeconds: '9' };
  const newer = formOfSettings({ ...base, keepAliveSeconds: 9, reconnectDelaySeconds: 3, fastIoFailSeconds: 9 });
  expect(conflictsOf(form, newer, mine)).toEqual({ keepAliveSeconds: '9' });
});

test('reads a network with its address ranges', () => {
  expect(readForm(networkSchema, { name: 'left', cidrs: '10.0.0.0/24, fd00::/64' }).body).toEqual({
    name: 'left',
    cidrs: ['10.0.0.0/24', 'fd00::/64'],
  });
  expect(readForm(networkSchema, { name: 'left', cidrs: '10.0.0.0' }).errors).toEqual({
    cidrs: '“10.0.0.0” must be an address range, such as 10.0.0.0/24.',
  });
});
