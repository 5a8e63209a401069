import { enrollmentTokenCreateSchema } from '@weft/shared/kinds/access/enrollment-token';
import { maintenanceStartSchema } from '@weft/shared/kinds/maintenance';
import { z } from 'zod';
import { labelsField, numberText } from '../../../forms/fields-schema.js';
import { boundsOf } from '../../../forms/sentences.js';

export const labelsSchema = z.object({ labels: labelsField });

const token = enrollmentTokenCreateSchema.shape;

export const tokenSchema = z.object({
  labels: labelsField,
  description: token.description.unwrap(),
  expiresInSeconds: numberText(token.expiresInSeconds),
});

export const maintenanceSchema = z
  .object({ hours: numberText(maintenanceStartSchema.shape.untilHours), force: maintenanceStartSchema.shape.force.unwrap() })
  .transform(({ hours, force }) => ({ untilHours: hours, force }));

/** Defaults of the contract. */
const { expiresInSeconds } = enrollmentTokenCreateSchema.parse({});
const { untilHours } = maintenanceStartSchema.parse({});
export const emptyToken = { labels: '', description: '', expiresInSeconds: String(expiresInSeconds) };
export const emptyMaintenance = { hours: String(untilHours), force: false };

const HOUR_SECONDS = 3600;
const { maximum = 0 } = boundsOf(token.expiresInSeconds);
/** Lifetimes of a token, up to the longest that the contract allows. */
export const tokenLifetimes = [1, 8, 24, 72, 168, maximum / HOUR_SECONDS].map((hours) => ({
  value: String(hours * HOUR_SECONDS),
  label: hours < 48 ? `${hours} h` : `${hours / 24} days`,
}));
