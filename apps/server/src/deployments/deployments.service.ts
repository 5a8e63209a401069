import { Injectable } from '@nestjs/common';
import type { Query } from '@weft/shared/endpoints/definition/endpoint';
import type { endpoints } from '@weft/shared/endpoints/endpoints';
import { DomainError } from '@weft/shared/errors/domain-error';
import type {
  Deployment,
  DeploymentCreate,
  DeploymentDiff,
  DeploymentPlan,
  DeploymentUndoPlan,
} from '@weft/shared/kinds/deployments/deployment';
import type { DeploymentDocument as Document } from '@weft/shared/kinds/deployments/document';
import type { DeploymentProposal, DeploymentPropose } from '@weft/shared/kinds/deployments/proposal';
import { withText } from '@weft/shared/text/rendering/render';
import type { ClientSession } from 'mongodb';
import { newStored } from '../core/mongo/objects.js';
import { compare } from '../domain/deployment/comparison.js';
import { exportedDocument } from '../domain/deployment/export.js';
import { planDeployment } from '../domain/deployment/plan.js';
import { pendingStep, resumed, stopped, undoOrdered } from '../domain/deployment/progress.js';
import { proposeDeployment } from '../domain/deployment/proposal/propose.js';
import { fingerprintOf, plannedStep } from '../domain/deployment/step-text.js';
import { undoBlockers } from '../domain/deployment/undo-step.js';
import type { DeploymentDocument } from '../domain/documents/deployment.document.js';
import { SettingsService } from '../settings/settings.service.js';
import { toDeployment, toSummary } from './deployment.mapper.js';
import { DeploymentWorlds } from './deployment-worlds.service.js';
import { DeploymentsRepository } from './deployments.repository.js';

@Injectable()
export class DeploymentsService {
  constructor(
    private readonly deployments: DeploymentsRepository,
    private readonly worlds: DeploymentWorlds,
    private readonly settings: SettingsService,
  ) {}

  async list(query: Query<typeof endpoints.listDeployments>) {
    const page = await this.deployments.page(query);
    return { ...page, items: page.items.map(toSummary) };
  }

  async get(id: string): Promise<Deployment> {
    return toDeployment(await this.require(id));
  }

  /** The cluster as a document. */
  async current(serials: boolean): Promise<Document> {
    return exportedDocument(await this.worlds.read(), serials);
  }

  async propose(request: DeploymentPropose): Promise<DeploymentProposal> {
    const { document, alternatives, remarks } = proposeDeployment(request, await this.worlds.read());
    return { document, alternatives, remarks: remarks.map(withText) };
  }

  async diff(document: Document): Promise<DeploymentDiff> {
    return compare(document, await this.worlds.read()).diff;
  }

  /** Dry run. */
  async plan(document: Document): Promise<DeploymentPlan> {
    const { works, comparison, problems } = planDeployment(document, await this.worlds.read());
    return {
      steps: works.map(plannedStep),
      diff: comparison.diff,
      problems: problems.map(withText),
      fingerprint: fingerprintOf(works),
    };
  }

  /** @throws DomainError while another one runs, when the document cannot be applied, or when its steps are not those of the fingerprint. */
  async create({ title, document, fingerprint }: DeploymentCreate, requestedBy: string): Promise<Deployment> {
    const { simulated } = await this.settings.get();
    const created = await this.deployments.transaction(async (session) => {
      await this.requireIdle(session);
      const { works, problems } = planDeployment(document, await this.worlds.read(session));
      if (problems.length > 0) throw new DomainError('deployment-not-possible', { problems: problems.slice(0, 10) });
      if (works.length === 0) throw new DomainError('deployment-changes-nothing', {});
      if (fingerprint !== undefined && fingerprint !== fingerprintOf(works)) throw new DomainError('deployment-plan-changed', {});
      const deployment: DeploymentDocument = {
        ...newStored(),
        title: title || 'deployment',
        state: 'running',
        goal: 'applied',
        document,
        steps: works.map(pendingStep),
        requestedBy,
        undoneBy: null,
        error: null,
        finishedAt: null,
        simulated,
      };
      await this.deployments.insert(deployment, session);
      return deployment;
    });
    return toDeployment(created);
  }

  async stop(id: string, user: string): Promise<Deployment> {
    return toDeployment(await this.deployments.change(id, (deployment) => stopped(deployment, user, new Date())));
  }

  async resume(id: string): Promise<Deployment> {
    const changed = await this.deployments.change(id, async (deployment, session) => {
      const next = resumed(deployment);
      await this.requireIdle(session);
      return next;
    });
    return toDeployment(changed);
  }

  async undoPlan(id: string): Promise<DeploymentUndoPlan> {
    const { steps } = await this.require(id);
    const owned = steps.filter(({ owns, state }) => (owns ?? []).length > 0 && state !== 'undone');
    return {
      steps: owned.reverse().map(({ work }) => plannedStep(work)),
      blockers: undoBlockers(steps, await this.worlds.read()).map(withText),
    };
  }

  /** @throws DomainError `deployment-not-blank` when what it made is in use, or may hold data. */
  async undo(id: string, user: string): Promise<Deployment> {
    const changed = await this.deployments.change(id, async (deployment, session) => {
      const next = undoOrdered(deployment, user, await this.worlds.read(session));
      await this.requireIdle(session);
      return next;
    });
    return toDeployment(changed);
  }

  private async requireIdle(session: ClientSession): Promise<void> {
    await this.deployments.lock(session);
    const running = await this.deployments.running(session);
    if (running) throw new DomainError('deployment-running', { title: running.title });
  }

  private async require(id: string): Promise<DeploymentDocument> {
    const deployment = await this.deployments.find(id);
    if (!deployment) throw new DomainError('deployment-not-found', { id });
    return deployment;
  }
}
