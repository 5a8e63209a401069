import type { Condition } from '@weft/shared/kinds/common';
import { said } from '@weft/shared/text/rendering/render';

/** A planned absence of a node. Kept after its end, because the delay before replacements counts from that end. */
export interface MaintenanceDocument {
  since: Date;
  until: Date;
  requestedBy: string;
  forced: boolean;
  /** Null: not ended, or `until` has passed and no server has recorded the end yet. */
  endedAt: Date | null;
  /** Null: not ended, or expired. */
  endedBy: string | null;
}

/** Decided by the clock: it ends at `until` even if no server runs to record that. */
export const isInForce = ({ endedAt, until }: MaintenanceDocument, now: Date): boolean => endedAt === null && now < until;

/** Fields for messages to people. */
export const shown = ({ since, until, requestedBy }: MaintenanceDocument) => ({
  since: since.toISOString(),
  until: until.toISOString(),
  requestedBy,
});

export const endOf = ({ endedAt, until }: MaintenanceDocument): Date => endedAt ?? until;

/** Condition of the node. Derived at each read, because agents' reports write the node's stored conditions at the same time. */
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
