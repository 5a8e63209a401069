import { volumeUpdateSchema } from '@weft/shared/kinds/volume';
import { formatBytes } from '@weft/shared/units';
import { z } from 'zod';
import type { Volume } from '../../../api/types.js';
import { labelsField, numberText, sizeText } from '../../../forms/fields-schema.js';
import { labelsText } from '../../../forms/labels-text.js';
import { boundsOf, sentenceIssue } from '../../../forms/sentences.js';

const { shape } = volumeUpdateSchema;

export const volumeChangeSchema = z
  .object({
    description: shape.description.unwrap(),
    labels: labelsField,
    rebuildPriority: shape.rebuildPriority.unwrap(),
    rebuildDelay: numberText(shape.rebuildDelaySeconds),
    scrubInterval: numberText(shape.scrubIntervalDays, { empty: { is: null } }),
  })
  .transform(({ rebuildDelay, scrubInterval, ...change }) => ({
    ...change,
    rebuildDelaySeconds: rebuildDelay,
    scrubIntervalDays: scrubInterval,
  }));

export const formOfVolume = ({
  description,
  labels,
  rebuildPriority,
  rebuildDelaySeconds,
  scrubIntervalDays,
}: Volume): z.input<typeof volumeChangeSchema> => ({
  description,
  labels: labelsText(labels),
  rebuildPriority,
  rebuildDelay: String(rebuildDelaySeconds),
  scrubInterval: String(scrubIntervalDays ?? ''),
});

export const MAX_REBUILD_DELAY_SECONDS = boundsOf(shape.rebuildDelaySeconds).maximum ?? 0;

export const growSchema = ({ sizeBytes: now }: Volume) =>
  z
    .object({
      size: sizeText(shape.sizeBytes).refine(
        (sizeBytes) => sizeBytes > now,
        sentenceIssue(`It has ${formatBytes(now)}. It can grow, but not shrink.`),
      ),
    })
    .transform(({ size }) => ({ sizeBytes: size }));
