import { z } from 'zod';
import { bytesSchema } from './common.js';

/** Days of history that a forecast rests on at most, and days that it looks ahead. */
export const FORECAST_DAYS = 30;
/** Shorter histories give no trend. */
export const LEAST_HISTORY_HOURS = 24;
/** Histories with fewer samples give no trend. */
export const LEAST_HISTORY_SAMPLES = 12;
/** A class that needs longer than this to fill up counts as not growing: no history of a month can tell. */
export const LONGEST_FORECAST_DAYS = 3650;

export const capacityForecastSchema = z
  .strictObject({
    samples: z
      .int()
      .min(0)
      .meta({ description: `Hourly samples of the last ${FORECAST_DAYS} days that it rests on.` }),
    spanHours: z.number().min(0).meta({ description: 'Hours from the first of these samples to the last.' }),
    trend: z
      .strictObject({
        usedBytesPerDay: z.int().meta({
          description:
            'Theil-Sen slope of the used bytes; negative: they shrink. Bytes that drives bring into the class or take out of it do not count.',
        }),
        usedIn30DaysBytes: bytesSchema.meta({ description: 'Used bytes now, and 30 days of the slope; at most what legs may use.' }),
        daysUntilFull: z
          .number()
          .min(0)
          .nullable()
          .meta({
            description: `Until no bytes are free for new legs. Null: the used bytes do not grow, or fill the class in more than ${LONGEST_FORECAST_DAYS} days.`,
          }),
      })
      .nullable()
      .meta({
        description: `Null: not enough history. A trend needs ${LEAST_HISTORY_SAMPLES} samples over ${LEAST_HISTORY_HOURS} hours.`,
      }),
  })
  .meta({ id: 'CapacityForecast', description: 'How full the drives of a class will be, if their use goes on as it did.' });
export type CapacityForecast = z.infer<typeof capacityForecastSchema>;
