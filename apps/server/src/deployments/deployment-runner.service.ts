import { Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { DomainError } from '@weft/shared/errors/domain-error';
import type { Job, JobReason } from '@weft/shared/kinds/job';
import type { Message } from '@weft/shared/text/message';
import { withText } from '@weft/shared/text/rendering/render';
import { ChangeFeed } from '../core/changes/change-feed.js';
import { type Lease, Leases } from '../core/leases/leases.js';
import { runTurns } from '../core/leases/turns.js';
import { applyStep } from '../domain/deployment/apply-step.js';
import { begun, currentIndex, failed, finished, isBegun, lateness, stepEnded, withJobs } from '../domain/deployment/progress.js';
import type { Decision } from '../domain/deployment/step-action.js';
import { undoStep } from '../domain/deployment/undo-step.js';
import type { DeploymentDocument, DeploymentStepDocument } from '../domain/documents/deployment.document.js';
import { JobsService } from '../jobs/jobs.service.js';
import { DeploymentActions } from './deployment-actions.service.js';
import { DeploymentWorlds } from './deployment-worlds.service.js';
import { DeploymentsRepository } from './deployments.repository.js';

const TURN_MS = 1000;
/** Without a running deployment; one that begins ends the pause. */
const IDLE_MS = 30_000;

type Held = Pick<Lease, 'transaction'>;

/**
 * Takes the running deployment on, on the server that holds the lease. It keeps nothing: a server that is killed leaves what is stored, and the next holder
 * looks at the cluster and goes on from there.
 */
@Injectable()
export class DeploymentRunner implements OnApplicationBootstrap {
  private readonly logger = new Logger(DeploymentRunner.name);

  constructor(
    private readonly deployments: DeploymentsRepository,
    private readonly worlds: DeploymentWorlds,
    private readonly actions: DeploymentActions,
    private readonly jobs: JobsService,
    private readonly feed: ChangeFeed,
    private readonly leases: Leases,
  ) {}

  onApplicationBootstrap(): void {
    const wake = runTurns(this.leases, { lease: 'deployments', turnMs: TURN_MS, idleMs: IDLE_MS, turn: (lease) => this.turn(lease) });
    this.feed.onChange(({ collection }) => {
      if (collection === 'deployments') wake();
    });
  }

  /** @returns whether no deployment runs */
  async turn(lease: Held): Promise<boolean> {
    const found = await this.deployments.running();
    if (!found) return true;
    const index = currentIndex(found);
    if (index < 0) {
      await this.set(found, lease, (each) => finished(each, new Date()));
      return false;
    }
    const deployment = await this.begin(found, index, lease);
    if (deployment.state !== 'running') return false;
    const step = deployment.steps[index];
    if (step) await this.step(deployment, index, step, lease);
    return false;
  }

  /** Also for a step that has begun, it proves that this server still holds the lease. */
  private begin(found: DeploymentDocument, index: number, lease: Held): Promise<DeploymentDocument> {
    return this.set(found, lease, async (each) => (isBegun(each, index) ? each : begun(each, index, await this.worlds.read(), new Date())));
  }

  private async step(deployment: DeploymentDocument, index: number, step: DeploymentStepDocument, lease: Held): Promise<void> {
    const error = (await this.failedJob(deployment, step)) ?? lateness(step, new Date());
    if (error) return this.fail(deployment, index, error, lease);
    const world = await this.worlds.read();
    const decision = deployment.goal === 'applied' ? applyStep(step, world) : undoStep(step, world);
    await this.follow(decision, deployment, index, lease);
  }

  private async follow(decision: Decision, deployment: DeploymentDocument, index: number, lease: Held): Promise<void> {
    switch (decision.next) {
      case 'wait':
        return;
      case 'refuse':
        return this.fail(deployment, index, reasonOf(decision.why), lease);
      case 'done':
      case 'kept': {
        const ended = decision.next === 'kept' ? 'kept' : deployment.goal === 'applied' ? 'done' : 'undone';
        await this.set(deployment, lease, (each) => stepEnded(each, index, ended, new Date()));
        return;
      }
      case 'act':
        try {
          const jobIds = await this.actions.run(decision.action, deployment);
          if (jobIds.length > 0) await this.set(deployment, lease, (each) => withJobs(each, index, jobIds));
        } catch (error) {
          if (!(error instanceof DomainError)) throw error;
          // The object changed since it was read. The next turn looks at it again; the step's time limit bounds that.
          if (error.code === 'version-mismatch') return;
          this.logger.warn({ err: error, deploymentId: deployment._id }, 'a step of a deployment was refused');
          await this.fail(deployment, index, reasonOf(error.reason, error.message), lease);
        }
    }
  }

  private async failedJob({ goal }: DeploymentDocument, step: DeploymentStepDocument): Promise<JobReason | null> {
    const jobs = await Promise.all(step.jobIds.map((id) => this.jobs.get(id)));
    const ofDrives = await this.jobsOfDrives(goal, step);
    const failedOne = [...jobs, ...ofDrives].find(({ state }) => state === 'failed');
    return failedOne ? (failedOne.error ?? reasonOf({ code: 'job-failed', params: {} }, `Job ${failedOne.id} failed.`)) : null;
  }

  /** Also the orders of a server that died before it had stored their jobs: a refused drive is not ordered again and again. */
  private async jobsOfDrives(goal: DeploymentDocument['goal'], { work, owns, startedAt }: DeploymentStepDocument): Promise<Job[]> {
    if (work.kind !== 'take' || startedAt === null) return [];
    const kind = goal === 'applied' ? 'drive.take' : 'drive.release';
    const latest = await Promise.all((owns ?? []).map((id) => this.jobs.latest(kind, id)));
    return latest.flatMap((job) => (job && job.createdAt >= startedAt ? [this.jobs.toJob(job)] : []));
  }

  private async fail(deployment: DeploymentDocument, index: number, error: JobReason, lease: Held): Promise<void> {
    await this.set(deployment, lease, (each) => failed(each, index, error, new Date()));
  }

  /** A change of a deployment that still has the state and the goal that it was decided in: a stop or an undo comes first. */
  private set(
    { _id, goal }: DeploymentDocument,
    lease: Held,
    next: (deployment: DeploymentDocument) => DeploymentDocument | Promise<DeploymentDocument>,
  ): Promise<DeploymentDocument> {
    return this.deployments.change(
      _id,
      (each) => (each.state === 'running' && each.goal === goal ? next(each) : each),
      (work) => lease.transaction(work),
    );
  }
}

/** @param text of a message that is not in the catalogue of messages, as that of an error */
const reasonOf = (message: Message, text?: string): JobReason => ({ ...message, message: text ?? withText(message).message });
