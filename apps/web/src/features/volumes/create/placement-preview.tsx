import { formatBytes } from '@weft/shared/units';
import { useState } from 'react';
import { api } from '../../../api/client.js';
import { problemOf } from '../../../api/problem.js';
import type { PlacedLeg, VolumeCreate, VolumePlan } from '../../../api/types.js';
import { useDebounced } from '../../../forms/use-debounced.js';
import { Section } from '../../../ui/page.js';
import { ProblemView } from '../../../ui/problem-view.js';
import { Empty } from '../../../ui/text/message.js';
import { PlacementView } from '../placement/placement-view.js';
import { RackView } from '../placement/rack-view.js';
import { SurvivalView } from '../placement/survival-view.js';
import { useNodes } from '../use-nodes.js';
import { CapacityView } from './capacity-view.js';
import { Fixes } from './fixes-view.js';
import styles from './placement-preview.module.css';
import type { VolumeForm } from './volume-schema.js';

/** Name and description do not affect the placement: without them, a change of them sends no new request. */
export const withoutWords = (spec: VolumeCreate): VolumeCreate => ({ ...spec, name: 'x', description: '' });

/** A plan of another size shows the same kind of losses; a plan of another class or protection does not. */
const sizeless = (spec: object | null) => JSON.stringify({ ...spec, sizeBytes: 0 });

interface Props {
  spec: VolumeCreate | null;
  onFix: (change: Partial<VolumeForm>) => void;
}

/** The plan as of now: losses survived, capacity and placement; or the shortage in numbers and possible changes. */
export function PlacementPreview({ spec, onFix }: Props) {
  // Here, so that it stays while the plan of another protection is read.
  const [failed, setFailed] = useState<ReadonlySet<string>>(new Set());
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
  if (!spec || !body) return <Empty>Enter a size and a drive class to see the placement.</Empty>;
  const problem = problemOf(plan.error);
  if (plan.error)
    return (
      <Section title="Placement">
        <div className="stack">
          <ProblemView error={plan.error} />
          {problem?.shortages ? <Fixes spec={body} problem={problem} onFix={onFix} /> : null}
        </div>
      </Section>
    );
  if (!plan.data || sizeless(withoutWords(spec)) !== sizeless(body))
    return (
      <Section title="Placement">
        <Empty>Loading…</Empty>
      </Section>
    );
  return (
    <div className={`stack ${styles.plan}`} aria-busy={plan.isPlaceholderData || rested !== typed}>
      <Plan of={body} plan={plan.data} failed={failed} onFailed={setFailed} />
    </div>
  );
}

interface Failed {
  failed: ReadonlySet<string>;
  onFailed: (failed: ReadonlySet<string>) => void;
}

/** What the plan shows: the losses that the volume survives, the capacity that it takes, and its legs. */
const Plan = ({ of: { protection, failureDomain }, plan, ...failed }: { of: VolumeCreate; plan: VolumePlan } & Failed) => (
  <>
    <Section title="Losses">
      <SurvivalView protection={protection} failureDomain={failureDomain} legs={plan.legs} />
    </Section>
    <Section title="Capacity">
      <p>
        {formatBytes(plan.usableBytes)} usable takes {formatBytes(plan.rawBytes)} of the drives.
      </p>
      <CapacityView capacity={plan.capacity} />
    </Section>
    <Section title="Placement">
      <div className="stack">
        <PlacementView protection={protection} legs={plan.legs} />
        <WhatIf protection={protection} legs={plan.legs} {...failed} />
      </div>
    </Section>
  </>
);

function WhatIf({ protection, legs, ...failed }: Pick<VolumeCreate, 'protection'> & { legs: readonly PlacedLeg[] } & Failed) {
  const nodes = useNodes(legs.map(({ node }) => node.id));
  return (
    <section aria-label="If it fails">
      <RackView protection={protection} legs={legs} nodes={nodes} {...failed} />
    </section>
  );
}
