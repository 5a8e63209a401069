import { Injectable } from '@nestjs/common';
import type { Query } from '@weft/shared/endpoints/definition/endpoint';
import type { endpoints } from '@weft/shared/endpoints/endpoints';
import { DomainError } from '@weft/shared/errors/domain-error';
import type { PreflightFinding, PreflightRun } from '@weft/shared/kinds/assurance/preflight';
import { type Caller, callerName } from '../core/http/caller.js';
import { pageInMemory } from '../core/lists/page-in-memory.js';
import { newStored, notFound } from '../core/mongo/objects.js';
import type { Page } from '../core/mongo/page.js';
import { rankOf } from '../domain/preflight/findings.js';
import { planProbes } from '../domain/preflight/probes.js';
import type { PreflightRunDocument } from './preflight.document.js';
import { toFindings, toRun } from './preflight.mapper.js';
import { PreflightRepository } from './preflight.repository.js';
import { PreflightWorldReader } from './preflight-world-reader.js';

/** Agents end their probes within half a minute; one that has just lost its connection is back by then. */
const COLLECTS_MS = 90_000;

type FindingQuery = Query<typeof endpoints.listPreflightFindings>;

/** Runs of the preflight, their findings, and which of these people accepted. */
@Injectable()
export class PreflightService {
  constructor(
    private readonly repository: PreflightRepository,
    private readonly worlds: PreflightWorldReader,
  ) {}

  async runs(query: Query<typeof endpoints.listPreflightRuns>): Promise<Page<PreflightRun>> {
    const page = await this.repository.page(query);
    return { ...page, items: page.items.map(toRun) };
  }

  /** @throws DomainError `object-not-found` */
  async run(id: string): Promise<PreflightRun> {
    const run = await this.repository.run(id);
    if (!run) throw notFound('preflightRuns', id);
    return toRun(run);
  }

  async request(caller: Caller): Promise<PreflightRun> {
    return toRun(await this.start(callerName(caller)));
  }

  /** Starts a run, or returns the one that collects. @param requestedBy null: the daily run */
  async start(requestedBy: string | null): Promise<PreflightRunDocument> {
    const world = await this.worlds.read([]);
    const online = world.nodes.filter((node) => node.online).map(({ id }) => id);
    const plan = planProbes(world.nodes, world.networks, await this.repository.runCount());
    const now = new Date();
    const run: PreflightRunDocument = {
      ...newStored(now),
      ...{ state: 'collecting', requestedBy, endsBy: new Date(now.getTime() + COLLECTS_MS), finishedAt: null },
      ...{ asked: online.length, answered: 0, probes: { sent: plan.sent, ofPairs: plan.ofPairs } },
      ...{ checks: [], newFindings: 0, omittedFindings: 0 },
    };
    const started = await this.repository.start(run, plan, online);
    if (started) return started;
    // The other one may have ended since.
    return (await this.repository.collecting()) ?? (await this.repository.newest()) ?? run;
  }

  async findings(query: FindingQuery): Promise<Page<PreflightFinding>> {
    const matching = (await this.all()).filter((finding) => matches(finding, query));
    return pageInMemory(matching, query, rankOf);
  }

  /** Most severe first, with the accepted ones. */
  async all(): Promise<PreflightFinding[]> {
    const [findings, acceptances] = await Promise.all([this.repository.findings(), this.repository.acceptances()]);
    return toFindings(findings, acceptances);
  }

  /** @throws DomainError `preflight-finding-not-found`, `preflight-finding-accepted` */
  async accept(id: string, reason: string, caller: Caller): Promise<PreflightFinding> {
    const found = await this.repository.finding(id);
    if (!found) throw new DomainError('preflight-finding-not-found', { id });
    const acceptance = await this.repository.accept(id, reason, callerName(caller));
    if (!acceptance) throw new DomainError('preflight-finding-accepted', { user: (await this.repository.acceptance(id))?.author ?? '?' });
    const [finding] = toFindings([found], [acceptance]);
    if (!finding) throw new DomainError('preflight-finding-not-found', { id });
    return finding;
  }

  /** Also of a finding that no run has now. @throws DomainError `preflight-finding-not-accepted`, `version-changed` */
  async endAcceptance(id: string, ifMatch: number | undefined): Promise<void> {
    if (!(await this.repository.acceptance(id))) throw new DomainError('preflight-finding-not-accepted', { id });
    await this.repository.endAcceptance(id, ifMatch);
  }
}

const matches = (finding: PreflightFinding, { set, severity, result, nodeId, accepted }: FindingQuery): boolean =>
  (accepted === 'any' || (finding.acceptance !== null) === (accepted === 'true')) &&
  (set === undefined || finding.sets.includes(set)) &&
  (severity === undefined || finding.severity === severity) &&
  (result === undefined || finding.result === result) &&
  (nodeId === undefined || finding.node?.id === nodeId);
