import { keepPreviousData } from '@tanstack/react-query';
import { formatBytes } from '@weft/shared/units';
import { api } from '../../../api/client.js';
import { problemOf } from '../../../api/problem.js';
import type { Placement, VolumeCreate } from '../../../api/types.js';
import { useDebounced } from '../../../forms/use-debounced.js';
import { Section } from '../../../ui/page.js';
import { ProblemView } from '../../../ui/problem-view.js';
import { Empty } from '../../../ui/text/message.js';
import { PlacementView } from '../placement/placement-view.js';
import { RackView } from '../placement/rack-view.js';
import { protectionWords } from '../protection-words.js';
import { useNodes } from '../use-nodes.js';
import { Fixes } from './fixes-view.js';
import type { VolumeForm } from './volume-schema.js';

/** Name and description do not affect the placement: without them, a change of them sends no new request. */
export const withoutWords = (spec: VolumeCreate): VolumeCreate => ({ ...spec, name: 'x', description: '' });

interface Props {
  spec: VolumeCreate | null;
  onFix: (change: Partial<VolumeForm>) => void;
}

/** Placement of the legs as of now, or the shortage in numbers and possible changes. */
export function PlacementPreview({ spec, onFix }: Props) {
  const rested = useDebounced(spec && JSON.stringify(withoutWords(spec)));
  const body = rested === null ? null : (JSON.parse(rested) as VolumeCreate);
  const plan = api.useQuery(
    'post',
    '/api/v1/volumes/dry-run',
    { body: body as VolumeCreate },
    { enabled: body !== null, placeholderData: keepPreviousData, retry: false },
  );
  if (!spec || !body) return <Empty>Enter a size and a drive class to see the placement.</Empty>;
  const problem = problemOf(plan.error);
  return (
    <Section title="Placement">
      {plan.error ? (
        <div className="stack">
          <ProblemView error={plan.error} />
          {problem?.shortages ? <Fixes spec={body} problem={problem} onFix={onFix} /> : null}
        </div>
      ) : plan.data ? (
        <div className="stack" aria-busy={plan.isPlaceholderData}>
          <span>
            {formatBytes(body.sizeBytes)} usable takes {formatBytes(plan.data.rawBytes)} of the drives.{' '}
            {protectionWords[body.protection].survives(body.failureDomain)}
          </span>
          <PlacementView protection={body.protection} legs={plan.data.legs} />
          <WhatIf protection={body.protection} placement={plan.data} />
        </div>
      ) : (
        <Empty>Loading…</Empty>
      )}
    </Section>
  );
}

function WhatIf({ protection, placement: { legs } }: { protection: VolumeCreate['protection']; placement: Placement }) {
  const nodes = useNodes(legs.map(({ node }) => node.id));
  return (
    <section aria-label="If it fails">
      <RackView protection={protection} legs={legs} nodes={nodes} />
    </section>
  );
}
