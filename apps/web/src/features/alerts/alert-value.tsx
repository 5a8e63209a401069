import { lazy, Suspense } from 'react';
import type { Alert } from '../../api/types.js';

const ValueText = lazy(() => import('./rule-table.js').then((module) => ({ default: module.ValueText })));

/** Value of an alert, and its threshold; nothing when the condition is a state. */
export const AlertValue = ({ of: { rule, value, threshold } }: { of: Pick<Alert, 'rule' | 'value' | 'threshold'> }) =>
  value === null ? null : (
    <Suspense fallback="…">
      <ValueText rule={rule} value={value} />
      {threshold === null ? null : (
        <span className="dimmed">
          {' '}
          of <ValueText rule={rule} value={threshold} />
        </span>
      )}
    </Suspense>
  );
