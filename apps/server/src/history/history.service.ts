import { Injectable } from '@nestjs/common';
import { DomainError } from '@weft/shared/errors/domain-error';
import type { History, HistoryAcceptance, HistoryDoubt } from '@weft/shared/kinds/history';
import type { ClientSession } from 'mongodb';
import { AuditService } from '../audit/audit.service.js';
import { auditStatement } from '../domain/audit-messages/audit-statement.js';
import type { NodeDocument, NodeStatus } from '../domain/documents/node.document.js';
import { doubtsOf } from '../domain/node/doubts.js';
import { withoutDoubt } from '../domain/node/history-doubt.js';
import { AssignmentsService } from '../domain/store/assignments.service.js';
import { ReportedStatuses } from '../domain/store/reported-statuses.service.js';
import { StoredNodes } from '../domain/store/stored-nodes.service.js';
import { SettingsService } from '../settings/settings.service.js';
import { HistoryRepository } from './history.repository.js';

/** Doubts between this database and its nodes, and their acceptance by an administrator (S14). */
@Injectable()
export class HistoryService {
  constructor(
    private readonly repository: HistoryRepository,
    private readonly nodes: StoredNodes,
    private readonly statuses: ReportedStatuses,
    private readonly assignments: AssignmentsService,
    private readonly audit: AuditService,
    private readonly settings: SettingsService,
  ) {}

  async get(): Promise<History> {
    const { historyId } = await this.settings.get();
    return { historyId, doubts: await this.doubts() };
  }

  /** Uses one transaction per doubt: doubts accepted before a failure stay accepted and leave the preview. */
  async accept({ doubtIds }: HistoryAcceptance, by: string): Promise<History> {
    const shown = new Map((await this.doubts()).map((doubt) => [doubt.id, doubt]));
    const accepted = [...new Set(doubtIds)].map((id) => shown.get(id) ?? refuse(id));
    for (const doubt of accepted) await this.repository.transaction((session) => this.acceptOne(doubt, by, session));
    return this.get();
  }

  private async doubts(): Promise<HistoryDoubt[]> {
    const nodes = await this.repository.doubted();
    const assignments = await this.repository.assignments(nodes.map(({ _id }) => _id));
    return nodes.flatMap((node) => doubtsOf(node, assignments.get(node._id)));
  }

  private async acceptOne(doubt: HistoryDoubt, by: string, session: ClientSession): Promise<void> {
    const node = (await this.repository.byDoubt(doubt.id, session)) ?? refuse(doubt.id);
    await this.nodes.settle(node._id, acceptedFields(node, doubt, by), session);
    // Reports of the other history must not complete orders of this one. The node reports everything again with the next generation.
    if (doubt.kind === 'history') await this.statuses.removeOfNode(node._id, session);
    // Higher than the agent's generation, so that the agent accepts it and reports everything again.
    await this.assignments.raise(session, node._id, node.status.historyDoubt?.held.generation ?? 0);
    await this.audit.record(session, {
      by,
      action: 'history.accept',
      subject: { kind: 'node', id: node._id, name: node.name },
      statements: [
        auditStatement(
          { statement: doubt.kind === 'history' ? 'history-accepted' : 'ledger-loss-accepted', about: doubt.node },
          'doubt-accepted',
          { doubt: { code: doubt.code, params: doubt.params }, effects: doubt.effects.map(({ code, params }) => ({ code, params })) },
        ),
      ],
    });
  }
}

function acceptedFields({ status }: NodeDocument, { kind }: HistoryDoubt, by: string): Partial<NodeStatus> {
  if (kind === 'history') return withoutDoubt(status);
  return status.ledgerLoss ? { ledgerLoss: { ...status.ledgerLoss, acceptedBy: by } } : {};
}

function refuse(id: string): never {
  throw new DomainError('history-not-in-doubt', { doubtId: id }, { field: 'doubtIds' });
}
