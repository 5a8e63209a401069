import { volumeCacheSchema } from '@weft/shared/cache/volume-cache';
import { isMirrored } from '@weft/shared/kinds/volume';
import { z } from 'zod';
import type { Volume } from '../../../api/types.js';
import { numberText, sizeText } from '../../../forms/fields-schema.js';
import { sentenceIssue } from '../../../forms/sentences.js';
import { exactSize } from '../../../forms/size-text.js';
import type { modeChoices } from './cache-words.js';

const { shape } = volumeCacheSchema;
const percentOf = (text: string): string | null => /^\s*([\d.,]+)\s*%\s*$/.exec(text)?.[1] ?? null;
const percent = numberText(shape.percentOfLeg);
const size = sizeText(shape.bytesPerLeg);

/** `10%` is a share of each leg; `16GiB` a size. */
export const cacheSizeField = z.string().transform((text, context) => {
  const share = percentOf(text);
  const read = share === null ? size.safeParse(text) : percent.safeParse(share);
  if (read.success)
    return share === null ? { bytesPerLeg: Number(read.data), percentOfLeg: null } : { bytesPerLeg: null, percentOfLeg: Number(read.data) };
  for (const issue of read.error.issues) context.addIssue(sentenceIssue(issue.message));
  return z.NEVER;
});

export const cacheSchema = z.discriminatedUnion('mode', [
  z.object({ mode: z.literal('off'), size: z.string(), acceptsLoss: z.boolean() }).transform(() => ({ cache: null })),
  z.object({ mode: shape.mode, size: cacheSizeField, acceptsLoss: z.boolean() }).transform(({ mode, size: of, acceptsLoss }) => ({
    cache: { mode, ...of, acceptsLoss },
  })),
]);
export interface CacheForm {
  mode: (typeof modeChoices)[number];
  size: string;
  acceptsLoss: boolean;
}

export const formOfCache = (cache: Volume['cache']): CacheForm => ({
  mode: cache?.mode ?? 'off',
  size: cache?.bytesPerLeg ? exactSize(cache.bytesPerLeg) : `${cache?.percentOfLeg ?? 10}%`,
  acceptsLoss: cache?.acceptsLoss ?? false,
});

/** Whether the mode risks the volume: the person has to say so. */
export const needsAcceptance = ({ protection }: Pick<Volume, 'protection'>, { mode }: Pick<CacheForm, 'mode'>): boolean =>
  mode === 'write-back' && !isMirrored(protection);
