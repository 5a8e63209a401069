import { DEFAULT_STRIPE_SIZE_BYTES, isMirrored, type Protection, volumeCreateSchema } from '@weft/shared/kinds/volume';
import { formatBytes } from '@weft/shared/units';
import { z } from 'zod';
import type { VolumeCreate } from '../../../../api/types.js';
import { numberText, sizeText } from '../../../../forms/fields-schema.js';
import { type FormReading, readForm } from '../../../../forms/read-form.js';
import { boundsOf, sentenceIssue } from '../../../../forms/sentences.js';
import { exactSize } from '../../../../forms/size-text.js';
import { cacheSizeField, needsAcceptance } from '../../cache/cache-schema.js';
import { modeChoices } from '../../cache/cache-words.js';

const { shape } = volumeCreateSchema;
const common = {
  name: shape.name,
  size: sizeText(shape.sizeBytes),
  driveClassId: shape.driveClassId,
  failureDomain: shape.failureDomain.unwrap(),
  encryption: shape.encryption.unwrap(),
  provisioning: shape.provisioning.unwrap(),
  integrity: shape.integrity.unwrap(),
  cacheMode: z.enum(modeChoices),
  cacheSize: z.string(),
  cacheAcceptsLoss: z.boolean(),
  description: shape.description.unwrap(),
};
const stripes = {
  ...common,
  stripeWidth: numberText(shape.stripeWidth, { empty: { is: null } }),
  stripeSize: sizeText(shape.stripeSizeBytes),
};
export const copiesChoices = ['2', '3'] as const;
/** Only mirrors have a choice of copies: for the others the field is hidden. */
const copies = z.enum(copiesChoices).transform(Number);
const noCopies = z.string().transform(() => null);
const striped = z.object({ ...stripes, protection: shape.protection.extract(['raid0']), copies: noCopies });
const stripedMirrors = z.object({ ...stripes, protection: shape.protection.extract(['raid10']), copies });
/** The fields of stripes are hidden: what they hold does not count. */
const withoutStripes = {
  ...common,
  stripeWidth: z.string().transform(() => null),
  stripeSize: z.string().transform((): number => DEFAULT_STRIPE_SIZE_BYTES),
};
const mirror = z.object({ ...withoutStripes, protection: shape.protection.extract(['raid1']), copies });
const plain = z.object({ ...withoutStripes, protection: shape.protection.extract(['concatenated']), copies: noCopies });

/** Content of the form: texts as typed. */
export type VolumeForm = Omit<z.input<typeof striped>, 'protection'> & { protection: Protection };

type Cached = Pick<VolumeForm, 'protection' | 'provisioning' | 'integrity' | 'cacheMode' | 'cacheSize' | 'cacheAcceptsLoss'>;

/** Whether the volume may have a cache, as the server decides it. */
export const mayHaveCache = ({ protection, provisioning, integrity }: Pick<Cached, 'protection' | 'provisioning' | 'integrity'>): boolean =>
  provisioning === 'thick' && (integrity === 'none' || !isMirrored(protection));

/** Where there can be no cache, its fields do not count. */
function cacheOf(form: Cached, addIssue: (issue: ReturnType<typeof sentenceIssue> & { path: string[] }) => void): VolumeCreate['cache'] {
  const { cacheMode: mode, cacheSize, cacheAcceptsLoss: acceptsLoss } = form;
  if (mode === 'off' || !mayHaveCache(form)) return null;
  const size = cacheSizeField.safeParse(cacheSize);
  for (const { message } of size.error?.issues ?? []) addIssue({ ...sentenceIssue(message), path: ['cacheSize'] });
  const isAsked = needsAcceptance(form, { mode });
  if (isAsked && !acceptsLoss)
    addIssue({ ...sentenceIssue('Accept the possible loss first, or choose another mode.'), path: ['cacheAcceptsLoss'] });
  return size.success ? { mode, ...size.data, acceptsLoss: isAsked && acceptsLoss } : null;
}

export const volumeSchema = z.discriminatedUnion('protection', [striped, stripedMirrors, mirror, plain]).transform(
  ({ size, stripeSize, integrity, cacheMode, cacheSize, cacheAcceptsLoss, ...volume }, context): VolumeCreate => ({
    ...volume,
    // Hidden for one copy: what it holds does not count.
    integrity: isMirrored(volume.protection) ? integrity : 'none',
    cache: cacheOf({ ...volume, integrity, cacheMode, cacheSize, cacheAcceptsLoss }, (issue) => context.addIssue(issue)),
    sizeBytes: size,
    // The schema has checked that it is one of the powers of two that OpenAPI lists.
    stripeSizeBytes: stripeSize as VolumeCreate['stripeSizeBytes'],
  }),
);

export const emptyVolumeForm: VolumeForm = {
  name: '',
  size: '',
  protection: 'raid10',
  copies: '2',
  driveClassId: '',
  failureDomain: 'node',
  stripeWidth: '',
  stripeSize: exactSize(DEFAULT_STRIPE_SIZE_BYTES),
  encryption: 'none',
  provisioning: 'thick',
  integrity: 'none',
  cacheMode: 'off',
  cacheSize: '10%',
  cacheAcceptsLoss: false,
  description: '',
};

export const requiredOfVolume = { name: 'enter a name', size: 'enter a size', driveClassId: 'choose a drive class' };

export const readVolume = (form: VolumeForm): FormReading<VolumeCreate> => readForm(volumeSchema, form, requiredOfVolume);

/** The volume to place: a dry run needs no name of its own, and risks nothing. */
export const volumeToPlace = (form: VolumeForm): VolumeCreate | null => readVolume({ ...form, name: 'x', cacheAcceptsLoss: true }).body;

const smallestSize = exactSize(boundsOf(shape.sizeBytes).minimum ?? 0);

/** The smallest volume of this class and kind, whatever size was typed: it has room if any size has. */
export const smallestOf = (form: VolumeForm): VolumeCreate | null => volumeToPlace({ ...form, size: smallestSize, description: '' });

const { minimum = 0, maximum = 0 } = boundsOf(shape.stripeSizeBytes);
export const stripeSizes = `A power of two, ${formatBytes(minimum)} to ${formatBytes(maximum)}.`;
