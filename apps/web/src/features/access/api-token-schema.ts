import { apiTokenCreateSchema } from '@weft/shared/kinds/access/api-token';
import { type NounName, nounNames } from '@weft/shared/kinds/nouns';
import { z } from 'zod';
import { sentenceIssue } from '../../forms/sentences.js';

const { name, role, expiresInDays } = apiTokenCreateSchema.shape;

const isNoun = (text: string): text is NounName => (nounNames as readonly string[]).includes(text);

/** Nouns, separated by commas or spaces. Empty: null, for all. */
const nounsText = z.string().transform((text, context): NounName[] | null => {
  const words = text.split(/[\s,]+/).filter((word) => word !== '');
  const unknown = words.filter((word) => !isNoun(word));
  if (unknown.length === 0) return words.length === 0 ? null : [...new Set(words.filter(isNoun))];
  context.addIssue(sentenceIssue(`There is no noun ${unknown.join(', ')}. Nouns: ${nounNames.join(', ')}.`));
  return z.NEVER;
});

export const apiTokenFormSchema = z
  .object({ name, role, days: z.string().transform(Number).pipe(expiresInDays), nouns: nounsText })
  .transform(({ days, ...rest }) => ({ ...rest, expiresInDays: days }));

export const emptyApiToken: z.input<typeof apiTokenFormSchema> = { name: '', role: 'viewer', days: '90', nouns: '' };
export const apiTokenLifetimes = [1, 7, 30, 90, 180, 365].map((days) => ({
  value: String(days),
  label: days === 1 ? '1 day' : `${days} days`,
}));
