import { formatBytes } from '@weft/shared/units';
import type { Drive } from '../../api/types.js';
import type { PlanStep } from '../../ui/plan-steps.js';

/* Steps per node, as text. The server makes the decisions and the refusals. */

export const takeSteps = ({ node, sizeBytes }: Drive): PlanStep[] => [
  { node, what: `creates a volume group of ${formatBytes(sizeBytes)}` },
];

export const releaseSteps = ({ node }: Drive): PlanStep[] => [{ node, what: 'removes its volume group, which has no legs' }];
