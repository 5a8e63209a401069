import { isDeepStrictEqual } from 'node:util';
import { Injectable, Logger } from '@nestjs/common';
import { type NewCondition, withCondition } from '@weft/shared/kinds/common';
import type { Held } from '@weft/shared/messages/history';
import { type Inventory, inventorySchema } from '@weft/shared/messages/inventory';
import { isOutOfBounds } from '@weft/shared/messages/long-list';
import { CLOCK_OFF, type Reason, type Report, reportSchema } from '@weft/shared/messages/report';
import { nodeRef } from '@weft/shared/text/references';
import { said } from '@weft/shared/text/rendering/render';
import type { ClientSession } from 'mongodb';
import { Counter } from 'prom-client';
import { z } from 'zod';
import { Metrics } from '../../core/metrics/metrics.js';
import { isBeingRemoved, type NodeStatus } from '../../domain/documents/node.document.js';
import { withDifferences } from '../../domain/node/doubt-differences.js';
import { doubtAfter, doubtWords, memoryOf, withHistory } from '../../domain/node/history-doubt.js';
import { type AgentNode, ReportedNodes } from '../../domain/store/reported-nodes.service.js';
import { ReportedStatuses } from '../../domain/store/reported-statuses.service.js';
import { StoredDrives } from '../../domain/store/stored-drives.service.js';
import { reported } from '../../domain/world/reported-message.js';
import { type AgentIdentity, Refusal } from '../link/agent-socket.js';
import { withVersionSkew } from '../link/version-skew.js';
import { AgentMessagesRepository } from './agent-messages.repository.js';
import { inventoryChanges } from './inventory-changes.js';
import { linksAfter } from './links.js';
import { withClock } from './node-clock.js';
import { orphansAfter } from './orphans-after.js';
import { type Refused, withoutRefusal, withRefusal } from './refused-messages.js';
import { withFreshReports } from './report-age.js';
import { assignedStatusIds, statusChanges } from './report-changes.js';
import { REPORTED_PROBLEMS, withReportedProblems } from './reported-problems.js';
import { inventoryBytes, mustFit, reportBytes } from './stored-bytes.js';

/** Most characters in a node's AgentHealthy condition. */
const LONGEST_HEALTH = 4000;

/** Stores agents' messages, each in one transaction, and only changes: every write wakes reconcilers and browsers. */
@Injectable()
export class AgentMessagesService {
  private readonly logger = new Logger(AgentMessagesService.name);
  private readonly reports: Counter;

  constructor(
    private readonly agents: ReportedNodes,
    private readonly messages: AgentMessagesRepository,
    private readonly drives: StoredDrives,
    private readonly statuses: ReportedStatuses,
    { registry }: Metrics,
  ) {
    this.reports = new Counter({
      name: 'weft_server_agent_reports_total',
      help: 'Reports of agents that were stored.',
      registers: [registry],
    });
  }

  /** @throws Refusal when the message is malformed or its sender may not report. */
  async inventory(agent: AgentIdentity, message: unknown): Promise<void> {
    const { drives, ...inventory } = parse<Inventory>(inventorySchema, message, agent);
    await this.agents.transaction(async (session) => {
      const node = await this.requireNode(agent, session);
      const now = new Date();
      const stored = await this.messages.drivesOf(node._id, session);
      const changes = inventoryChanges(node, stored, drives, now);
      mustFit('inventory', inventoryBytes(stored, changes, node.status.inventory, inventory));
      await this.drives.storeInventory(changes, session);
      const conditions = withoutRefusal(node.status.conditions, 'inventory');
      if (!isDeepStrictEqual(inventory, node.status.inventory) || conditions.length < node.status.conditions.length)
        await this.agents.updateNode(node._id, { inventory, links: linksAfter(node, inventory.nics, now), conditions }, session);
    });
  }

  /**
   * Compares the agent with this server, and its stored assignment with the database, at its connect.
   * @returns why the node does not follow this database, or null. @throws Refusal as `inventory`.
   */
  async greet(agent: AgentIdentity): Promise<string | null> {
    return this.agents.transaction(async (session) => {
      const node = await this.requireNode(agent, session);
      const now = new Date();
      const compared = withVersionSkew(
        node.status.conditions,
        { node: nodeRef(node._id, node.name), agent: agent.agent },
        now.toISOString(),
      );
      const historyDoubt = agent.held ? await this.doubtOf(node, agent.held, now, session) : (node.status.historyDoubt ?? null);
      const after = { ...node, status: { ...node.status, historyDoubt } };
      const isDoubtNew = historyDoubt !== (node.status.historyDoubt ?? null);
      const conditions = isDoubtNew ? withHistory(compared, after, now.toISOString()) : compared;
      if (isDoubtNew || !isDeepStrictEqual(conditions, node.status.conditions))
        await this.agents.updateNode(node._id, { historyDoubt, conditions }, session);
      return doubtText(after);
    });
  }

  private async doubtOf(node: AgentNode, held: Held, now: Date, session: ClientSession) {
    const assignment = await this.agents.assignment(node._id, session);
    return doubtAfter(node.status.historyDoubt, held, memoryOf(node, assignment, await this.agents.historyId(session)), now);
  }

  /** @returns the assignment that the agent holds, why the node does not follow this database, or null, and ids of the changed statuses. @throws Refusal as `inventory`. */
  async report(agent: AgentIdentity, message: unknown): Promise<{ held: Held; doubt: string | null; changed: string[] }> {
    const report = parse<Report>(reportSchema, message, agent);
    // An older agent reports only its generation.
    const held = report.held ?? { historyId: null, generation: report.generation, hash: '' };
    const { ignored, ...answer } = await this.agents.transaction(async (session) => {
      const node = await this.requireNode(agent, session);
      const assignment = await this.agents.assignment(node._id, session);
      const stored = await this.messages.statusesOf(node._id, session);
      const changes = statusChanges(node._id, report, assignedStatusIds(node._id, assignment?.content), stored, new Date());
      mustFit('report', reportBytes(stored, changes, node.status.orphans, report.orphans ?? node.status.orphans));
      await this.statuses.store(changes, session);
      const memory = memoryOf(node, assignment, await this.agents.historyId(session));
      const doubt = doubtAfter(node.status.historyDoubt, held, memory, new Date());
      const historyDoubt = withDifferences(doubt, report, assignment?.content);
      const fields = nodeFields({ ...node, status: { ...node.status, historyDoubt } }, report);
      if (fields || historyDoubt !== (node.status.historyDoubt ?? null))
        await this.agents.updateNode(node._id, { ...fields, historyDoubt }, session);
      const changed = changes.upsert.map(({ _id }) => _id);
      return { ignored: changes.ignored, changed, doubt: doubtText({ ...node, status: { ...node.status, historyDoubt } }) };
    });
    if (ignored > 0)
      this.logger.warn(
        { nodeId: agent.nodeId, ignored },
        `${agent.nodeName} reported on ${ignored} objects that its assignment does not name: ignored`,
      );
    this.reports.inc();
    return { held, ...answer };
  }

  /** Records on the node that a message was refused, and why. Changes nothing else on the node. */
  async refused({ nodeId, nodeName }: AgentIdentity, refused: Refused): Promise<void> {
    await this.agents.setConditions(nodeId, (conditions) =>
      withRefusal(conditions, nodeRef(nodeId, nodeName), refused, new Date().toISOString()),
    );
  }

  /** The node, if this connection is its newest: messages of an older connection do not count. */
  private async requireNode({ nodeId, nodeName, connectionId }: AgentIdentity, session: ClientSession): Promise<AgentNode> {
    const node = await this.agents.node(nodeId, session);
    if (!node) throw new Refusal('node-removed', { nodeName });
    if (isBeingRemoved(node)) throw new Refusal('node-being-removed', { nodeName });
    if (node.status.connection.connectionId !== connectionId) throw new Refusal('connection-superseded', { nodeName });
    return node;
  }
}

function parse<T extends { bootId: string }>(schema: z.ZodType<T>, message: unknown, { bootId }: AgentIdentity): T {
  const parsed = schema.safeParse(message);
  if (!parsed.success)
    throw new Refusal(isOutOfBounds(parsed.error) ? 'agent-message-too-large' : 'agent-message-malformed', {
      explanation: z.prettifyError(parsed.error).slice(0, 1000),
    });
  if (parsed.data.bootId !== bootId) throw new Refusal('boot-differs', { messageBootId: parsed.data.bootId, connectionBootId: bootId });
  return parsed.data;
}

const doubtText = ({ _id: id, name, status: { historyDoubt } }: AgentNode): string | null =>
  historyDoubt ? doubtWords(nodeRef(id, name), historyDoubt) : null;

/** An older agent does not send `lossId`. */
function lossAfter(before: NodeStatus['ledgerLoss'], { lossId }: Report, now: Date): NodeStatus['ledgerLoss'] {
  if (!lossId) return null;
  return before?.id === lossId ? before : { id: lossId, since: now, acceptedBy: null };
}

/** Problems that have a condition of their own, beside AgentHealthy. */
const OWN_CONDITION: ReadonlySet<string> = new Set([CLOCK_OFF, ...REPORTED_PROBLEMS]);

function nodeFields(node: AgentNode, report: Report): Partial<NodeStatus> | null {
  const at = new Date();
  const orphans = report.orphans ? orphansAfter(node.status.orphans, report.orphans, at) : node.status.orphans;
  const now = at.toISOString();
  const acceptedGeneration = report.generation;
  const ledgerLoss = lossAfter(node.status.ledgerLoss, report, at);
  const known = withHistory(
    withFreshReports(withoutRefusal(node.status.conditions, 'report')),
    { ...node, status: { ...node.status, ledgerLoss } },
    now,
  );
  const problems = report.problems ?? [];
  const itself = nodeRef(node._id, node.name);
  const ofItself = agentHealth(problems.filter(({ code }) => !OWN_CONDITION.has(code)));
  const conditions = [withClock, withReportedProblems].reduce(
    (before, withOwn) => withOwn(before, itself, problems, now),
    withCondition(known, ofItself, now),
  );
  const same =
    acceptedGeneration === node.status.acceptedGeneration &&
    isDeepStrictEqual(ledgerLoss, node.status.ledgerLoss ?? null) &&
    isDeepStrictEqual(orphans, node.status.orphans) &&
    isDeepStrictEqual(conditions, node.status.conditions);
  return same ? null : { acceptedGeneration, ledgerLoss, orphans, conditions };
}

/** As many problems as fit into LONGEST_HEALTH characters; the first is cut to that length. */
function agentHealth(problems: readonly Reason[]): NewCondition {
  const type = 'AgentHealthy';
  const [first] = problems;
  if (!first) return { type, status: 'true', ...said('agent-healthy', {}, 'reported') };
  let left = LONGEST_HEALTH;
  const reports = problems.flatMap((problem) => {
    const { code, message } = problem;
    if (left <= 0) return [];
    const shown = message.length > left ? { code, message: `${message.slice(0, Math.max(0, left - 1))}…` } : problem;
    left -= shown.message.length + 2;
    return [reported(shown)];
  });
  return { type, status: 'false', ...said('agent-problems', { reports }, first.code) };
}
