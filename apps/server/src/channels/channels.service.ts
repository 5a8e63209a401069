import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { Query, Response } from '@weft/shared/endpoints/definition/endpoint';
import type { endpoints } from '@weft/shared/endpoints/endpoints';
import { DomainError } from '@weft/shared/errors/domain-error';
import type { Alert } from '@weft/shared/kinds/alerting/alert';
import {
  type Channel,
  type ChannelCreate,
  type ChannelTarget,
  type ChannelUpdate,
  isAuditTarget,
  type NotificationEvent,
} from '@weft/shared/kinds/alerting/channel';
import type { ClientSession } from 'mongodb';
import { AuditLinks } from '../audit/chain/audit-links.service.js';
import { CONFIG, type Config } from '../config/config.schema.js';
import { newStored } from '../core/mongo/objects.js';
import { SealedSecrets } from '../core/secrets/sealed-secrets.js';
import { dueAt, isRepeatDue, isRouted } from '../domain/alerts/routing.js';
import type { ChannelDocument, NotificationDocument } from '../domain/documents/alert.document.js';
import { SettingsService } from '../settings/settings.service.js';
import { toChannel, toNotification } from './channel.mapper.js';
import { checkCredentials, goesElsewhere, splitSecret } from './channel-secret.js';
import { ChannelsRepository } from './channels.repository.js';
import { testDelivery } from './delivery.js';
import { NotificationsRepository } from './notifications.repository.js';
import { ALERTMANAGER_EVERY_MS } from './senders/alertmanager.js';
import { sendAudit } from './senders/audit.js';
import { send } from './senders/send.js';
import { SendError } from './senders/sender.js';

const MOST_CHANNELS = 100;

/** A change of an alert that channels have to get. */
export interface Notice {
  alert: Alert;
  event: NotificationEvent;
}

@Injectable()
export class ChannelsService {
  constructor(
    private readonly channels: ChannelsRepository,
    private readonly notifications: NotificationsRepository,
    private readonly secrets: SealedSecrets,
    private readonly settings: SettingsService,
    private readonly audit: AuditLinks,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async list(query: Query<typeof endpoints.listChannels>): Promise<Response<typeof endpoints.listChannels>> {
    const page = await this.channels.page(query);
    return { ...page, items: await this.present(page.items) };
  }

  async get(id: string): Promise<Channel> {
    return this.presentOne(await this.require(id));
  }

  async create({ name, carries, enabled, route, target: given }: ChannelCreate): Promise<Channel> {
    const { target, secret } = splitSecret(given);
    checkCredentials(target, secret !== null);
    if ((await this.channels.count()) >= MOST_CHANNELS) throw new DomainError('too-many-channels', { limit: MOST_CHANNELS });
    const stored = newStored();
    const sealed = secret === null ? null : this.secrets.seal(secret, stored._id);
    const begins = carries === 'audit' ? { auditSent: { sequence: await this.audit.newest(), entries: 0 } } : {};
    const channel: ChannelDocument = {
      ...{ ...stored, name, carries, enabled, route, target, secret: sealed },
      ...{ lastSentAt: null, failure: null, ...begins },
    };
    await this.channels.insert(channel);
    return this.presentOne(channel);
  }

  async update(id: string, ifMatch: number | undefined, { enabled, route, target }: ChannelUpdate): Promise<Channel> {
    const before = await this.require(id);
    const set = {
      ...(enabled === undefined ? {} : { enabled }),
      ...(route === undefined ? {} : { route }),
      ...(target === undefined ? {} : this.changedTarget(before, target)),
    };
    // The receiver may be another one: the next attempt is at once.
    return this.presentOne(await this.channels.update(id, ifMatch, { ...set, failure: null }));
  }

  private changedTarget(before: ChannelDocument, given: ChannelTarget): Pick<ChannelDocument, 'target' | 'secret'> {
    if (given.type !== before.target.type)
      throw new DomainError('channel-type-fixed', { type: before.target.type }, { field: 'target.type' });
    if (before.carries === 'audit' && !isAuditTarget(given)) throw new DomainError('channel-takes-no-audit', {}, { field: 'target' });
    const { target, secret } = splitSecret(given);
    const dropsCredentials = (target.type === 'smtp' || target.type === 'alertmanager') && target.username === null && secret === null;
    const keeps = secret === null && before.secret !== null && !dropsCredentials;
    if (keeps && goesElsewhere(before.target, target)) throw new DomainError('channel-target-moved', {}, { field: 'target' });
    checkCredentials(target, secret !== null || keeps);
    return { target, secret: secret !== null ? this.secrets.seal(secret, before._id) : keeps ? before.secret : null };
  }

  remove(id: string, ifMatch: number | undefined): Promise<void> {
    return this.channels.transaction(async (session) => {
      await this.channels.remove(id, ifMatch, session);
      await this.notifications.removeOf(id, session);
    });
  }

  /** Sends now, from this server, and waits for the result. Nothing is stored. */
  async test(id: string): Promise<Response<typeof endpoints.testChannel>> {
    const channel = await this.require(id);
    const secret = channel.secret && this.secrets.open(channel.secret, id);
    const frame = await this.frame(new Date());
    const { signal } = new AbortController();
    const startedAt = performance.now();
    try {
      if (channel.carries === 'audit')
        await sendAudit(channel.target, secret, { ...frame, channelName: channel.name, link: null, entries: [] }, signal);
      else await send(channel.target, secret, testDelivery(channel, randomUUID(), frame), signal);
      return { sent: true, error: null, milliseconds: Math.round(performance.now() - startedAt) };
    } catch (error) {
      if (!(error instanceof SendError)) throw error;
      return { sent: false, error: error.message, milliseconds: Math.round(performance.now() - startedAt) };
    }
  }

  async listNotifications(query: Query<typeof endpoints.listNotifications>): Promise<Response<typeof endpoints.listNotifications>> {
    const page = await this.notifications.page(query);
    return { ...page, items: page.items.map(toNotification) };
  }

  async resend(id: string): Promise<Channel> {
    const channel = await this.require(id);
    await this.notifications.sendAgain(id, new Date());
    return this.presentOne(channel.failure ? await this.channels.update(id, undefined, { failure: null }) : channel);
  }

  /** Stores what channels get about these changes, in the transaction that stores the alerts. */
  async notify(notified: readonly Notice[], session: ClientSession): Promise<void> {
    if (notified.length === 0) return;
    const now = new Date();
    const channels = await this.channels.enabled('alerts', session);
    const notifications = channels.flatMap((channel) =>
      notified.filter(({ alert, event }) => isRouted(channel.route, alert, event)).map((each) => notificationOf(channel, each, now)),
    );
    await this.notifications.insert(notifications, session);
  }

  /** Stores repetitions of firing alerts whose time has come. Alertmanager needs them often: it resolves an alert that nobody repeats. */
  async repeat(alerts: readonly Alert[], session: ClientSession): Promise<void> {
    if (alerts.length === 0) return;
    const now = new Date();
    const channels = (await this.channels.enabled('alerts', session)).filter(
      ({ route, target }) => route.repeatHours !== null || isState(target),
    );
    if (channels.length === 0) return;
    const ids = { channels: channels.map(({ _id }) => _id), alerts: alerts.map(({ id }) => id) };
    const last = await this.notifications.lastOf(ids.channels, ids.alerts, session);
    const due = channels.flatMap((channel) =>
      alerts
        .filter((alert) => isDue(channel, alert, last.get(`${channel._id} ${alert.id}`), now))
        .map((alert) => notificationOf(channel, { alert, event: 'repeated' }, now)),
    );
    await this.notifications.insert(due, session);
  }

  /** What every message of this cluster has. */
  async frame(at: Date): Promise<{ clusterId: string; simulated: boolean; consoleUrl: string | null; at: Date }> {
    const { clusterId, simulated } = await this.settings.get();
    return { clusterId, simulated, consoleUrl: this.config.publicUrl, at };
  }

  private async require(id: string): Promise<ChannelDocument> {
    const found = await this.channels.find(id);
    if (!found) throw new DomainError('object-not-found', { collection: 'channels', id });
    return found;
  }

  private async present(channels: readonly ChannelDocument[]): Promise<Channel[]> {
    const counts = await this.notifications.counts(channels.map(({ _id }) => _id));
    const newestLink = channels.some(({ carries }) => carries === 'audit') ? await this.audit.newest() : 0;
    return channels.map((channel) => toChannel(channel, counts, newestLink));
  }

  private async presentOne(channel: ChannelDocument): Promise<Channel> {
    const [presented] = await this.present([channel]);
    return presented as Channel;
  }
}

const isState = ({ type }: ChannelTarget): boolean => type === 'alertmanager';

/** A channel that has never got the alert does not get its repetition: the alert was not routed to it. */
function isDue({ route, target }: ChannelDocument, alert: Alert, last: Date | undefined, now: Date): boolean {
  if (!last) return false;
  if (isState(target)) return now.getTime() - last.getTime() >= ALERTMANAGER_EVERY_MS;
  return alert.acknowledged === null && isRouted(route, alert, 'repeated') && isRepeatDue(route, last, now);
}

function notificationOf(
  { _id: channelId, name: channelName, route, target }: ChannelDocument,
  { alert, event }: Notice,
  now: Date,
): NotificationDocument {
  const due = isState(target) ? now : dueAt(route, alert.severity, now);
  const { id: alertId, summary, severity } = alert;
  return {
    ...newStored(now),
    ...{ channelId, channelName, alertId, event, state: 'waiting', summary, severity, dueAt: due, sentAt: null, error: null, alert },
  };
}
