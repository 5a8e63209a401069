import { defaultSettings } from '@weft/shared/kinds/settings';
import { expect, test } from 'vitest';
import type { Settings } from '../../api/types.js';
import { changeOf, draftOf, isAbout, rebased } from './settings-draft.js';
import { settingFields } from './settings-fields.js';

const base = { ...defaultSettings, storageNetworks: [{ name: 'left', cidrs: ['10.0.0.0/24'] }] } as unknown as Settings;
const field = (name: string) => {
  const found = settingFields.find((each) => each.name === name);
  if (!found) throw new Error(`no field ${name}`);
  return found;
};

test('sends nothing for an unchanged draft, and writes every field back as it was read', () => {
  expect(changeOf(base, draftOf(base))).toEqual({ body: {}, errors: {} });
  for (const { read, write, name } of settingFields) {
    const top = name.split('.')[0] as keyof Settings;
    expect(write(read(base), base)[top], name).toEqual(base[top]);
  }
});

test('sends only changed fields, and fields of one object together', () => {
  const draft = {
    ...draftOf(base),
    storageNetworks: 'left 10.0.0.0/24\n\n right 10.1.0.0/24, 10.2.0.0/24',
    reservedRatio: '12.5',
    'statisticsKeptHours.tenSeconds': '48',
    'statisticsKeptHours.hours': '200',
  };
  expect(changeOf(base, draft).body).toEqual({
    storageNetworks: [
      { name: 'left', cidrs: ['10.0.0.0/24'] },
      { name: 'right', cidrs: ['10.1.0.0/24', '10.2.0.0/24'] },
    ],
    reservedRatio: 0.125,
    statisticsKeptHours: { tenSeconds: 48, minutes: 744, hours: 200 },
  });
});

test('reports a value that is not a number at its field', () => {
  const { errors } = changeOf(base, { ...draftOf(base), keepAliveSeconds: 'five', maxIoQueues: '' });
  expect(errors).toEqual({ keepAliveSeconds: 'Write a number.', maxIoQueues: 'Write a number.' });
});

test('adopts another person’s change in unedited fields, and keeps both in edited ones', () => {
  const mine = { ...draftOf(base), keepAliveSeconds: '7', maxIoQueues: '16', fastIoFailSeconds: '9' };
  const newer = { ...base, keepAliveSeconds: 9, reconnectDelaySeconds: 3, fastIoFailSeconds: 9 };
  const { draft, theirs } = rebased(base, newer, mine);
  expect(draft).toMatchObject({ keepAliveSeconds: '7', maxIoQueues: '16', reconnectDelaySeconds: '3', fastIoFailSeconds: '9' });
  expect(theirs).toEqual({ keepAliveSeconds: '9' });
});

test('assigns an error of the server to its field', () => {
  expect(isAbout(field('storageNetworks'), 'storageNetworks.0.cidrs.1')).toBe(true);
  expect(isAbout(field('maxIoQueues'), 'maxIoQueuesX')).toBe(false);
  expect(isAbout(field('maxIoQueues'), undefined)).toBe(false);
});
