import { alertAcknowledgeSchema, silenceCreateSchema } from '@weft/shared/kinds/alerting/alert';
import { z } from 'zod';
import { linesText, momentText } from '../../forms/fields-schema.js';
import { readMatcher } from './matchers-text.js';

const HOUR_MS = 3_600_000;
const { shape } = silenceCreateSchema;

export { alertAcknowledgeSchema };

/** Length of a silence in hours, or until a given time. */
const lengths = ['1', '4', '24', '168', 'until'] as const;

const fields = z.object({
  matchers: linesText(shape.matchers, readMatcher),
  lasts: z.enum(lengths),
  startsAt: momentText(shape.startsAt, { is: undefined }),
  endsAt: momentText(shape.endsAt, { is: undefined }),
  comment: shape.comment,
});
export type SilenceForm = z.input<typeof fields>;

/** @param now when the form was opened: a silence of 1 h ends 1 h after that, or after its planned start */
export const silenceSchemaAt = (now: number) =>
  fields.transform(({ lasts, startsAt, endsAt, ...silence }) => {
    const start = startsAt === undefined ? now : Date.parse(startsAt);
    const end = lasts === 'until' ? (endsAt ?? '') : new Date(start + Number(lasts) * HOUR_MS).toISOString();
    return { ...silence, endsAt: end, ...(startsAt === undefined ? {} : { startsAt }) };
  });
