import type { NoteSubject } from '@weft/shared/kinds/note';
import { lazy, Suspense } from 'react';
import { NearView } from '../../ui/near-view.js';
import { Section } from '../../ui/page.js';
import { Empty } from '../../ui/text/message.js';

/** A lazy chunk, because the first load has no room for it. */
const NotesPanel = lazy(() => import('./notes-panel.js').then((module) => ({ default: module.NotesPanel })));

const without = (text: string) => (
  <Section title="Notes">
    <Empty>{text}</Empty>
  </Section>
);

/** The notes on one object. */
export const Notes = ({ of }: { of: NoteSubject }) => (
  <NearView instead={without('Scroll here to load the notes.')}>
    <Suspense fallback={without('Loading…')}>
      <NotesPanel subject={of} />
    </Suspense>
  </NearView>
);
