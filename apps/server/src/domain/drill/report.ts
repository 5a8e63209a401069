import type { DrillReport } from '@weft/shared/kinds/drills/drill';
import type { DrillDocument } from '../documents/drill.document.js';

const between = (from: Date | null, to: Date | null): number | null =>
  from && to ? Math.max(0, (to.getTime() - from.getTime()) / 1000) : null;

/** The report of a drill, as far as it has come. A load that ended with an error has no result of fio, and one error. */
export function reportOf(drill: DrillDocument): DrillReport {
  const { result, stallLimitSeconds, request, error, faultAt, shownAt, liftedAt, wholeAt } = drill;
  const failedAtIo = error?.messageCode === 'drill-io-error' || error?.code === 'drill-io-error';
  const errors = failedAtIo ? 1 : (result?.errors ?? null);
  const longest = result?.longestSeconds ?? null;
  return {
    longestStallSeconds: longest,
    stallLimitSeconds,
    withinLimit: failedAtIo ? false : longest === null ? null : longest <= stallLimitSeconds && errors === 0,
    ios: result?.ios ?? null,
    errors: request.load ? errors : null,
    shownSeconds: between(faultAt, shownAt),
    wholeSeconds: between(liftedAt, wholeAt),
  };
}
