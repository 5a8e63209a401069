import { lazy, Suspense } from 'react';

/** A lazy chunk, because the first load has no room for it. */
const AlertsAbout = lazy(() => import('./alerts-about.js').then((module) => ({ default: module.AlertsAbout })));

/** The open alerts about one object, or that it causes; nothing if there are none. */
export const OpenAlerts = ({ of }: { of: string }) => (
  <Suspense fallback={null}>
    <AlertsAbout id={of} />
  </Suspense>
);
