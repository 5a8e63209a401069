import type { Channel, Notification } from '@weft/shared/kinds/alerting/channel';
import { toObject } from '../core/mongo/stored.js';
import type { ChannelDocument, NotificationDocument } from '../domain/documents/alert.document.js';

/** @param counts numbers of notifications, by `<channel id> <state>`. @param newestLink of the audit */
export function toChannel(channel: ChannelDocument, counts: ReadonlyMap<string, number>, newestLink: number): Channel {
  const { _id, name, carries = 'alerts', enabled, route, target, secret, lastSentAt, failure, auditSent } = channel;
  return toObject<Channel>(channel, {
    ...{ name, carries, enabled, route, target, secretSet: secret !== null, lastSentAt: lastSentAt?.toISOString() ?? null },
    failure: failure && { ...failure, since: failure.since.toISOString(), nextAttemptAt: failure.nextAttemptAt.toISOString() },
    waitingCount: auditSent ? Math.max(0, newestLink - auditSent.sequence) : (counts.get(`${_id} waiting`) ?? 0),
    failedCount: counts.get(`${_id} failed`) ?? 0,
  });
}

export function toNotification(document: NotificationDocument): Notification {
  const { channelId, channelName, alertId, event, state, summary, severity, dueAt, sentAt, error } = document;
  return toObject<Notification>(document, {
    ...{ channelId, channelName, alertId, event, state, summary, severity, error },
    ...{ dueAt: dueAt.toISOString(), sentAt: sentAt?.toISOString() ?? null },
  });
}
