import { formatBytes } from '@weft/shared/units';
import { useState } from 'react';
import { problemOf } from '../../../api/problem.js';
import type { PlacedLeg, VolumeCreate, VolumePlan } from '../../../api/types.js';
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
import { usePlan } from './use-plan.js';
import type { VolumeForm } from './volume-schema.js';

interface Props {
  spec: VolumeCreate | null;
  onFix: (change: Partial<VolumeForm>) => void;
}

/** The plan as of now: losses survived, capacity and placement; or the shortage in numbers and possible changes. */
export function PlacementPreview({ spec, onFix }: Props) {
  // Here, so that it stays while the plan of another protection is read.
  const [failed, setFailed] = useState<ReadonlySet<string>>(new Set());
  const { body, data, error, isOld } = usePlan(spec);
  if (!body) return <Empty>Enter a size and a drive class to see the placement.</Empty>;
  const problem = problemOf(error);
  if (error)
    return (
      <Section title="Placement">
        <div className="stack">
          <ProblemView error={error} />
          {problem?.shortages ? <Fixes spec={body} problem={problem} onFix={onFix} /> : null}
        </div>
      </Section>
    );
  if (!data)
    return (
      <Section title="Placement">
        <Empty>Loading…</Empty>
      </Section>
    );
  return (
    <div className={`stack ${styles.plan}`} aria-busy={isOld}>
      <Plan of={body} plan={data} failed={failed} onFailed={setFailed} />
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
