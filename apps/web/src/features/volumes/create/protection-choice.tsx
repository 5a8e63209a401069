import { Radio } from '@mantine/core';
import { type FailureDomain, isMirrored, protections } from '@weft/shared/kinds/volume';
import { formatBytes } from '@weft/shared/units';
import { api } from '../../../api/client.js';
import type { VolumeCreate } from '../../../api/types.js';
import { useDebounced } from '../../../forms/use-debounced.js';
import type { Field } from '../../../forms/use-schema-form.js';
import { protectionWords } from '../protection-words.js';
import { withoutWords } from './use-plan.js';

interface Props {
  field: ReturnType<Field>;
  failureDomain: FailureDomain;
  /** The volume as entered so far, if it is valid: then each protection shows its cost. */
  spec: VolumeCreate | null;
}

/** Mirrors first: a user who does not choose should not lose data. */
const ORDER = [...protections].reverse();

/** A stripe width chosen for one protection does not apply to another; copies and checksums apply to mirrors only. */
export function withProtection(body: VolumeCreate, protection: VolumeCreate['protection']): VolumeCreate {
  if (protection === body.protection) return body;
  const changed = { ...body, protection, stripeWidth: null };
  if (isMirrored(protection)) return changed;
  // A dry run risks nothing.
  const cache = body.cache ? { ...body.cache, acceptsLoss: true } : body.cache;
  return { ...changed, copies: null, integrity: 'none', ...(cache !== undefined && { cache }) };
}

/** Raw capacity that a protection needs, from a dry run. */
function useCost(body: VolumeCreate | null, protection: VolumeCreate['protection']): string {
  const { data, error } = api.useQuery(
    'post',
    '/api/v1/volumes/dry-run',
    { body: body === null ? (body as unknown as VolumeCreate) : withProtection(body, protection) },
    { enabled: body !== null, retry: false },
  );
  if (data) return `uses ${formatBytes(data.rawBytes)} of drives`;
  if (error) return 'does not fit now';
  return protectionWords[protection].cost === 1 ? 'costs its size' : 'costs twice its size';
}

interface OneProps extends Pick<Props, 'failureDomain'> {
  protection: VolumeCreate['protection'];
  body: VolumeCreate | null;
}

function OneProtection({ protection, failureDomain, body }: OneProps) {
  const cost = useCost(body, protection);
  const { layout, survives } = protectionWords[protection];
  return (
    <Radio value={protection} size="xs" mt={6} label={`${protection}, ${cost}`} description={`${layout} ${survives(failureDomain)}`} />
  );
}

export function ProtectionChoice({ field, failureDomain, spec }: Props) {
  const rested = useDebounced(spec && JSON.stringify(withoutWords(spec)));
  const body = rested === null ? null : (JSON.parse(rested) as VolumeCreate);
  return (
    <Radio.Group label="Protection" {...field}>
      {ORDER.map((protection) => (
        <OneProtection key={protection} protection={protection} failureDomain={failureDomain} body={body} />
      ))}
    </Radio.Group>
  );
}
