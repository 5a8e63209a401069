import type { AlertMatcher } from '../../api/types.js';
import { matcherText } from './matchers-text.js';

/** Matchers side by side. */
export const Matchers = ({ of }: { of: readonly AlertMatcher[] }) => (
  <>
    {of.map((matcher, at) => (
      <span key={matcherText(matcher)}>
        {at > 0 ? ', ' : ''}
        <code>{matcherText(matcher)}</code>
      </span>
    ))}
  </>
);
