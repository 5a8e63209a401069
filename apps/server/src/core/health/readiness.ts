import { Injectable } from '@nestjs/common';
import { DomainError } from '@weft/shared/errors/domain-error';
import { ChangeFeed } from '../changes/change-feed.js';
import { schemaState } from '../mongo/migrations/migrate.js';
import { Mongo } from '../mongo/mongo.js';
import { Shutdown } from './shutdown.js';
import { withoutPrimary } from './without-primary.js';

@Injectable()
export class Readiness {
  constructor(
    private readonly mongo: Mongo,
    private readonly feed: ChangeFeed,
    private readonly shutdown: Shutdown,
  ) {}

  /** @throws DomainError `unavailable` that names the part that is not ready. */
  async require(): Promise<{ status: 'ready' }> {
    if (this.shutdown.hasBegun) throw new DomainError('server-stopping', {});
    const { absence } = this.mongo.primary;
    if (absence) throw withoutPrimary(absence);
    if (this.feed.problem) throw new DomainError('changes-not-followed', { problem: this.feed.problem });
    const { found, known } = await schemaState(this.mongo);
    if (found < known) throw new DomainError('schema-differs', { foundVersion: found, neededVersion: known });
    return { status: 'ready' };
  }
}
