import type { DrillKind } from '@weft/shared/kinds/drills/drill';

/** Longest keep-alive and time until a leg without a path fails: settings of the cluster. */
export interface StallSettings {
  keepAliveSeconds: number;
  fastIoFailSeconds: number;
}

/**
 * Longest that I/O may stop, seconds: the statement of docs/faults.md about the loss that a fault stands for.
 * close-path, cut-network: "one path, and the other end reports it". stop-exports: "one mirror half". kill-agent: "not at all", which a load can show only
 * as less than a second. fail-leg: md fails the half itself, so nothing has to time out; the limit is this drill's own.
 */
export const stallLimitSeconds = (kind: DrillKind, { keepAliveSeconds, fastIoFailSeconds }: StallSettings): number =>
  kind === 'stop-exports' ? 1.5 * keepAliveSeconds + fastIoFailSeconds + 1 : 1;
