import { Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { DomainError } from '@weft/shared/errors/domain-error';
import { retryDelayMs } from '@weft/shared/load/retry';
import { AuditLinks, type SealedEntries } from '../audit/chain/audit-links.service.js';
import { type Lease, Leases } from '../core/leases/leases.js';
import { whileHeld } from '../core/leases/while-held.js';
import { retries } from '../core/load/retries.js';
import { SealedSecrets } from '../core/secrets/sealed-secrets.js';
import type { AuditPosition, ChannelDocument } from '../domain/documents/alert.document.js';
import { ChannelsRepository } from './channels.repository.js';
import { ChannelsService } from './channels.service.js';
import { sendAudit } from './senders/audit.js';
import { SendError } from './senders/sender.js';
import { Sending } from './sending.js';

const EVERY_MS = 2000;
/** Entries of one message. */
const MOST_AT_ONCE = 100;
/** Messages to one receiver before its position is read again. */
const MOST_IN_TURN = 50;

const NOTHING: AuditPosition = { sequence: 0, entries: 0 };

/**
 * Sends the audit to its channels, on one server at a time under a lease, in the order of the hash chain. The chain is the queue: each channel has its
 * position, and a receiver that takes nothing gets everything later. An entry that was sent before its position was stored is sent twice.
 */
@Injectable()
export class AuditForwarder implements OnApplicationBootstrap {
  private readonly logger = new Logger(AuditForwarder.name);

  constructor(
    private readonly channels: ChannelsRepository,
    private readonly service: ChannelsService,
    private readonly links: AuditLinks,
    private readonly secrets: SealedSecrets,
    private readonly leases: Leases,
  ) {}

  onApplicationBootstrap(): void {
    this.leases.run('audit-forwarding', async (lease) => {
      const sending = new Sending();
      try {
        await whileHeld(lease, EVERY_MS, () => this.start(lease, sending));
      } finally {
        await sending.ended();
      }
    });
  }

  private async start(lease: Lease, sending: Sending): Promise<void> {
    const now = new Date();
    const due = (await this.channels.enabled('audit')).filter(
      ({ _id, failure }) => !sending.has(_id) && !(failure && failure.nextAttemptAt > now),
    );
    for (const channel of due)
      sending.start(channel._id, () =>
        this.forward(channel, lease).catch((error: unknown) => {
          // Without the lease another server sends.
          if (!lease.signal.aborted)
            this.logger.error(
              { err: error, channel: channel.name },
              `channel ${channel.name}: the audit was not sent, or its position not stored`,
            );
        }),
      );
  }

  private async forward(channel: ChannelDocument, lease: Lease): Promise<void> {
    let { auditSent: position = NOTHING, failure } = channel;
    for (let sent = 0; sent < MOST_IN_TURN; sent++) {
      const next = await this.links.next(position, MOST_AT_ONCE);
      if (!next || lease.signal.aborted) return;
      const error = await this.attempt(channel, next, lease.signal);
      if (lease.signal.aborted) return;
      if (error) return this.failed({ ...channel, failure }, error, lease);
      position = next.end;
      failure = null;
      const result = { failure, lastSentAt: new Date(), auditSent: position };
      await lease.transaction((session) => this.channels.setResult(channel._id, result, session));
    }
  }

  /** Undefined: the receiver took it. */
  private async attempt(channel: ChannelDocument, { link, entries }: SealedEntries, signal: AbortSignal): Promise<SendError | undefined> {
    if (entries.length === 0) return undefined;
    try {
      const secret = channel.secret && this.secrets.open(channel.secret, channel._id);
      const frame = await this.service.frame(new Date());
      await sendAudit(channel.target, secret, { ...frame, channelName: channel.name, link, entries }, signal);
      return undefined;
    } catch (error) {
      if (error instanceof SendError) return error;
      if (error instanceof DomainError) return new SendError(error.message, false, { cause: error });
      throw error;
    }
  }

  private async failed(channel: ChannelDocument, error: SendError, lease: Lease): Promise<void> {
    const now = new Date();
    const attempts = (channel.failure?.attempts ?? 0) + 1;
    const nextAttemptAt = new Date(now.getTime() + retryDelayMs(retries.auditForwarding, attempts));
    const failure = { since: channel.failure?.since ?? now, attempts, error: error.message, nextAttemptAt };
    await lease.transaction((session) => this.channels.setResult(channel._id, { failure }, session));
    this.logger.warn(
      { channel: channel.name, attempts, nextAttemptAt },
      `channel ${channel.name} did not take the audit: ${error.message}`,
    );
  }
}
