import { z } from 'zod';
import { metricNames, type StatisticsObjectKind, statisticsObjectKinds } from '../stats/metrics.js';
import { sentMessageSchema } from './common.js';

/** The server refuses a query with more values: a chart has fewer pixels. */
export const MAX_POINTS = 10_000;
/** Finest step of stored statistics; every other step is a multiple of it. */
export const FINEST_STEP_SECONDS = 10;
const MAX_OBJECTS = 200;

/** `volume:<id>`; `cluster` has no id. */
const objectPattern = new RegExp(`^(cluster|(${statisticsObjectKinds.filter((kind) => kind !== 'cluster').join('|')}):[0-9a-f-]{36})$`);

export interface StatisticsObject {
  kind: StatisticsObjectKind;
  /** Empty for the cluster. */
  id: string;
}
export const statisticsObjectText = ({ kind, id }: StatisticsObject): string => (kind === 'cluster' ? kind : `${kind}:${id}`);
export function parseStatisticsObject(text: string): StatisticsObject {
  const [kind, id = ''] = text.split(':');
  return { kind: kind as StatisticsObjectKind, id };
}

/** Text of one object, as in `objects`. */
export const statisticsObjectSchema = z.string().max(64).regex(objectPattern, 'must be `cluster`, or kind:id of an object');

const splitList = (text: string): string[] => [...new Set(text.split(','))];

export const statisticsQuerySchema = z.strictObject({
  objects: z
    .string()
    .max(12_000)
    .transform(splitList)
    .pipe(z.array(statisticsObjectSchema).min(1).max(MAX_OBJECTS))
    .meta({
      description: `Up to ${MAX_OBJECTS}, separated by commas: \`cluster\`, or kind:id, with one of the kinds ${statisticsObjectKinds.join(', ')}. Clients and targets have the ids of their nodes.`,
      examples: ['cluster'],
    }),
  metrics: z
    .string()
    .max(1024)
    .transform(splitList)
    .pipe(z.array(z.enum(metricNames)).min(1))
    .meta({ description: `One or more, separated by commas: ${metricNames.join(', ')}.`, examples: ['iops,latency-p99'] }),
  from: z.iso.datetime().meta({ description: 'Start of the period, rounded down to a whole step.' }),
  to: z.iso.datetime().optional().meta({ description: 'End of the period, rounded up to a whole step. Absent: now.' }),
  step: z.coerce
    .number()
    .int()
    .min(FINEST_STEP_SECONDS)
    .max(31 * 86_400)
    .multipleOf(FINEST_STEP_SECONDS)
    .optional()
    .meta({ description: 'Seconds between values, a multiple of 10. Absent: the smallest step with at most 500 values per series.' }),
  groupBy: z
    .enum(['object', 'all'])
    .default('object')
    .meta({ description: 'object: one series per object. all: one series for all objects, which must be of one kind.' }),
});

const value = z.number().nullable();
export const statisticsSeriesSchema = z
  .strictObject({
    objects: z.array(z.string()).meta({ description: 'Objects of the series, as in the request.' }),
    metric: z.enum(metricNames),
    unit: z.string(),
    values: z.array(value).optional().meta({
      description:
        'One value per step, earliest first. Null: no observation, a latency without I/O, or one by direction from agents that are too old to report it.',
    }),
    lists: z.array(z.array(z.number()).nullable()).optional().meta({
      description: 'Replaces values for metrics that are lists: counts of the buckets of bucketBoundsSeconds, or one value per core.',
    }),
    lower: z.array(value).optional().meta({ description: 'Percentiles: lower bound of the bucket. The exact value is not lower.' }),
    upper: z.array(value).optional().meta({ description: 'Percentiles: upper bound of the bucket. Null: the bucket is open.' }),
  })
  .meta({ id: 'StatisticsSeries' });
export type StatisticsSeries = z.infer<typeof statisticsSeriesSchema>;

export const statisticsAnswerSchema = z
  .strictObject({
    from: z.iso.datetime().meta({ description: 'Start of the first step.' }),
    to: z.iso.datetime().meta({ description: 'End of the last step.' }),
    stepSeconds: z.int(),
    tierSeconds: z.int().meta({ description: 'Resolution of the stored points, in seconds.' }),
    simulated: z.boolean(),
    longMemory: z
      .strictObject({
        until: z.iso.datetime().meta({ description: 'Values of steps before this time are read from the long memory.' }),
        problem: sentMessageSchema.nullable().meta({ description: 'Why these values are missing. Null: the long memory answered.' }),
      })
      .optional()
      .meta({ description: 'Only if the period begins before what the servers keep themselves, and they have a long memory.' }),
    bucketBoundsSeconds: z
      .array(z.number())
      .optional()
      .meta({ description: 'Heat maps only: upper bounds of all buckets except the last, which is open.' }),
    series: z.array(statisticsSeriesSchema),
  })
  .meta({ id: 'Statistics' });
export type StatisticsAnswer = z.infer<typeof statisticsAnswerSchema>;

export const MAX_WATCHED = 64;
/** Everything that a browser watches from now on; an empty list ends watching. */
export const statisticsWatchSchema = z.strictObject({ objects: z.array(statisticsObjectSchema).max(MAX_WATCHED) });
export type StatisticsWatch = z.infer<typeof statisticsWatchSchema>;
