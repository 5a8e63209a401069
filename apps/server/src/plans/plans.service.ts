import { Injectable } from '@nestjs/common';
import type { Plan, PlanChange } from '@weft/shared/kinds/plan';
import { RateLimited } from '../core/auth/rate-limit.js';
import { SettingsService } from '../settings/settings.service.js';
import { nodeIdsOf } from './part.js';
import { PlanDecisions } from './plan-decisions.js';
import { PlansRepository } from './plans.repository.js';
import { rehearse } from './rehearse.js';

/**
 * A rehearsal takes processor time: a tenth of a second for a small volume, seconds for the largest. No more of them side by side.
 */
export const PLANS_AT_ONCE = 2;
const RETRY_AFTER_SECONDS = 1;

/** Tells what a change would make agents run. Stores nothing. */
@Injectable()
export class PlansService {
  private running = 0;

  constructor(
    private readonly plans: PlansRepository,
    private readonly decisions: PlanDecisions,
    private readonly settings: SettingsService,
  ) {}

  async plan(change: PlanChange): Promise<Plan> {
    if (this.running >= PLANS_AT_ONCE)
      throw new RateLimited(`This server works out ${PLANS_AT_ONCE} plans already, and no more at once.`, RETRY_AFTER_SECONDS);
    this.running += 1;
    try {
      const { before, after, around } = await this.plans.snapshot(async (session) => {
        const parts = await this.decisions.parts(change, session);
        const nodes = await this.plans.nodes([...nodeIdsOf(parts.before), ...nodeIdsOf(parts.after)], session);
        const { spec } = await this.settings.get(session);
        return { ...parts, around: { nodes, settings: spec } };
      });
      return await rehearse(before, after, around);
    } finally {
      this.running -= 1;
    }
  }
}
