import { keepPreviousData } from '@tanstack/react-query';
import { formatBytes } from '@weft/shared/units';
import { api } from '../../api/client.js';
import type { VolumeCreate } from '../../api/types.js';
import { useDebounced } from '../../forms/use-debounced.js';
import { Empty } from '../../ui/message.js';
import { Section } from '../../ui/page.js';
import { ProblemView } from '../../ui/problem-view.js';
import { PlacementView } from './placement-view.js';
import { protectionWords } from './protection-words.js';

/** Name and description change no placement: they would only ask again. */
const placed = (spec: VolumeCreate | null): string | null => (spec ? JSON.stringify({ ...spec, name: 'x', description: '' }) : null);

/** Where the legs would go now, or in numbers why they cannot. */
export function PlacementPreview({ spec }: { spec: VolumeCreate | null }) {
  const rested = useDebounced(placed(spec));
  const body = rested === null ? null : (JSON.parse(rested) as VolumeCreate);
  const plan = api.useQuery(
    'post',
    '/api/v1/volumes/dry-run',
    { body: body as VolumeCreate },
    { enabled: body !== null, placeholderData: keepPreviousData, retry: false },
  );
  if (!spec || !body) return <Empty>Give a size and a drive class to see where the volume would go.</Empty>;
  return (
    <Section title="Placement">
      {plan.error ? (
        <ProblemView error={plan.error} />
      ) : plan.data ? (
        <div className="stack" aria-busy={plan.isPlaceholderData}>
          <span>
            {formatBytes(body.sizeBytes)} usable takes {formatBytes(plan.data.rawBytes)} of the drives.{' '}
            {protectionWords[body.protection].survives(body.failureDomain)}
          </span>
          <PlacementView protection={body.protection} legs={plan.data.legs} />
        </div>
      ) : (
        <Empty>Loading…</Empty>
      )}
    </Section>
  );
}
