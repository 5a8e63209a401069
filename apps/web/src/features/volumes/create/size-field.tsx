import { TextInput } from '@mantine/core';
import { formatBytes } from '@weft/shared/units';
import { type CSSProperties, useMemo } from 'react';
import { api } from '../../../api/client.js';
import { problemOf } from '../../../api/problem.js';
import type { VolumeCreate } from '../../../api/types.js';
import { useDebounced } from '../../../forms/use-debounced.js';
import type { Field } from '../../../forms/use-schema-form.js';
import { sizeStops, sizeWords, stopAt } from './form/size-stops.js';
import { smallestOf, type VolumeForm } from './form/volume-schema.js';
import styles from './size-field.module.css';

interface Props {
  field: ReturnType<Field>;
  values: VolumeForm;
  /** The volume as entered so far, if it is valid. */
  spec: VolumeCreate | null;
  onSize: (size: string) => void;
}

/** The size as text, and a slider that writes it: up to the largest size that class and protection have room for now. */
export function SizeField({ field, values, spec, onSize }: Props) {
  const { largestBytes, hint } = useRoom(values);
  const stops = useMemo(() => (largestBytes === null ? [] : sizeStops(largestBytes)), [largestBytes]);
  const sizeBytes = spec?.sizeBytes ?? null;
  const [at, last] = [stopAt(stops, sizeBytes), Math.max(0, stops.length - 1)];
  return (
    <div>
      <TextInput
        label="Size"
        description={spec ? `${formatBytes(spec.sizeBytes)}, ${spec.sizeBytes.toLocaleString('en')} bytes` : 'With its unit: 3.2TiB, 500GB'}
        required
        {...field}
      />
      <input
        type="range"
        className={styles.slider}
        aria-label="Choose the size"
        aria-valuetext={largestBytes === null ? hint : sizeWords(largestBytes, sizeBytes)}
        min={0}
        max={last}
        value={at}
        style={{ '--at': `${last === 0 ? 0 : (at / last) * 100}%` } as CSSProperties}
        disabled={largestBytes === null}
        onChange={({ currentTarget }) => {
          const stop = stops[currentTarget.valueAsNumber];
          if (stop) onSize(stop.text);
        }}
      />
      <p className={styles.ends}>
        {largestBytes === null ? null : <span>{stops[0]?.text}</span>}
        <span>{hint}</span>
      </p>
    </div>
  );
}

/** The largest size that fits now. The server computes it for any size, so a dry run of the smallest volume asks for it. */
function useRoom(values: VolumeForm): { largestBytes: number | null; hint: string } {
  const smallest = smallestOf(values);
  const rested = useDebounced(smallest && JSON.stringify(smallest));
  const isRested = smallest !== null && rested === JSON.stringify(smallest);
  const { data, error } = api.useQuery(
    'post',
    '/api/v1/volumes/dry-run',
    { body: JSON.parse(rested ?? 'null') as VolumeCreate },
    { enabled: isRested, retry: false },
  );
  if (smallest === null) return { largestBytes: null, hint: values.driveClassId === '' ? 'Choose a drive class to see what fits.' : '' };
  if (!isRested) return { largestBytes: null, hint: 'Loading…' };
  if (error) return { largestBytes: null, hint: `No size fits now. ${problemOf(error)?.detail ?? ''}` };
  if (!data) return { largestBytes: null, hint: 'Loading…' };
  return { largestBytes: data.largestSizeBytes, hint: `${formatBytes(data.largestSizeBytes)} fits now` };
}
