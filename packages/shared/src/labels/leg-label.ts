import { z } from 'zod';
import { idSchema, nameSchema } from '../identity.js';
import { failureDomains, protections, rebuildPriorities } from '../kinds/volume.js';
import { boundedList, MOST } from '../messages/bounded.js';
import { volumeKeyIdSchema } from '../messages/encryption.js';

/*
 * What a leg says of itself, as LVM tags on its LV, so that a lost database can be made again from the drives (`weft-server rebuild`). Information, no order:
 * nothing is planned from it, an agent of an earlier version ignores it, and a leg without it works as before.
 * LVM allows in a tag: A-Z a-z 0-9 _ + . - / = ! : # & (lvm(8), at most 1,024 characters).
 */

const LABEL_TAG = 'weft.is.';
export const isLabelTag = (tag: string): boolean => tag.startsWith(LABEL_TAG);

const labelTagSchema = z
  .string()
  .max(256)
  .regex(/^weft\.is\.[a-z-]+=[A-Za-z0-9_+.:-]+$/);

/** Of the legs of one node. The agent gives each LV exactly these tags that begin so. */
export const legLabelsSchema = z.strictObject({
  legs: boundedList(z.strictObject({ legId: idSchema, tags: boundedList(labelTagSchema, MOST.flags) }), MOST.objects),
});
export type LegLabels = z.infer<typeof legLabelsSchema>;

const numberSchema = z
  .string()
  .regex(/^\d{1,16}$/)
  .transform(Number);

/** Bytes are exact. Absent optional fields: as for new volumes, or none. */
const fieldsSchema = z.object({
  volume: nameSchema,
  protection: z.enum(protections),
  class: idSchema,
  'class-name': nameSchema,
  /** Of the volume, as it was last attached or made. */
  size: numberSchema,
  /** The size that a running growth has as its aim. */
  growing: numberSchema.optional(),
  stripe: numberSchema,
  /** The requested number of stripes. */
  width: numberSchema.optional(),
  /** Halves of each mirror set. Absent: 2, or no mirror. */
  copies: numberSchema.optional(),
  bitmap: numberSchema.optional(),
  domain: z.enum(failureDomains),
  'rebuild-delay': numberSchema,
  'rebuild-priority': z.enum(rebuildPriorities),
  /** Id of the key of an encrypted volume: without it, a volume made again from the drives would be opened as one that is not encrypted. */
  key: volumeKeyIdSchema.optional(),
  epoch: numberSchema,
  /** UUID of the array of this epoch. */
  array: idSchema.optional(),
  'data-offset': numberSchema.optional(),
  /** Number of places in this epoch, vacant ones of a mirror included: without it, a volume whose last leg is missing would look whole. */
  legs: numberSchema,
  /** md role, stripe number or position. */
  index: numberSchema,
  role: z.enum(['member', 'joining', 'leaving', 'obsolete']),
  /** User data of the leg. */
  data: numberSchema,
  /** Name of its failure domain, if a tag can hold it. */
  place: z.string().optional(),
});
export type LegLabel = z.output<typeof fieldsSchema>;

const isTaggable = (value: string | number | undefined): boolean =>
  typeof value === 'number' || (value !== undefined && /^[A-Za-z0-9_+.:-]{1,200}$/.test(value));

/** The label as tags, sorted. A value that LVM does not allow in a tag is left out. */
export const labelTags = (label: LegLabel): string[] =>
  Object.entries(label)
    .filter(([, value]) => isTaggable(value))
    .map(([name, value]) => `${LABEL_TAG}${name}=${value}`)
    .sort();

/** The label in an LV's tags. Null: none, or not whole. */
export function labelOfTags(tags: readonly string[]): LegLabel | null {
  const fields = Object.fromEntries(
    tags.filter(isLabelTag).map((tag) => [tag.slice(LABEL_TAG.length, tag.indexOf('=')), tag.slice(tag.indexOf('=') + 1)]),
  );
  return fieldsSchema.safeParse(fields).data ?? null;
}
