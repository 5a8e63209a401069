import { Injectable } from '@nestjs/common';
import { DomainError } from '@weft/shared/errors/domain-error';
import type { ClientSession } from 'mongodb';
import type { DrillDocument } from '../domain/documents/drill.document.js';
import { drillJobView } from '../domain/drill/drill-job-view.js';
import { JobsService } from '../jobs/jobs.service.js';
import { DrillsRepository } from './drills.repository.js';

type Transaction = (work: (session: ClientSession) => Promise<DrillDocument>) => Promise<DrillDocument>;

/** Writes drills, each with the view of its job. */
@Injectable()
export class DrillStore {
  constructor(
    private readonly drills: DrillsRepository,
    private readonly jobs: JobsService,
  ) {}

  /** In a transaction: reads, decides, and stores what has changed. @returns the drill afterwards */
  change(
    id: string,
    decide: (drill: DrillDocument, session: ClientSession) => Promise<DrillDocument> | DrillDocument,
    transaction: Transaction = (work) => this.drills.transaction(work),
  ): Promise<DrillDocument> {
    return transaction(async (session) => {
      const before = await this.drills.find(id, session);
      if (!before) throw new DomainError('drill-not-found', { id });
      const after = await decide(before, session);
      await this.write(before, after, session);
      return (await this.drills.find(id, session)) ?? after;
    });
  }

  async write(before: DrillDocument, after: DrillDocument, session: ClientSession): Promise<void> {
    if (after === before) return;
    const isDecision = after.state !== before.state || after.phase !== before.phase || after.cancelledBy !== before.cancelledBy;
    await this.drills.save(after, isDecision ? 'decision' : 'live', session);
    await this.jobs.show(await this.jobs.require(after.jobId, session), drillJobView(after), session);
  }
}
