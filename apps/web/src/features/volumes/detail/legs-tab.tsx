import { lazy, Suspense } from 'react';
import type { Volume } from '../../../api/types.js';
import { OnlyNow } from '../../../ui/only-now.js';
import { Section } from '../../../ui/page.js';
import { Status } from '../../../ui/status.js';
import { isSound, legStatus } from '../leg-status.js';
import { PlacementView } from '../placement/placement-view.js';
import { ScrubSection } from '../scrub/scrub-section.js';
import { LegObservations } from './leg-observations-table.js';

const ChecksumsSection = lazy(() => import('../checksums/checksums-section.js').then((module) => ({ default: module.ChecksumsSection })));
const CacheSection = lazy(() => import('../cache/cache-section.js').then((module) => ({ default: module.CacheSection })));

/** Where the legs are, whether they hold the same, and what each observer reports of them. */
export const LegsTab = ({ volume }: { volume: Volume }) => (
  <>
    <Section title="Legs">
      <PlacementView
        protection={volume.protection}
        copies={volume.copies}
        legs={volume.legs}
        detail={(leg) => (isSound(leg) ? null : <Status {...legStatus(leg, volume)} />)}
        isDoubtful={(leg) => !isSound(leg)}
      />
    </Section>
    {volume.scrub && volume.state !== 'creating' ? (
      <OnlyNow>
        <ScrubSection volume={volume} />
      </OnlyNow>
    ) : null}
    {volume.checksums && volume.state !== 'creating' ? (
      <OnlyNow>
        <Suspense fallback={null}>
          <ChecksumsSection volume={volume} checksums={volume.checksums} />
        </Suspense>
      </OnlyNow>
    ) : null}
    {volume.state === 'available' ? (
      <OnlyNow>
        <Suspense fallback={null}>
          <CacheSection volume={volume} />
        </Suspense>
      </OnlyNow>
    ) : null}
    <Section title="Observations">
      <LegObservations volume={volume} />
    </Section>
  </>
);
