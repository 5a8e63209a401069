import type { Volume } from '../../../../api/types.js';
import { Section } from '../../../../ui/page.js';
import { Copyable } from '../../../../ui/text/copyable.js';
import styles from './volume-documents.module.css';

/** Fields of the request: they would create the same volume again. All other fields are status. */
const SPEC = [
  'name',
  'sizeBytes',
  'protection',
  'copies',
  'failureDomain',
  'stripeWidth',
  'stripeSizeBytes',
  'description',
  'labels',
  'rebuildDelaySeconds',
  'rebuildPriority',
  'scrubIntervalDays',
  'bitmapChunkBytes',
  'encryption',
  'integrity',
] as const satisfies (keyof Volume)[];

export function specAndStatus(volume: Volume) {
  const spec = { ...Object.fromEntries(SPEC.map((field) => [field, volume[field]])), driveClassId: volume.driveClass.id };
  const status = Object.fromEntries(Object.entries(volume).filter(([field]) => !(SPEC as readonly string[]).includes(field)));
  return { spec, status };
}

/** Spec and status as in the API. */
export function VolumeDocuments({ volume }: { volume: Volume }) {
  const { spec, status } = specAndStatus(volume);
  return (
    <Section title="JSON">
      <details className={styles.document}>
        <summary>Spec: requested</summary>
        <Copyable text={JSON.stringify(spec, null, 2)} label="Spec" />
      </details>
      <details className={styles.document}>
        <summary>Status: observed</summary>
        <Copyable text={JSON.stringify(status, null, 2)} label="Status" />
      </details>
    </Section>
  );
}
