import { Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { DomainError } from '@weft/shared/errors/domain-error';
import { retryDelayMs } from '@weft/shared/load/retry';
import { type Lease, Leases } from '../core/leases/leases.js';
import { atMostEvery, whileHeld } from '../core/leases/while-held.js';
import { retries } from '../core/load/retries.js';
import { SealedSecrets } from '../core/secrets/sealed-secrets.js';
import type { ChannelDocument, NotificationDocument } from '../domain/documents/alert.document.js';
import { ChannelsRepository } from './channels.repository.js';
import { ChannelsService } from './channels.service.js';
import { deliveryOf } from './delivery.js';
import { NotificationsRepository } from './notifications.repository.js';
import { send } from './senders/send.js';
import { explained, SendError } from './senders/sender.js';
import { Sending } from './sending.js';

const EVERY_MS = 1000;
/** Alerts of one message. */
const MOST_AT_ONCE = 100;
/** A receiver that answers so often that it does not take a message does not get it: later ones would wait behind it. */
const MOST_REFUSALS = 5;
const HOUR_MS = 3_600_000;
const GIVE_UP_MS = 24 * HOUR_MS;
const KEPT_MS = 31 * 24 * HOUR_MS;

/**
 * Sends waiting notifications, on one server at a time under a lease: for each channel one message at a time with all that is due, so that a slow or lost
 * receiver delays only itself. A server that dies after a receiver took a message and before this was stored sends it again, with the same id.
 */
@Injectable()
export class Notifier implements OnApplicationBootstrap {
  private readonly logger = new Logger(Notifier.name);

  constructor(
    private readonly channels: ChannelsRepository,
    private readonly notifications: NotificationsRepository,
    private readonly service: ChannelsService,
    private readonly secrets: SealedSecrets,
    private readonly leases: Leases,
  ) {}

  onApplicationBootstrap(): void {
    this.leases.run('notifications', (lease) => this.work(lease));
  }

  private async work(lease: Lease): Promise<void> {
    const sending = new Sending();
    const remove = atMostEvery(HOUR_MS, async () => {
      await lease.transaction((session) => this.notifications.removeBefore(new Date(Date.now() - KEPT_MS), session));
    });
    try {
      await whileHeld(lease, EVERY_MS, async () => {
        await this.start(lease, sending);
        await remove();
      });
    } finally {
      await sending.ended();
    }
  }

  private async start(lease: Lease, sending: Sending): Promise<void> {
    const now = new Date();
    const due = new Set(await this.notifications.due(now));
    if (due.size === 0) return;
    const channels = (await this.channels.enabled('alerts')).filter(({ _id }) => due.has(_id) && !sending.has(_id));
    for (const channel of channels) {
      if (channel.failure && channel.failure.nextAttemptAt > now) continue;
      sending.start(channel._id, () =>
        this.sendTo(channel, lease).catch((error: unknown) => {
          // Without the lease another server sends.
          if (!lease.signal.aborted)
            this.logger.error({ err: error, channel: channel.name }, `channel ${channel.name}: the result of a message was not stored`);
        }),
      );
    }
  }

  private async sendTo(channel: ChannelDocument, lease: Lease): Promise<void> {
    const now = new Date();
    const [first, ...more] = await this.notifications.dueOf(channel._id, now, MOST_AT_ONCE);
    if (!first) return;
    const ids = [first, ...more].map(({ _id }) => _id);
    const error = await this.attempt(channel, [first, ...more], lease);
    if (lease.signal.aborted) return;
    if (error) await this.failed(channel, [first, ...more], error, lease);
    else
      await lease.transaction(async (session) => {
        await this.notifications.set(ids, { state: 'sent', sentAt: new Date(), error: null }, session);
        await this.channels.setResult(channel._id, { failure: null, lastSentAt: new Date() }, session);
      });
  }

  /** Undefined: the receiver took it. */
  private async attempt(
    channel: ChannelDocument,
    notifications: readonly [NotificationDocument, ...NotificationDocument[]],
    lease: Lease,
  ): Promise<SendError | undefined> {
    try {
      const secret = channel.secret && this.secrets.open(channel.secret, channel._id);
      const delivery = deliveryOf(channel, notifications, await this.service.frame(new Date()));
      await send(channel.target, secret, delivery, lease.signal);
      return undefined;
    } catch (error) {
      if (error instanceof SendError) return error;
      if (error instanceof DomainError) return new SendError(error.message, false, { cause: error });
      this.logger.error({ err: error, channel: channel.name }, `channel ${channel.name}: a message could not be made`);
      return new SendError(explained(error), true, { cause: error });
    }
  }

  private async failed(
    channel: ChannelDocument,
    notifications: readonly NotificationDocument[],
    error: SendError,
    lease: Lease,
  ): Promise<void> {
    const now = new Date();
    const attempts = (channel.failure?.attempts ?? 0) + 1;
    const isGivenUp = error.refused && attempts >= MOST_REFUSALS;
    const givenUp = notifications.filter(({ createdAt }) => isGivenUp || now.getTime() - createdAt.getTime() > GIVE_UP_MS);
    const rest = notifications.filter((each) => !givenUp.includes(each));
    const nextAttemptAt = new Date(now.getTime() + (isGivenUp ? 0 : retryDelayMs(retries.notification, attempts)));
    await lease.transaction(async (session) => {
      await this.notifications.set(idsOf(givenUp), { state: 'failed', error: error.message }, session);
      await this.notifications.set(idsOf(rest), { error: error.message }, session);
      const failure = { since: channel.failure?.since ?? now, attempts: isGivenUp ? 0 : attempts, error: error.message, nextAttemptAt };
      await this.channels.setResult(channel._id, { failure }, session);
    });
    const level = givenUp.length > 0 ? 'error' : 'warn';
    this.logger[level](
      { channel: channel.name, attempts, givenUp: givenUp.length, waiting: rest.length, nextAttemptAt },
      `channel ${channel.name} did not take a message: ${error.message}`,
    );
  }
}

const idsOf = (notifications: readonly NotificationDocument[]): string[] => notifications.map(({ _id }) => _id);
