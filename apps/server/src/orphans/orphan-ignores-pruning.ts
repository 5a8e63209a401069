import { Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { type Lease, Leases } from '../core/leases/leases.js';
import { whileHeld } from '../core/leases/while-held.js';
import { absenceAfter } from './ignore-absence.js';
import { OrphanIgnoresRepository } from './orphan-ignores.repository.js';
import { OrphansRepository } from './orphans.repository.js';
import { OrphansService } from './orphans.service.js';

const EVERY_MS = 600_000;

/** Forgets that orphans are ignored once they are gone for good, on one server at a time. */
@Injectable()
export class OrphanIgnoresPruning implements OnApplicationBootstrap {
  private readonly logger = new Logger(OrphanIgnoresPruning.name);

  constructor(
    private readonly leases: Leases,
    private readonly orphans: OrphansService,
    private readonly repository: OrphansRepository,
    private readonly ignores: OrphanIgnoresRepository,
  ) {}

  onApplicationBootstrap(): void {
    this.leases.run('orphan-ignores', (lease) => this.work(lease));
  }

  private async work(lease: Lease): Promise<void> {
    await whileHeld(lease, EVERY_MS, async () => {
      const forgotten = await this.prune(lease, new Date());
      if (forgotten > 0) this.logger.log({ forgotten }, `forgot ${forgotten} ignored orphans that are gone`);
    });
  }

  /** @returns the number of forgotten ignores. */
  async prune(lease: Pick<Lease, 'transaction'>, now: Date): Promise<number> {
    const ignores = await this.ignores.all();
    if (ignores.length === 0) return 0;
    const [orphans, nodes] = await Promise.all([this.orphans.all(), this.repository.lookedAt(ignores.map(({ node }) => node.id))]);
    const listed = new Set(orphans.map(({ id }) => id));
    let forgotten = 0;
    for (const ignore of ignores) {
      const node = nodes.find(({ _id }) => _id === ignore.node.id);
      const absence = absenceAfter(ignore.absentSince, { listed: listed.has(ignore.orphanId), node }, now);
      if (absence?.valueOf() === ignore.absentSince?.valueOf()) continue;
      await lease.transaction((session) =>
        absence === 'forget' ? this.ignores.forget(ignore, session) : this.ignores.setAbsentSince(ignore, absence, session),
      );
      if (absence === 'forget') forgotten++;
    }
    return forgotten;
  }
}
