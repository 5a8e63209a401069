import { maintenanceStartSchema } from '@weft/shared/kinds/maintenance';
import { defaultSettings, settingsSpecSchema } from '@weft/shared/kinds/settings/settings';
import { userCreateSchema } from '@weft/shared/kinds/user';
import { volumeCreateSchema, volumeUpdateSchema } from '@weft/shared/kinds/volume';
import { expect, test } from 'vitest';
import { z } from 'zod';
import type { Settings, Volume } from '../api/types.js';
import { readForm } from '../forms/read-form.js';
import { unwrapped } from '../forms/sentences.js';
import { emptyMaintenance, maintenanceSchema } from './nodes/dialogs/node-schema.js';
import { formOfSettings, settingsSchema } from './settings/settings-schema.js';
import { changedUserSchema, newUserSchema, userFormOf } from './users/user-schema.js';
import { formOfVolume, volumeChangeSchema } from './volumes/actions/volume-change-schema.js';
import { emptyVolumeForm, volumeSchema } from './volumes/create/form/volume-schema.js';

interface Case {
  form: z.ZodType;
  values: object;
  /** The contract's schema of each field, and how many of the field's units are one of the request's. */
  fields: Record<string, readonly [schema: z.ZodType, per?: number]>;
}

const { shape: settings } = settingsSpecSchema;
const numbers = [
  'keepAliveSeconds',
  'reconnectDelaySeconds',
  'fastIoFailSeconds',
  'maxIoQueues',
  'nodeLostAfterSeconds',
  'eventsKeptDays',
  'auditKeptDays',
  'momentsKeptDays',
] as const;
const cases: Record<string, Case> = {
  settings: {
    form: settingsSchema,
    values: formOfSettings(defaultSettings as unknown as Settings),
    fields: {
      ...Object.fromEntries(numbers.map((name) => [name, [settings[name]] as const])),
      reservedRatio: [settings.reservedRatio, 100],
      statisticsIntervalSeconds: [settings.statisticsIntervalSeconds],
      keptTenSeconds: [settings.statisticsKeptHours.shape.tenSeconds],
      keptMinutes: [settings.statisticsKeptHours.shape.minutes],
      keptHours: [settings.statisticsKeptHours.shape.hours],
    },
  },
  'new volume': {
    form: volumeSchema,
    values: { ...emptyVolumeForm, name: 'db', size: '1GiB', driveClassId: '8d0d9c77-6d0c-4f5e-9d39-000000000000' },
    fields: {
      size: [volumeCreateSchema.shape.sizeBytes],
      stripeWidth: [volumeCreateSchema.shape.stripeWidth],
      stripeSize: [volumeCreateSchema.shape.stripeSizeBytes],
      description: [volumeCreateSchema.shape.description],
    },
  },
  volume: {
    form: volumeChangeSchema,
    values: formOfVolume({ description: '', labels: {}, rebuildPriority: 'low', rebuildDelaySeconds: 0 } as Volume),
    fields: { rebuildDelay: [volumeUpdateSchema.shape.rebuildDelaySeconds], description: [volumeUpdateSchema.shape.description] },
  },
  maintenance: { form: maintenanceSchema, values: emptyMaintenance, fields: { hours: [maintenanceStartSchema.shape.untilHours] } },
  'new user': {
    form: newUserSchema,
    values: { ...userFormOf(null), name: 'joe', password: 'twelve chars' },
    fields: { password: [userCreateSchema.shape.password] },
  },
  user: { form: changedUserSchema, values: userFormOf(null), fields: { password: [userCreateSchema.shape.password] } },
};

/** Texts at the bounds of a schema, and beyond them. */
function textsAt(schema: z.ZodType, per: number): { within: string[]; beyond: string[] } {
  const { type, minimum, maximum, minLength, maxLength, multipleOf: step = 1 } = z.toJSONSchema(unwrapped(schema));
  const known = (bounds: (number | undefined)[]) => bounds.filter((bound) => bound !== undefined);
  if (type === 'string')
    return {
      within: known([minLength, maxLength]).map((length) => 'x'.repeat(length)),
      beyond: known([minLength && minLength - 1, maxLength && maxLength + 1]).map((length) => 'x'.repeat(length)),
    };
  return {
    within: known([minimum, maximum]).map((bound) => String(bound * per)),
    beyond: known([minimum === undefined ? undefined : minimum - step, maximum && maximum + step]).map((bound) => String(bound * per)),
  };
}

const fields = Object.entries(cases).flatMap(([name, { form, values, fields }]) =>
  Object.entries(fields).map(([field, [schema, per = 1]]) => ({ name, form, values, field, schema, per })),
);

test.each(fields)('has the bounds of the contract in $name: $field', ({ form, values, field, schema, per }) => {
  const { within, beyond } = textsAt(schema, per);
  const read = (text: string) => readForm(form as z.ZodType<unknown, object>, { ...values, [field]: text });
  expect(beyond.length).toBeGreaterThan(0);
  for (const text of within) expect(read(text), text).toMatchObject({ errors: {}, refusedBecause: null });
  for (const text of beyond) expect(read(text).errors[field], text).toMatch(/^[A-Z].*\.$/);
});
