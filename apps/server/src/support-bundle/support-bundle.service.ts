import { hostname } from 'node:os';
import { Inject, Injectable, Logger, StreamableFile } from '@nestjs/common';
import { DomainError } from '@weft/shared/errors/domain-error';
import { AgentsService } from '../agents/agents.service.js';
import { AuditService } from '../audit/audit.service.js';
import { CONFIG, type Config } from '../config/config.schema.js';
import { Metrics } from '../core/metrics/metrics.js';
import { Mongo } from '../core/mongo/mongo.js';
import { ServerIdentity } from '../core/process/server-identity.js';
import { auditStatement } from '../domain/audit-messages/audit-statement.js';
import { PeerJournalsService } from '../peers/peer-journals.service.js';
import { SettingsService } from '../settings/settings.service.js';
import { OverviewService } from '../views/overview/overview.service.js';
import { BundleMaker } from './bundle-maker.service.js';
import type { Journals } from './journals.js';
import { BUNDLE_MS } from './write-sections.js';

/** Of one agent. */
const JOURNAL_BYTES = 128 * 2 ** 10;

@Injectable()
export class SupportBundleService {
  private readonly logger = new Logger(SupportBundleService.name);
  private readonly maker: BundleMaker;
  /** One bundle at a time: each reads the whole cluster. */
  private sending = false;

  constructor(
    @Inject(CONFIG) config: Config,
    private readonly mongo: Mongo,
    private readonly metrics: Metrics,
    private readonly overview: OverviewService,
    private readonly settings: SettingsService,
    private readonly audit: AuditService,
    private readonly server: ServerIdentity,
    private readonly agents: AgentsService,
    private readonly peers: PeerJournalsService,
  ) {
    this.maker = new BundleMaker(config, mongo);
  }

  /** Audited before its first byte is sent. @throws DomainError `support-bundle-sending` while this server sends another */
  async download(by: string): Promise<StreamableFile> {
    if (this.sending) throw new DomainError('support-bundle-sending', { limitSeconds: BUNDLE_MS / 1000 });
    this.sending = true;
    try {
      return await this.send(by);
    } catch (error) {
      this.sending = false;
      throw error;
    }
  }

  private async send(by: string): Promise<StreamableFile> {
    const { clusterId: id } = await this.settings.get();
    const statement = auditStatement(
      { statement: 'support-bundle-downloaded', about: { id, name: 'cluster' } },
      'support-bundle-downloaded',
      { server: hostname() },
    );
    const subject = { kind: 'settings', id, name: 'cluster' } as const;
    await this.mongo.transaction((session) =>
      this.audit.record(session, { by, action: 'support-bundle.download', subject, statements: [statement] }),
    );
    const { name, stream } = this.maker.make({
      by,
      live: {
        metrics: () => this.metrics.registry.metrics(),
        findings: () => this.findings(),
        journals: () => this.journals(),
      },
      done: (error) => {
        this.sending = false;
        if (error !== undefined) this.logger.warn({ err: error }, 'a support bundle was not sent in full');
      },
    });
    return new StreamableFile(stream, { type: 'application/octet-stream', disposition: `attachment; filename="${name}"` });
  }

  /** Agents of this server are asked at once, others over their servers. */
  private async journals(): Promise<Journals> {
    const peers = await this.peers.open();
    return {
      read: (serverId, nodeId) =>
        serverId === this.server.id ? this.agents.journal(nodeId, JOURNAL_BYTES) : peers.read(serverId, nodeId, JOURNAL_BYTES),
      close: () => peers.close(),
    };
  }

  /** The gravest ones, as the overview shows them, and the number of all. */
  private async findings() {
    const { findings, findingCount } = await this.overview.read();
    return { findingCount, findings };
  }
}
