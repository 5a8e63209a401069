import type { Condition } from '@weft/shared/kinds/common';
import { withCondition } from '@weft/shared/kinds/common';
import { REPORTS_STALE_AFTER_SECONDS } from '@weft/shared/links/agent-link';

const TYPE = 'ReportsFresh';

/** How long ago one connection's agent reported last. Its connection may live while the rest of it hangs: then nothing is known of its node any more. */
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

export function withStaleReports(conditions: readonly Condition[], nodeName: string, now: string): Condition[] {
  const condition = {
    type: TYPE,
    status: 'false' as const,
    reason: 'reports-stale',
    message: `The agent of ${nodeName} is connected, but has reported nothing for ${REPORTS_STALE_AFTER_SECONDS / 60} minutes: what is now on ${nodeName} is unknown`,
    waitingFor: `a report of ${nodeName}`,
    unblockedBy: `looking at the agent there (journalctl -u weft-agent), and restarting it: systemctl restart weft-agent on ${nodeName}`,
  };
  return withCondition(conditions, condition, now);
}

export const withFreshReports = (conditions: readonly Condition[]): Condition[] => conditions.filter(({ type }) => type !== TYPE);
