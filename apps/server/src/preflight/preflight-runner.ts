import { Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { type Lease, Leases } from '../core/leases/leases.js';
import { atMostEvery, whileHeld } from '../core/leases/while-held.js';
import { runChecks } from '../domain/preflight/findings.js';
import type { PreflightRunDocument } from './preflight.document.js';
import { PreflightRepository } from './preflight.repository.js';
import { PreflightService } from './preflight.service.js';
import { PreflightWorldReader } from './preflight-world-reader.js';

const EVERY_MS = 1000;
const DAY_MS = 86_400_000;
/** How often the runner looks whether the daily run is due. */
const DUE_EVERY_MS = 60_000;
/** After a server took the lease: agents of a cluster that starts are connected by then. */
const FIRST_AFTER_MS = 600_000;

/**
 * Ends preflight runs, and starts one each day, on one server at a time.
 *  - Every agent that was asked has answered, or the time is over: the checks run, and the findings replace those of the run before.
 *  - The server dies in the middle: the next one continues, because orders and answers are stored.
 *  - No node is enrolled: no daily run.
 */
@Injectable()
export class PreflightRunner implements OnApplicationBootstrap {
  private readonly logger = new Logger(PreflightRunner.name);

  constructor(
    private readonly leases: Leases,
    private readonly repository: PreflightRepository,
    private readonly worlds: PreflightWorldReader,
    private readonly preflight: PreflightService,
  ) {}

  onApplicationBootstrap(): void {
    this.leases.run('preflight', (lease) => {
      const heldSince = performance.now();
      const daily = atMostEvery(DUE_EVERY_MS, () => this.daily(new Date()));
      return whileHeld(lease, EVERY_MS, async () => {
        await this.turn(lease, new Date());
        if (performance.now() - heldSince > FIRST_AFTER_MS) await daily();
      });
    });
  }

  /** Ends the run that collects, if it can end. */
  async turn(lease: Pick<Lease, 'transaction'>, now: Date): Promise<void> {
    const run = await this.repository.collecting();
    if (!run || (now < run.endsBy && (await this.repository.openCount(run._id)) > 0)) return;
    await this.end(lease, run);
  }

  /** Starts a run, unless one has started within a day. */
  async daily(now: Date): Promise<void> {
    const newest = await this.repository.newest();
    if (newest && now.getTime() - newest.createdAt.getTime() < DAY_MS) return;
    if ((await this.worlds.read([])).nodes.length > 0) await this.preflight.start(null);
  }

  private async end(lease: Pick<Lease, 'transaction'>, run: PreflightRunDocument): Promise<void> {
    const answers = await this.repository.answersOf(run._id);
    const [world, before] = await Promise.all([this.worlds.read(answers), this.repository.findings()]);
    const result = runChecks(world, new Map(before.map(({ _id, since }) => [_id, since])), run.createdAt);
    await this.repository.finish(lease, run, answers.filter(({ answer }) => answer !== null).length, result);
    const { length: findings } = result.findings;
    this.logger.log({ runId: run._id, findings, newFindings: result.newFindings }, `a preflight run ended with ${findings} findings`);
  }
}
