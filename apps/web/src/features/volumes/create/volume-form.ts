import { DEFAULT_REBUILD_DELAY_SECONDS, DEFAULT_STRIPE_SIZE_BYTES, type FailureDomain, type Protection } from '@weft/shared/kinds/volume';
import type { VolumeCreate } from '../../../api/types.js';
import { nameError } from '../../../forms/name-error.js';
import { parseSize } from '../../../forms/size-text.js';
import { hasStripes } from '../protection-words.js';

/** Devices consist of blocks of this size. */
export const VOLUME_BLOCK_BYTES = 4096;
const NAMELESS = 'x';

/** Content of the form: texts as typed. */
export interface VolumeForm {
  name: string;
  size: string;
  protection: Protection;
  driveClassId: string;
  failureDomain: FailureDomain;
  stripeWidth: string;
  stripeSize: string;
  description: string;
}

export const emptyVolumeForm: VolumeForm = {
  name: '',
  size: '',
  protection: 'raid10',
  driveClassId: '',
  failureDomain: 'node',
  stripeWidth: '',
  stripeSize: '64KiB',
  description: '',
};

export interface VolumeMeaning {
  /** Request for the server; null while a field is missing or wrong. A dry run needs no name. */
  spec: VolumeCreate | null;
  errors: Partial<Record<keyof VolumeForm, string>>;
  /** The first field to fill in, as text; null: none. */
  missing: string | null;
}

function stripeWidthOf({ protection, stripeWidth }: VolumeForm): number | null | 'wrong' {
  if (!hasStripes(protection) || stripeWidth.trim() === '') return null;
  return /^\d+$/.test(stripeWidth.trim()) ? Number(stripeWidth) : 'wrong';
}

export function meaningOf(form: VolumeForm): VolumeMeaning {
  const errors: VolumeMeaning['errors'] = {};
  const size = form.size.trim() === '' ? null : parseSize(form.size, VOLUME_BLOCK_BYTES);
  const stripeSize = hasStripes(form.protection) ? parseSize(form.stripeSize) : { ok: true as const, bytes: DEFAULT_STRIPE_SIZE_BYTES };
  const stripeWidth = stripeWidthOf(form);
  const name = nameError(form.name);
  if (name) errors.name = name;
  if (size?.ok === false) errors.size = size.why;
  else if (size && size.bytes < 2 ** 20) errors.size = 'A volume has at least 1 MiB.';
  if (!stripeSize.ok) errors.stripeSize = stripeSize.why;
  if (stripeWidth === 'wrong') errors.stripeWidth = 'A whole number, or empty for automatic.';
  const absent = [form.name === '' ? 'a name' : null, size ? null : 'a size', form.driveClassId ? null : 'a drive class'].filter(
    (each) => each !== null,
  );
  const missing = absent.length > 0 ? `Give it ${absent.join(', ')} first.` : null;
  const wrong = Object.keys(errors).some((key) => key !== 'name');
  if (wrong || !size?.ok || !stripeSize.ok || stripeWidth === 'wrong' || !form.driveClassId) return { spec: null, errors, missing };
  const spec: VolumeCreate = {
    name: form.name === '' || name ? NAMELESS : form.name,
    sizeBytes: size.bytes,
    protection: form.protection,
    driveClassId: form.driveClassId,
    failureDomain: form.failureDomain,
    stripeWidth,
    // Typed as any number: the server checks that it is a power of two.
    stripeSizeBytes: stripeSize.bytes as VolumeCreate['stripeSizeBytes'],
    description: form.description,
    labels: {},
    bitmapChunkBytes: null,
    rebuildDelaySeconds: DEFAULT_REBUILD_DELAY_SECONDS,
    rebuildPriority: 'normal',
  };
  return { spec, errors, missing };
}
