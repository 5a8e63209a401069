import { Injectable } from '@nestjs/common';
import { DomainError } from '@weft/shared/errors/domain-error';
import type { Plan, PlanChange } from '@weft/shared/kinds/plan';
import { ConcurrencyLimit } from '@weft/shared/load/concurrency-limit';
import type { Message } from '@weft/shared/text/message';
import { messageOfError, withText } from '@weft/shared/text/rendering/render';
import { RateLimited } from '../core/http/limits/rate-limit.js';
import { concurrency } from '../core/load/concurrency.js';
import { AuthenticationPairs, endsOf } from '../domain/store/authentication-pairs.service.js';
import { SettingsService } from '../settings/settings.service.js';
import { nodeIdsOf } from './part.js';
import { PlanDecisions } from './plan-decisions.js';
import { PlansRepository } from './plans.repository.js';
import { rehearse, type VolumePlan } from './rehearse.js';

const RETRY_AFTER_SECONDS = 1;

/** Computes the commands that a change would make agents run. Stores nothing. */
@Injectable()
export class PlansService {
  private readonly limit = new ConcurrencyLimit(
    concurrency.plans,
    () => new RateLimited('too-many-plans', { mostPlans: concurrency.plans.concurrent, retryAfterSeconds: RETRY_AFTER_SECONDS }),
  );

  constructor(
    private readonly plans: PlansRepository,
    private readonly decisions: PlanDecisions,
    private readonly settings: SettingsService,
    private readonly pairs: AuthenticationPairs,
  ) {}

  plan(change: PlanChange): Promise<Plan> {
    return this.limit.run(async () => {
      const { rehearsed, notes, around } = await this.plans.snapshot(async (session) => {
        const decision = await this.decisions.of(change, session);
        const nodeIds = decision.rehearsed.flatMap(({ before, after }) => [...nodeIdsOf(before), ...nodeIdsOf(after)]);
        const { spec } = await this.settings.get(session);
        const ends = decision.rehearsed.flatMap(({ before, after }) => [...endsOf(before.attachments), ...endsOf(after.attachments)]);
        const pairs = await this.pairs.planned(ends, spec.authentication, session);
        return { ...decision, around: { nodes: await this.plans.nodes(nodeIds, session), settings: spec, pairs } };
      });
      const told: VolumePlan[] = [];
      const untold: Message[] = [];
      for (const each of rehearsed)
        try {
          told.push(await rehearse(each, around));
        } catch (error) {
          // One of several volumes failed: the plan still covers the others.
          if (!each.stages || !(error instanceof DomainError)) throw error;
          untold.push(messageOfError(error));
        }
      return {
        nodes: told.flatMap(({ nodes }) => nodes),
        waits: told.flatMap(({ waits }) => waits),
        notes: [...notes, ...untold].map(withText),
      };
    });
  }
}
