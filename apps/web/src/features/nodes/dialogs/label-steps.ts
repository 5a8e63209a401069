import type { PlanStep } from '../../../ui/plan-steps.js';

const PLACES = ['rack', 'zone'];

/** Effects of a change of a node's labels, and what it does not affect. Empty: no change. */
export function labelSteps(before: Record<string, string>, after: Record<string, string>): PlanStep[] {
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter((key) => before[key] !== after[key]).sort();
  if (keys.length === 0) return [];
  const changes = keys.map((key) => {
    const [was, is] = [before[key], after[key]];
    if (is === undefined) return `label ${key}=${was} goes`;
    return was === undefined ? `label ${key}=${is} comes` : `label ${key} becomes ${is}, was ${was}`;
  });
  const moves = keys.some((key) => PLACES.includes(key));
  return [
    ...changes,
    'its drives join the classes with matching labels; existing legs do not move',
    ...(moves
      ? ['new legs and repairs use the new failure domain; existing mirror halves that now share one stay, and their volumes show it']
      : []),
  ].map((what) => ({ node: null, what }));
}
