import type { DrillPlan } from '../../../api/types.js';
import { Section } from '../../../ui/page.js';
import { ProblemView } from '../../../ui/problem-view.js';
import { Message } from '../../../ui/text/message.js';
import { placeText, secondsText } from '../drill-words.js';

/** What the drill would touch now, and what stands against it. */
export function PlanView({ plan: { data, error } }: { plan: { data: DrillPlan | undefined; error: unknown } }) {
  if (error) return <ProblemView error={error} />;
  if (!data) return null;
  const { node, touched, refusals, stallLimitSeconds, longestSeconds } = data;
  return (
    <Section title="Plan">
      <ul className="lines" aria-label="Plan">
        <li>Fault at: {node ? placeText(data) : 'decided when the scratch volume is placed'}</li>
        <li>Volumes that it touches: {touched.length > 0 ? touched.map(({ name }) => name).join(', ') : 'those on the same target'}</li>
        <li>I/O may stop for {secondsText(stallLimitSeconds)} at most</li>
        <li>Ends within {Math.ceil(longestSeconds / 60)} min; everything is checked again right before the fault</li>
      </ul>
      {refusals.length > 0 ? (
        <Message tone="bad">
          <ul className="lines" aria-label="What stands against it">
            {refusals.map(({ message }) => (
              <li key={message}>{message}</li>
            ))}
          </ul>
        </Message>
      ) : (
        <p>Nothing stands against it now.</p>
      )}
    </Section>
  );
}
