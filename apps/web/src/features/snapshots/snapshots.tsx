import { lazy, Suspense } from 'react';
import type { Volume } from '../../api/types.js';
import { NearView } from '../../ui/near-view.js';
import { Section } from '../../ui/page.js';
import { Empty } from '../../ui/text/message.js';

/** A lazy chunk, because the first load has no room for it. */
const SnapshotsPanel = lazy(() => import('./snapshots-panel.js').then((module) => ({ default: module.SnapshotsPanel })));

const without = (text: string) => (
  <Section title="Snapshots">
    <Empty>{text}</Empty>
  </Section>
);

/** The snapshots of a thin volume. */
export const Snapshots = ({ volume }: { volume: Volume }) =>
  volume.provisioning === 'thin' ? (
    <NearView instead={without('Scroll here to load the snapshots.')}>
      <Suspense fallback={without('Loading…')}>
        <SnapshotsPanel volume={volume} />
      </Suspense>
    </NearView>
  ) : null;
