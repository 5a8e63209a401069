import type { Condition } from '@weft/shared/kinds/common';
import { type NewCondition, withCondition } from '@weft/shared/kinds/common';
import { REPORTS_STALE } from '@weft/shared/kinds/condition-types';
import { REPORTS_STALE_AFTER_SECONDS } from '@weft/shared/links/agent-link';
import type { MessageReference } from '@weft/shared/text/message';
import { said } from '@weft/shared/text/rendering/render';

/** Time since the last report on one connection. A connection may live while the rest of its agent hangs: then the node's state is unknown. */
export class ReportAge {
  private lastAt: number;

  /** `now`: seconds, monotonic. */
  constructor(private readonly now: () => number = () => performance.now() / 1000) {
    this.lastAt = now();
  }

  heard(): void {
    this.lastAt = this.now();
  }

  get isStale(): boolean {
    return this.now() - this.lastAt > REPORTS_STALE_AFTER_SECONDS;
  }
}

export function withStaleReports(conditions: readonly Condition[], node: MessageReference, now: string): Condition[] {
  const message = said('reports-stale', { node, staleAfterSeconds: REPORTS_STALE_AFTER_SECONDS });
  const condition: NewCondition = { type: REPORTS_STALE, status: 'true' as const, ...message };
  return withCondition(conditions, condition, now);
}

export const withFreshReports = (conditions: readonly Condition[]): Condition[] => conditions.filter(({ type }) => type !== REPORTS_STALE);
