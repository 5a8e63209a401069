import { Radio } from '@mantine/core';
import { useQueries } from '@tanstack/react-query';
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

/** Raw capacity that each protection needs, from a dry run of each. */
function useCosts(spec: VolumeCreate | null): readonly string[] {
  const rested = useDebounced(spec && JSON.stringify(withoutWords(spec)));
  const body = rested === null ? null : (JSON.parse(rested) as VolumeCreate);
  const plans = useQueries({
    queries: ORDER.map((protection) => ({
      ...api.queryOptions('post', '/api/v1/volumes/dry-run', {
        body: body === null ? (body as unknown as VolumeCreate) : withProtection(body, protection),
      }),
      enabled: body !== null,
      retry: false,
    })),
  });
  return ORDER.map((protection, index) => {
    const plan = plans[index];
    const [once, bytes] = [protectionWords[protection].cost === 1, plan?.data?.rawBytes];
    if (bytes !== undefined) return `uses ${formatBytes(bytes)} of drives`;
    return plan?.error ? 'does not fit now' : once ? 'costs its size' : 'costs twice its size';
  });
}

export const ProtectionChoice = ({ field, failureDomain, spec }: Props) => {
  const costs = useCosts(spec);
  return (
    <Radio.Group label="Protection" {...field}>
      {ORDER.map((protection, index) => {
        const { layout, survives } = protectionWords[protection];
        return (
          <Radio
            key={protection}
            value={protection}
            size="xs"
            mt={6}
            label={`${protection}, ${costs[index]}`}
            description={`${layout} ${survives(failureDomain)}`}
          />
        );
      })}
    </Radio.Group>
  );
};
