import type { Condition } from '@weft/shared/kinds/common';
import { said } from '@weft/shared/text/rendering/render';

/** A planned absence of a node; kept after its end, which the delay before replacements counts from. */
export interface MaintenanceDocument {
  since: Date;
  until: Date;
  requestedBy: string;
  forced: boolean;
  /** Null: not ended, or not written down yet that `until` has passed. */
  endedAt: Date | null;
  /** Null: it ended by itself. */
  endedBy: string | null;
}

/** By the clock: it ends when it said it would, also if no server is there to write that down. */
export const isInForce = ({ endedAt, until }: MaintenanceDocument, now: Date): boolean => endedAt === null && now < until;

/** As it is shown to people. */
export const shown = ({ since, until, requestedBy }: MaintenanceDocument) => ({
  since: since.toISOString(),
  until: until.toISOString(),
  requestedBy,
});

export const endOf = ({ endedAt, until }: MaintenanceDocument): Date => endedAt ?? until;

/** Of the node. Derived when it is read: what agents report of a node is written at the same time. */
export function maintenanceCondition(maintenance: MaintenanceDocument, now: Date): Condition {
  const { forced, endedBy } = maintenance;
  const since = maintenance.since.toISOString();
  const end = endOf(maintenance).toISOString();
  if (isInForce(maintenance, now))
    return {
      type: 'Maintenance',
      status: 'true',
      since,
      ...said('maintenance-in-force', { ...shown(maintenance), ends: end }, forced ? 'forced' : 'planned'),
    };
  return {
    type: 'MaintenanceEnded',
    status: 'true',
    since: end,
    ...said('maintenance-ended', { since, ends: end, endedBy: endedBy ?? undefined }, endedBy === null ? 'expired' : 'ended'),
  };
}
