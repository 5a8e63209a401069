import { lazy, Suspense, useState } from 'react';
import type { Volume } from '../../../api/types.js';
import { ActionButton } from '../../../ui/actions/action-button.js';
import { Section } from '../../../ui/page.js';
import { Properties } from '../../../ui/properties.js';
import { Time } from '../../../ui/time/time.js';
import { usePermissionRefusal } from '../../session/use-session.js';
import { currentText, resultText, scrubRefusal, wrongHalfText } from './scrub-words.js';
import { ScrubbedHalves } from './scrubbed-halves.js';

const ScrubDialog = lazy(() => import('./scrub-dialogs.js').then((module) => ({ default: module.ScrubDialog })));
const RepairDialog = lazy(() => import('./scrub-dialogs.js').then((module) => ({ default: module.RepairDialog })));

/** The scrubs of a mirrored volume: what runs, what the last one found, when the next is due. */
export function ScrubSection({ volume }: { volume: Volume }) {
  const [open, setOpen] = useState<'start' | 'stop' | 'repair' | null>(null);
  const change = usePermissionRefusal('volume:change');
  const repair = usePermissionRefusal('volume:accept-loss');
  const { scrub } = volume;
  if (!scrub) return null;
  const { current, last, nextAt } = scrub;
  const wrong = last && wrongHalfText(last);
  const close = () => setOpen(null);
  return (
    <Section title="Scrub">
      <Properties
        items={[
          [
            'Now',
            current
              ? currentText(current)
              : scrub.waitsForAttachment
                ? 'Not attached for writing, so it is not scrubbed.'
                : 'No scrub is ordered.',
          ],
          ...(current?.startedAt ? [['Since', <Time key="since" at={current.startedAt} />] as const] : []),
          ...(current?.progress?.reason ? [['Why it does not run', current.progress.reason.message] as const] : []),
          ['Last', last ? resultText(last) : 'None has ended yet.'],
          ...(wrong ? [['Wrong half', wrong] as const] : []),
          ...(last ? [['Ended', <Time key="ended" at={last.endedAt} />] as const] : []),
          ['Next', nextAt ? <Time key="next" at={nextAt} /> : 'Not scheduled.'],
        ]}
      />
      {last?.halves ? <ScrubbedHalves halves={last.halves} /> : null}
      <p className="row">
        <ActionButton refusedBecause={change ?? scrubRefusal('start', volume)} onClick={() => setOpen('start')}>
          Scrub now…
        </ActionButton>
        <ActionButton refusedBecause={change ?? scrubRefusal('stop', volume)} onClick={() => setOpen('stop')}>
          Stop scrub…
        </ActionButton>
        {last && last.mismatchBytes > 0 ? (
          <ActionButton refusedBecause={repair ?? scrubRefusal('repair', volume)} onClick={() => setOpen('repair')}>
            Repair mismatches…
          </ActionButton>
        ) : null}
      </p>
      <Suspense fallback={null}>
        {open === 'start' || open === 'stop' ? <ScrubDialog action={open} volume={volume} onClose={close} /> : null}
        {open === 'repair' ? <RepairDialog volume={volume} onClose={close} /> : null}
      </Suspense>
    </Section>
  );
}
