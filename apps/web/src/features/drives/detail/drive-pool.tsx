import { formatBytes } from '@weft/shared/units';
import type { Drive } from '../../../api/types.js';
import { Section } from '../../../ui/page.js';
import { Properties } from '../../../ui/properties.js';

type Pool = NonNullable<Drive['pool']>;

const state = ({ isEnding, mode, needsCheck }: Pool): string => {
  if (isEnding) return 'Being removed: it has no legs left.';
  if (needsCheck) return 'Read-only until somebody has checked its metadata.';
  if (mode === null) return 'Not reported yet, or not running.';
  if (mode === 'rw') return 'Takes writes.';
  return mode === 'out-of-data-space' ? 'Full: writes to new blocks fail.' : `${mode}: writes fail.`;
};

/** The pool of the thin legs on a drive. */
export const DrivePool = ({ pool }: { pool: Pool }) => (
  <Section title="Pool of thin legs">
    <Properties
      items={[
        ['State', state(pool)],
        ['Data', `${pool.dataUsedPercent} % of ${formatBytes(pool.dataBytes)} used`],
        ['Metadata', `${pool.metadataUsedPercent} % of ${formatBytes(pool.metadataBytes)} used`],
        ['Legs', `${pool.legs}, which promise ${formatBytes(pool.countedBytes)}`],
        ['Block', formatBytes(pool.blockBytes)],
      ]}
    />
  </Section>
);
