import { apiTokenCreateSchema } from '@weft/shared/kinds/api-token';
import { type NounName, nounNames } from '@weft/shared/kinds/nouns';
import { z } from 'zod';

const { name, role, expiresInDays } = apiTokenCreateSchema.shape;

/** Empty nouns: all. */
export const apiTokenFormSchema = z
  .object({
    name,
    role,
    days: z.string().transform(Number).pipe(expiresInDays),
    nouns: z.array(z.enum(nounNames as [NounName, ...NounName[]])),
  })
  .transform(({ days, nouns, ...rest }) => ({ ...rest, expiresInDays: days, nouns: nouns.length === 0 ? null : nouns }));

export const emptyApiToken: z.input<typeof apiTokenFormSchema> = { name: '', role: 'viewer', days: '90', nouns: [] };
export const apiTokenLifetimes = [1, 7, 30, 90, 180, 365].map((days) => ({ value: String(days), label: days === 1 ? '1 day' : `${days} days` }));
