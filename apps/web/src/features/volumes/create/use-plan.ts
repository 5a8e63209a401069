import { api } from '../../../api/client.js';
import type { VolumeCreate } from '../../../api/types.js';
import { useDebounced } from '../../../forms/use-debounced.js';

/** Name and description do not affect the placement: without them, a change of them sends no new request. */
export const withoutWords = (spec: VolumeCreate): VolumeCreate => ({ ...spec, name: 'x', description: '' });

/** A plan of another size shows the same kind of losses; a plan of another class or protection does not. */
const sizeless = (spec: object | null) => JSON.stringify({ ...spec, sizeBytes: 0 });

/** The plan of the volume as entered so far: a dry run after typing rests. Components that read the same one share its request. */
export function usePlan(spec: VolumeCreate | null) {
  const typed = spec && JSON.stringify(withoutWords(spec));
  const rested = useDebounced(typed);
  const body = rested === null ? null : (JSON.parse(rested) as VolumeCreate);
  const plan = api.useQuery(
    'post',
    '/api/v1/volumes/dry-run',
    { body: body as VolumeCreate },
    {
      enabled: body !== null,
      retry: false,
      // The plan of another size stays until the new one is there.
      placeholderData: (before, query) => (query && sizeless(query.queryKey[2].body) === sizeless(body) ? before : undefined),
    },
  );
  return {
    body: spec && body,
    error: plan.error,
    /** Undefined: not read yet, or of another class or protection. */
    data: spec && plan.data && sizeless(withoutWords(spec)) === sizeless(body) ? plan.data : undefined,
    isOld: plan.isPlaceholderData || rested !== typed,
  };
}
