import { mirrorCopies } from '@weft/shared/kinds/volume';
import { formatBytes } from '@weft/shared/units';
import type { PlacedLeg, VolumeCreate, VolumePlan } from '../../../api/types.js';
import { Section } from '../../../ui/page.js';
import { CapacityView } from '../placement/capacity-view.js';
import { PlacementView } from '../placement/placement-view.js';
import { RackView } from '../placement/rack-view.js';
import { SurvivalView } from '../placement/survival-view.js';
import { useNodes } from '../use-nodes.js';
import { PlannedCaches } from './planned-caches/planned-caches.js';

interface Failed {
  failed: ReadonlySet<string>;
  onFailed: (failed: ReadonlySet<string>) => void;
}

/** What a plan shows: the losses that the volume survives, the capacity that it takes, and its legs. */
export const PlanView = ({
  of: { protection, copies, failureDomain, cache },
  plan,
  ...failed
}: { of: VolumeCreate; plan: VolumePlan } & Failed) => (
  <>
    <Section title="Losses">
      <SurvivalView protection={protection} copies={mirrorCopies({ protection, copies })} failureDomain={failureDomain} legs={plan.legs} />
    </Section>
    <Section title="Capacity">
      <p>
        {formatBytes(plan.usableBytes)} usable takes {formatBytes(plan.rawBytes)} of the drives.
      </p>
      <CapacityView capacity={plan.capacity} />
    </Section>
    {cache && plan.caches ? (
      <Section title="Cache">
        <PlannedCaches cache={cache} caches={plan.caches} />
      </Section>
    ) : null}
    <Section title="Placement">
      <div className="stack">
        <PlacementView protection={protection} copies={mirrorCopies({ protection, copies })} legs={plan.legs} />
        <WhatIf protection={protection} copies={copies} legs={plan.legs} {...failed} />
      </div>
    </Section>
  </>
);

function WhatIf({
  protection,
  copies,
  legs,
  ...failed
}: Pick<VolumeCreate, 'protection' | 'copies'> & { legs: readonly PlacedLeg[] } & Failed) {
  const nodes = useNodes(legs.map(({ node }) => node.id));
  return (
    <section aria-label="If it fails">
      <RackView protection={protection} copies={mirrorCopies({ protection, copies })} legs={legs} nodes={nodes} {...failed} />
    </section>
  );
}
