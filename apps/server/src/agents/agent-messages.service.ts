import { isDeepStrictEqual } from 'node:util';
import { Injectable, Logger } from '@nestjs/common';
import { type Condition, withCondition } from '@weft/shared/kinds/common';
import { type Inventory, inventorySchema } from '@weft/shared/messages/inventory';
import { isOutOfBounds } from '@weft/shared/messages/long-list';
import { CLOCK_OFF, HOST_UNREADABLE, type Reason, type Report, reportSchema } from '@weft/shared/messages/report';
import type { ClientSession } from 'mongodb';
import { Counter } from 'prom-client';
import { z } from 'zod';
import { Metrics } from '../core/metrics/metrics.js';
import { isBeingRemoved } from '../nodes/nodes.service.js';
import { withAgentAhead } from './agent-ahead.js';
import { AgentMessagesRepository } from './agent-messages.repository.js';
import { type AgentIdentity, Refusal } from './agent-socket.js';
import { type AgentNode, AgentsRepository } from './agents.repository.js';
import { inventoryChanges } from './inventory-changes.js';
import { linksAfter } from './links.js';
import { withClock } from './node-clock.js';
import { withUnreadable } from './node-unreadable.js';
import { type AgentMessageKind, withinBounds, withOutOfBounds } from './out-of-bounds.js';
import { withFreshReports } from './report-age.js';
import { assignedStatusIds, statusChanges } from './report-changes.js';

/** Characters of what a node's condition says about its agent. */
const LONGEST_HEALTH = 4000;

/** Stores what agents say, each message in one transaction, and only what changed: every write wakes reconcilers and browsers. */
@Injectable()
export class AgentMessagesService {
  private readonly logger = new Logger(AgentMessagesService.name);
  private readonly reports: Counter;

  constructor(
    private readonly agents: AgentsRepository,
    private readonly messages: AgentMessagesRepository,
    { registry }: Metrics,
  ) {
    this.reports = new Counter({
      name: 'weft_server_agent_reports_total',
      help: 'Reports of agents that were stored.',
      registers: [registry],
    });
  }

  /** @throws Refusal when the message is malformed or its sender has no say. */
  async inventory(agent: AgentIdentity, message: unknown): Promise<void> {
    const { drives, ...inventory } = parse<Inventory>(inventorySchema, message, agent);
    await this.agents.transaction(async (session) => {
      const node = await this.requireNode(agent, session);
      const now = new Date();
      await this.messages.storeDrives(inventoryChanges(node, await this.messages.drivesOf(node._id, session), drives, now), session);
      const conditions = withinBounds(node.conditions, 'inventory');
      if (!isDeepStrictEqual(inventory, node.inventory) || conditions.length < node.conditions.length)
        await this.agents.updateNode(node._id, { inventory, links: linksAfter(node, inventory.nics, now), conditions }, session);
    });
  }

  /** @returns the generation that the agent has accepted. @throws Refusal as `inventory`. */
  async report(agent: AgentIdentity, message: unknown): Promise<number> {
    const report = parse<Report>(reportSchema, message, agent);
    const ignored = await this.agents.transaction(async (session) => {
      const node = await this.requireNode(agent, session);
      const assignment = await this.agents.assignment(node._id, session);
      const changes = statusChanges(
        node._id,
        report,
        assignedStatusIds(node._id, assignment?.content),
        await this.messages.statusesOf(node._id, session),
        new Date(),
      );
      await this.messages.storeStatuses(changes, session);
      const fields = nodeFields(node, report, assignment?.generation ?? 0);
      if (fields) await this.agents.updateNode(node._id, fields, session);
      return changes.ignored;
    });
    if (ignored > 0)
      this.logger.warn(
        { nodeId: agent.nodeId, ignored },
        `${agent.nodeName} reported on ${ignored} objects that its assignment does not name: ignored`,
      );
    this.reports.inc();
    return report.generation;
  }

  /** A message of the node was refused because a part of it is over its bound: said on the node, which is not otherwise touched. */
  async outOfBounds({ nodeId, nodeName }: AgentIdentity, kind: AgentMessageKind, detail: string): Promise<void> {
    await this.agents.setConditions(nodeId, (conditions) =>
      withOutOfBounds(conditions, { nodeName, kind, detail }, new Date().toISOString()),
    );
  }

  /** The node, while this connection is its newest: whatever an older one still says counts for nothing. */
  private async requireNode({ nodeId, nodeName, connectionId }: AgentIdentity, session: ClientSession): Promise<AgentNode> {
    const node = await this.agents.node(nodeId, session);
    if (!node) throw new Refusal('node-removed', `Node ${nodeName} was removed: enroll it again with a new token.`);
    if (isBeingRemoved(node)) throw new Refusal('node-removed', `Node ${nodeName} is being removed.`);
    if (node.connection.connectionId !== connectionId) throw new Refusal('superseded', `Node ${nodeName} has a newer connection.`);
    return node;
  }
}

function parse<T extends { bootId: string }>(schema: z.ZodType<T>, message: unknown, { bootId }: AgentIdentity): T {
  const parsed = schema.safeParse(message);
  if (!parsed.success)
    throw new Refusal(isOutOfBounds(parsed.error) ? 'out-of-bounds' : 'malformed', z.prettifyError(parsed.error).slice(0, 1000));
  if (parsed.data.bootId !== bootId)
    throw new Refusal('wrong-boot', `The message is of boot ${parsed.data.bootId}, the connection of boot ${bootId}: connect again (S12).`);
  return parsed.data;
}

function nodeFields(node: AgentNode, report: Report, stored: number): Partial<AgentNode> | null {
  const orphans = report.orphans ?? node.orphans;
  const at = new Date();
  const now = at.toISOString();
  const acceptedGeneration = report.generation;
  const known = withAgentAhead(
    withFreshReports(withinBounds(node.conditions, 'report')),
    { nodeName: node.name, reported: acceptedGeneration, stored },
    now,
  );
  const problems = report.problems ?? [];
  const ofItself = agentHealth(problems.filter(({ code }) => code !== CLOCK_OFF && code !== HOST_UNREADABLE));
  const conditions = withUnreadable(withClock(withCondition(known, ofItself, now), node.name, problems, now), node.name, problems, now);
  const same =
    acceptedGeneration === node.acceptedGeneration &&
    isDeepStrictEqual(orphans, node.orphans) &&
    isDeepStrictEqual(conditions, node.conditions);
  const orphansSince = orphans.length === 0 ? null : node.orphans.length === 0 ? at : (node.orphansSince ?? null);
  return same ? null : { acceptedGeneration, orphans, orphansSince, conditions };
}

const cut = (text: string): string => (text.length > LONGEST_HEALTH ? `${text.slice(0, LONGEST_HEALTH - 1)}…` : text);

function agentHealth(problems: readonly Reason[]): Omit<Condition, 'since'> {
  const [first] = problems;
  const message = first ? cut(problems.map((problem) => problem.message).join('; ')) : 'the agent reports no problem of its own';
  return { type: 'AgentHealthy', status: first ? 'false' : 'true', reason: first?.code ?? 'reported', message };
}
