import { createHash } from 'node:crypto';
import type { Alert } from '@weft/shared/kinds/alerting/alert';
import type { ChannelDocument, NotificationDocument } from '../domain/documents/alert.document.js';
import type { DeliveredAlert, Delivery } from './senders/sender.js';

type Frame = Pick<Delivery, 'clusterId' | 'simulated' | 'consoleUrl' | 'at'>;

/** The message of these notifications. Its id follows from them, so that a repeated attempt has the same. */
export function deliveryOf(
  { name }: Pick<ChannelDocument, 'name'>,
  [first, ...more]: readonly [NotificationDocument, ...NotificationDocument[]],
  frame: Frame,
): Delivery {
  const delivered = ({ _id: id, event, alert }: NotificationDocument): DeliveredAlert => ({ id, event, alert });
  const ids = [first, ...more].map(({ _id }) => _id).join(' ');
  const id = createHash('sha256').update(ids).digest('hex').slice(0, 32);
  return { ...frame, id, channelName: name, alerts: [delivered(first), ...more.map(delivered)] };
}

/** A message that only tests a channel. */
export function testDelivery({ name }: Pick<ChannelDocument, 'name'>, id: string, frame: Frame): Delivery {
  const at = frame.at.toISOString();
  const subject = { kind: 'cluster', id: 'cluster', name: 'cluster' } as const;
  const alert: Alert = {
    ...{ id, version: 1, revision: 1, createdAt: at, updatedAt: at, rule: 'WeftTest', severity: 'warning', state: 'firing' },
    ...{ subject, subjects: [subject], subjectCount: 1, value: null, threshold: null, link: '/' },
    labels: { rule: 'WeftTest', severity: 'warning', kind: 'cluster' },
    summary: `Test of channel ${name}: alerts of this cluster arrive here.`,
    meaning: 'Nothing is wrong. A person pressed "Send a test".',
    action: 'Nothing.',
    ...{ startedAt: at, firedAt: at, resolvedAt: null, causedBy: null, consequenceCount: 0 },
    ...{ acknowledged: null, silencedBy: [], inhibitedBy: null },
  };
  return { ...frame, id, channelName: name, alerts: [{ id, event: 'test', alert }] };
}
