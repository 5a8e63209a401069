import { apiTokenCreateSchema } from '@weft/shared/kinds/access/api-token';
import { volumeSelectorSchema } from '@weft/shared/kinds/access/volume-group';
import { type NounName, nounNames } from '@weft/shared/kinds/nouns';
import { z } from 'zod';
import { linesText } from '../../forms/fields-schema.js';
import { sentenceIssue } from '../../forms/sentences.js';
import { readMatcher } from '../alerts/matchers-text.js';

const { name, role, expiresInDays } = apiTokenCreateSchema.shape;
/** Empty: null, for all volumes of the user. */
const volumesText = z.union([z.literal('').transform(() => null), linesText(volumeSelectorSchema, readMatcher)]);

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
  .object({ name, role, days: z.string().transform(Number).pipe(expiresInDays), nouns: nounsText, volumes: volumesText })
  .transform(({ days, ...rest }) => ({ ...rest, expiresInDays: days }));

export const emptyApiToken: z.input<typeof apiTokenFormSchema> = { name: '', role: 'viewer', days: '90', nouns: '', volumes: '' };
export const apiTokenLifetimes = [1, 7, 30, 90, 180, 365].map((days) => ({
  value: String(days),
  label: days === 1 ? '1 day' : `${days} days`,
}));
